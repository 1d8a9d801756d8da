import { pngPicture } from '../pngPicture.ts';
import { xmlText } from '../text/xmlText.ts';
import type { MapPicture } from './mapPicture.ts';

const MONO = 'Consolas, Menlo, monospace';
const SANS = 'Segoe UI, system-ui, sans-serif';

/** The picture as PNG. */
export function pictureToPng(picture: MapPicture): Promise<Blob> {
  return pngPicture(picture, (context) => {
    const { legend } = picture;
    context.drawImage(picture.painted, 0, 0, picture.width, picture.height);
    context.drawImage(picture.legendCanvas, legend.left, legend.top, legend.width, legend.height);
    context.fillStyle = picture.textColor;
    for (const { x, y, text, anchor, size, isMono } of picture.texts) {
      context.font = `${size}px ${isMono ? MONO : SANS}`;
      context.textAlign = anchor === 'middle' ? 'center' : anchor;
      context.fillText(text, x, y);
    }
  });
}

/** The picture as SVG: texts stay texts, the cells are an embedded image. */
export function pictureToSvg(picture: MapPicture): string {
  const { width, height, legend } = picture;
  const texts = picture.texts.map(
    ({ x, y, text, anchor, size, isMono }) =>
      `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size}" font-family="${isMono ? MONO : SANS}" text-anchor="${anchor}">${xmlText(text)}</text>`,
  );
  const image = (canvas: HTMLCanvasElement, box: string): string =>
    `<image ${box} preserveAspectRatio="none" href="${canvas.toDataURL('image/png')}"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${picture.background}"/>`,
    image(picture.painted, `x="0" y="0" width="${width}" height="${height}"`),
    image(
      picture.legendCanvas,
      `x="${legend.left}" y="${legend.top}" width="${legend.width}" height="${legend.height}"`,
    ),
    `<g fill="${picture.textColor}" xml:space="preserve">`,
    ...texts,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}
