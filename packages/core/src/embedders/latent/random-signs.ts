/**
 * A seeded source of random signs, the entries of a Rademacher matrix. It serves randomized projection as well as a
 * Gaussian one and needs no transcendental function, so it is the same on every machine. Generator: mulberry32.
 *
 * @returns a function that fills an array with +1 and -1, going on where the last call ended
 */
export function createRandomSigns(seed: number): (target: Float64Array) => void {
  let state = seed >>> 0;
  return (target) => {
    let bits = 0;
    for (let i = 0; i < target.length; i++) {
      if ((i & 15) === 0) {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        bits = (mixed ^ (mixed >>> 14)) >>> 0;
      }
      target[i] = bits & 1 ? 1 : -1;
      bits >>>= 1;
    }
  };
}
