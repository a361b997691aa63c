import type { RecordEncoding } from './record-encoding.ts';

/** IEEE 754 binary16 numbers, two little-endian bytes for each component; larger ones become the largest finite number. */
export const float16Encoding: RecordEncoding = {
  name: 'float16',
  code: 2,
  bytes: (dimensions) => 2 * dimensions,
  write(records, start, vector) {
    for (let i = 0; i < vector.length; i++) {
      const half = toFloat16(vector[i] as number);
      records[start + 2 * i] = half & 0xff;
      records[start + 2 * i + 1] = half >>> 8;
    }
  },
  read(records, start, vector) {
    for (let i = 0; i < vector.length; i++) {
      vector[i] = fromFloat16((records[start + 2 * i] as number) | ((records[start + 2 * i + 1] as number) << 8));
    }
  },
};

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);
const largest = 0x7bff;

/** The bits of the nearest binary16 number, ties to even; no infinity for a finite number. */
export function toFloat16(value: number): number {
  float[0] = value;
  const all = bits[0] as number;
  const sign = (all >>> 16) & 0x8000;
  const magnitude = Math.abs(float[0] as number);
  if (Number.isNaN(magnitude)) return 0x7e00;
  if (magnitude === Number.POSITIVE_INFINITY) return sign | 0x7c00;
  // Below the smallest normal number, multiples of 2^-24.
  if (magnitude < 2 ** -14) return sign | roundToEven(magnitude * 2 ** 24);
  const mantissa = all & 0x7fffff;
  const exponent = ((all >>> 23) & 0xff) - 112;
  return sign | Math.min(largest, roundToEven((exponent * 2 ** 23 + mantissa) / 2 ** 13));
}

/** The number that sixteen bits stand for. */
export function fromFloat16(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >>> 10) & 0x1f;
  const mantissa = half & 0x3ff;
  if (exponent === 0) return sign * mantissa * 2 ** -24;
  if (exponent === 31) return mantissa === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + mantissa / 1024) * 2 ** (exponent - 15);
}

function roundToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return rest > 0.5 ? floor + 1 : floor;
  return floor + (floor & 1);
}
