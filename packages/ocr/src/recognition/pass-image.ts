import { CuboError, type PageBox } from '@cubo/contracts';
import { imageOrientation, turnedOver } from '../images/image-orientation.ts';
import { type ImageSize, imageSize } from '../images/image-size.ts';
import { portableGraymap, readableBitmap } from '../images/portable-map.ts';
import type { RecognitionRequest } from '../threads/recognition-thread.ts';
import type { RenderedPage, RenderingRequest } from '../threads/rendering-thread.ts';
import type { TesseractBox } from '../threads/tesseract-core.ts';
import { ThreadError } from '../threads/thread-pool.ts';
import type { Pass } from './read-best.ts';

/** An image as it is given to the passes over it. */
export interface PassImage {
  readonly canEnlarge: boolean;
  /** What a recognition thread is given. */
  input(pass: Pass): Promise<Omit<RecognitionRequest, 'languages'>>;
  /** Where on the page or image a box lies that was found in a pass. */
  place(box: TesseractBox, pass: Pass): PageBox;
}

/** Pixels of a page, about: A4 at 200 dots per inch. */
const usualPixels = 3.8e6;
/** A1 at 144 dots per inch is 16 million; larger pages are drawn coarser, so that they fit in memory. */
const mostDrawnPixels = 20e6;
/** How much finer a page is drawn that was read badly. */
const enlargement = 1.5;

/**
 * An image file.
 *
 * @throws CuboError `CUBO_LIMIT_EXCEEDED` when it has more pixels than `maximumPixels`
 * @throws ThreadError when it is not an image
 */
export function storedImage(bytes: Uint8Array, maximumPixels: number): PassImage {
  const stated = imageSize(bytes);
  if (stated === undefined || stated.width < 1 || stated.height < 1) {
    throw new ThreadError('it is not a PNG, JPEG, TIFF, WebP, BMP or GIF image, or is cut off at its beginning');
  }
  if (stated.width * stated.height > maximumPixels) throw tooManyPixels(stated, maximumPixels);
  const orientation = imageOrientation(bytes);
  const { width, height } = orientation < 5 ? stated : { width: stated.height, height: stated.width };
  const image = readableBitmap(bytes);
  return {
    canEnlarge: false,
    input: async ({ turned }) => ({
      image,
      orientation: turned ? turnedOver(orientation) : orientation,
      resolution: undefined,
    }),
    place: (box, { turned }) => toPageBox(box, { width, height, turned, scale: 1 }),
  };
}

/** A page of a document, which is drawn for each size that it is read in. */
export function drawnImage(options: {
  dpi: number | undefined;
  maximumPixels: number;
  draw(drawing: Pick<RenderingRequest, 'resolution' | 'pixels' | 'maximumPixels'>): Promise<RenderedPage>;
}): PassImage {
  const { dpi, draw } = options;
  const maximumPixels = Math.min(options.maximumPixels, mostDrawnPixels);
  const drawn = new Map<boolean, RenderedPage>();

  async function drawFor({ enlarged }: Pass): Promise<RenderedPage> {
    const before = drawn.get(enlarged);
    if (before !== undefined) return before;
    const usual = drawn.get(false);
    const resolution = enlarged && usual !== undefined ? usual.resolution * enlargement : dpi;
    const page = await draw({ resolution, pixels: Math.min(usualPixels, maximumPixels), maximumPixels });
    drawn.set(enlarged, page);
    return page;
  }

  return {
    canEnlarge: true,
    async input(pass) {
      const { width, height, pixels, resolution } = await drawFor(pass);
      return {
        image: portableGraymap(width, height, pixels),
        orientation: pass.turned ? turnedOver(1) : 1,
        resolution: Math.round(resolution),
      };
    },
    place(box, { turned, enlarged }) {
      const { width, height, pageWidth } = drawn.get(enlarged) as RenderedPage;
      return toPageBox(box, { width, height, turned, scale: pageWidth / width });
    },
  };
}

/** From pixels of the image that was read, counted from above, to points of the page, counted from below. */
function toPageBox(
  { x0, y0, x1, y1 }: TesseractBox,
  { width, height, turned, scale }: { width: number; height: number; turned: boolean; scale: number },
): PageBox {
  const [left, right, lower, upper] = turned ? [width - x1, width - x0, y0, y1] : [x0, x1, height - y1, height - y0];
  const round = (value: number) => Math.round(value * scale * 100) / 100;
  return [round(left), round(lower), round(right), round(upper)];
}

function tooManyPixels({ width, height }: ImageSize, maximumPixels: number): CuboError {
  return new CuboError({
    code: 'CUBO_LIMIT_EXCEEDED',
    message: `The image has ${width} × ${height} pixels, more than the ${maximumPixels} that are read at once.`,
    remedy: 'Scale it down or cut it into pieces, or raise the option maximumPixels of tesseractOcr().',
  });
}
