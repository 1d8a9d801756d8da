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

/** A picture to save: shapes, and texts over them, which stay text in the SVG. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly background: string;
  readonly textColor: string;
  /** SVG elements. */
  readonly shapes: readonly string[];
  readonly texts: readonly PictureText[];
}

const RATIO = 2;
const FONT = 'Segoe UI, system-ui, sans-serif';
const MONO = 'Consolas, Menlo, monospace';

/** The picture as PNG, drawn by the browser from the SVG, with two pixels for each CSS px. */
export async function picturePng(picture: Picture): Promise<Blob> {
  const canvas = new OffscreenCanvas(picture.width * RATIO, picture.height * RATIO);
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([pictureSvg(picture)], { type: 'image/svg+xml' }));
  try {
    await image.decode();
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  } finally {
    URL.revokeObjectURL(image.src);
  }
  return await canvas.convertToBlob({ type: 'image/png' });
}

/** The picture as SVG. Text from the table is escaped. */
export function pictureSvg({ width, height, background, textColor, texts, shapes }: Picture): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${xmlText(background)}"/>`,
    ...shapes,
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

/** Text for XML 1.0: without the characters that it cannot contain, and escaped. */
export function xmlText(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const isLegal =
      code === 0x09 || code === 0x0a || code === 0x0d || (code >= 0x20 && (code < 0xd800 || code > 0xdfff));
    return isLegal && code !== 0xfffe && code !== 0xffff ? character : '\ufffd';
  })
    .join('')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
