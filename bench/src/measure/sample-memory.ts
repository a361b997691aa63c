/** Seconds since the beginning, and MB of resident memory then. */
export type MemorySample = readonly [seconds: number, megabytes: number];

const milliseconds = 50;
/** A curve needs no more. */
const mostSamples = 240;
/** Of an ingest that lasts an hour all samples would weigh megabytes themselves. */
const mostHeld = 16 * mostSamples;

/** Looks at the resident memory of the process from time to time until it is stopped. */
export function sampleMemory(): { stop(): MemorySample[] } {
  let samples: MemorySample[] = [];
  const started = performance.now();
  const look = () => {
    samples.push([(performance.now() - started) / 1000, process.memoryUsage.rss() / 1e6]);
    if (samples.length === mostHeld) samples = thinOut(samples, mostHeld / 2);
  };
  look();
  const timer = setInterval(look, milliseconds).unref();
  return {
    stop() {
      clearInterval(timer);
      look();
      return thinOut(samples, mostSamples).map(([x, y]) => [Math.round(x * 1000) / 1000, Math.round(y * 10) / 10]);
    },
  };
}

/** At most so many of some samples: of each run of them the one with the most memory. */
export function thinOut(samples: readonly MemorySample[], most: number): MemorySample[] {
  const run = Math.ceil(samples.length / most);
  return Array.from({ length: Math.ceil(samples.length / run) }, (_, i) =>
    samples.slice(i * run, (i + 1) * run).reduce((highest, one) => (one[1] > highest[1] ? one : highest)),
  );
}
