import { xmlText } from './text/xmlText.ts';

/** A text in a picture. `anchor`: which end of it is at x. */
export interface PictureText {
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly text: string;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly size: number;
  readonly isMono?: boolean;
}

/** A picture to save: shapes that can be painted on a canvas or written as SVG, and texts over them, which stay text in the SVG. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly background: string;
  readonly textColor: string;
  readonly texts: readonly PictureText[];
  /** Paints the shapes over the background, in CSS px. */
  readonly paint: (context: CanvasRenderingContext2D) => void;
  /** The same shapes as SVG elements. */
  readonly shapes: () => readonly string[];
}

const RATIO = 2;
const FONT = 'Segoe UI, system-ui, sans-serif';
const MONO = 'Consolas, Menlo, monospace';

/** The picture as PNG, with two pixels for each CSS px. */
export function picturePng({ width, height, background, textColor, texts, paint }: Picture): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width * RATIO;
  canvas.height = height * RATIO;
  const context = canvas.getContext('2d');
  if (context === null) return Promise.reject(new Error('The browser gave no canvas to paint on.'));
  context.scale(RATIO, RATIO);
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  paint(context);
  context.globalAlpha = 1;
  context.fillStyle = textColor;
  for (const { x, y, text, anchor, size, isMono } of texts) {
    context.font = `${size}px ${isMono === true ? MONO : FONT}`;
    context.textAlign = anchor === 'middle' ? 'center' : anchor;
    context.fillText(text, x, y);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The browser could not make a PNG.'));
      else resolve(blob);
    }, 'image/png');
  });
}

/** The picture as SVG. Text from the table is escaped. */
export function pictureSvg({ width, height, background, textColor, texts, shapes }: Picture): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${xmlText(background)}"/>`,
    ...shapes(),
    `<g fill="${xmlText(textColor)}" font-family="${FONT}" xml:space="preserve">`,
    ...texts.map(
      ({ x, y, text, anchor, size, isMono }) =>
        `<text x="${px(x)}" y="${px(y)}" font-size="${size}"${isMono === true ? ` font-family="${MONO}"` : ''} text-anchor="${anchor}">${xmlText(text)}</text>`,
    ),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** A length in an SVG, to a hundredth of a px. */
export function px(value: number): string {
  return String(Number(value.toFixed(2)));
}

export async function pictureBytes(picture: Picture, kind: 'png' | 'svg'): Promise<Uint8Array<ArrayBuffer>> {
  return kind === 'svg'
    ? new TextEncoder().encode(pictureSvg(picture))
    : new Uint8Array(await (await picturePng(picture)).arrayBuffer());
}
