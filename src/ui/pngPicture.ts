const RATIO = 2;

/**
 * Paints a picture and encodes it as PNG, with two pixels per CSS px.
 * @param width CSS px
 * @param height CSS px
 * @param paint in CSS px, over the background
 */
export function pngPicture(
  {
    width,
    height,
    background,
  }: { readonly width: number; readonly height: number; readonly background: string },
  paint: (context: CanvasRenderingContext2D) => void,
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width * RATIO;
  canvas.height = height * RATIO;
  const context = canvas.getContext('2d');
  if (context === null) return Promise.reject(new Error('The browser gave no canvas to paint on.'));
  context.scale(RATIO, RATIO);
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  paint(context);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The browser could not make a PNG.'));
      else resolve(blob);
    }, 'image/png');
  });
}
