import { xmlText } from '../text/xmlText.ts';
import type { MapPicture } from './mapPicture.ts';

const MONO = 'Consolas, Menlo, monospace';
const SANS = 'Segoe UI, system-ui, sans-serif';
const RATIO = 2;

/** The picture as PNG, with two pixels per CSS px. */
export function pictureToPng(picture: MapPicture): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = picture.width * RATIO;
  canvas.height = picture.height * RATIO;
  const context = canvas.getContext('2d');
  if (context === null) return Promise.reject(new Error('The browser gave no canvas to paint on.'));
  context.fillStyle = picture.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture.painted, 0, 0);
  context.scale(RATIO, RATIO);
  const { legend } = picture;
  context.drawImage(picture.legendCanvas, legend.left, legend.top, legend.width, legend.height);
  context.fillStyle = picture.textColor;
  for (const { x, y, text, anchor, size, isMono } of picture.texts) {
    context.font = `${size}px ${isMono ? MONO : SANS}`;
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
