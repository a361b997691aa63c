import type { TesseractBox } from '../threads/tesseract-core.ts';

/**
 * For boxes that were found in an image after it was turned by an angle about its centre: the boxes in the image as it was
 * before, each the smallest upright one that holds the turned one, within the image.
 */
export function turnedBack(width: number, height: number, angle: number): (box: TesseractBox) => TesseractBox {
  if (angle === 0) return (box) => box;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = [width / 2, height / 2];
  const within = (value: number, most: number) => Math.min(Math.max(Math.round(value), 0), most);
  return ({ x0, y0, x1, y1 }) => {
    const [halfWidth, halfHeight] = [(x1 - x0) / 2, (y1 - y0) / 2];
    const [fromX, fromY] = [(x0 + x1) / 2 - x, (y0 + y1) / 2 - y];
    const middleX = x + fromX * cosine + fromY * sine;
    const middleY = y - fromX * sine + fromY * cosine;
    const reachX = halfWidth * cosine + halfHeight * Math.abs(sine);
    const reachY = halfHeight * cosine + halfWidth * Math.abs(sine);
    return {
      x0: within(middleX - reachX, width),
      y0: within(middleY - reachY, height),
      x1: within(middleX + reachX, width),
      y1: within(middleY + reachY, height),
    };
  };
}
