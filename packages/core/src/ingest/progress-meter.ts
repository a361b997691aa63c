import type { IngestEvent, IngestProgress, IngestStage, Source } from '@cubo/contracts';

/** What is measured over: the last so many milliseconds. */
const windowMilliseconds = 10_000;

/** Measures how far a job is, how fast, and what it waits for. */
export interface ProgressMeter {
  /** Counts the time until a promise settles for a stage. What is counted for none is indexing and storing. */
  waiting<T>(stage: IngestStage | 'reader', promise: Promise<T>): Promise<T>;
  /** Counts the time until each item of something for a stage. */
  over<Item>(stage: IngestStage, items: AsyncIterable<Item>): AsyncGenerator<Item, void, undefined>;
  /** Takes in what happened. */
  hear(event: IngestEvent): void;
  /** Says how many bytes of the source that is being read are through. */
  within(bytes: number): void;
  /** Examines a source. The bytes of one that cannot be are none of those that are left. */
  examining<T>(source: Pick<Source, 'uri' | 'size'>, examination: Promise<T>): Promise<T>;
  /** Says how much there is in all. */
  setTotal(total: { readonly files: number; readonly bytes: number }): void;
  progress(): IngestProgress;
}

type Times = Record<IngestStage | 'reader', number>;

interface Sample {
  readonly time: number;
  readonly bytes: number;
  readonly times: Times;
}

/** Makes the meter of one run of a job. `now` is a clock in milliseconds. */
export function createProgressMeter(now: () => number = () => performance.now()): ProgressMeter {
  const done = { files: 0, bytes: 0, chunks: 0 };
  let within = 0;
  /** The most bytes that were told of: a source that is begun anew is no reason to count backwards. */
  let reached = 0;
  let total: { files: number; bytes: number } | undefined;
  /** Sizes of the sources that could not be examined. */
  const passedOver = new Map<string, number>();
  let passedOverBytes = 0;
  const times: Times = { scan: 0, extract: 0, index: 0, embed: 0, reader: 0 };
  /** The stage that the time counts for just now, and since when. */
  let stage: IngestStage | 'reader' = 'index';
  let since = now();
  const samples: Sample[] = [sample()];

  function turnTo(next: IngestStage | 'reader'): void {
    const time = now();
    times[stage] += time - since;
    since = time;
    stage = next;
  }

  function sample(): Sample {
    turnTo(stage);
    reached = Math.max(reached, done.bytes + within);
    return { time: since, bytes: reached, times: { ...times } };
  }

  async function waiting<T>(next: IngestStage | 'reader', promise: Promise<T>): Promise<T> {
    const before = stage;
    turnTo(next);
    try {
      return await promise;
    } finally {
      turnTo(before);
    }
  }

  function passOver({ uri, size = 0 }: Pick<Source, 'uri' | 'size'>, isPassedOver: boolean): void {
    passedOverBytes -= passedOver.get(uri) ?? 0;
    passedOver.delete(uri);
    if (!isPassedOver || size === 0) return;
    passedOver.set(uri, size);
    passedOverBytes += size;
  }

  return {
    waiting,
    async examining(source, examination) {
      try {
        const examined = await waiting('scan', examination);
        passOver(source, false);
        return examined;
      } catch (error) {
        passOver(source, true);
        throw error;
      }
    },
    async *over(next, items) {
      const iterator = items[Symbol.asyncIterator]();
      let ended = false;
      try {
        for (;;) {
          const step = await waiting(next, iterator.next());
          ended = step.done === true;
          if (step.done) return;
          yield step.value;
        }
      } catch (error) {
        ended = true;
        throw error;
      } finally {
        if (!ended) await iterator.return?.();
      }
    },
    hear(event) {
      if (event.type === 'file-finish' || event.type === 'file-retry') within = 0;
      if (event.type !== 'file-finish' || event.outcome === 'removed') return;
      done.files++;
      done.bytes += event.bytes;
      done.chunks += event.chunks;
    },
    within(bytes) {
      within = bytes;
    },
    setTotal(given) {
      total = given;
    },
    progress() {
      const latest = sample();
      while (samples.length > 1 && (samples[1] as Sample).time <= latest.time - windowMilliseconds) samples.shift();
      const first = samples[0] as Sample;
      samples.push(latest);
      const spent = (latest.time - first.time - (latest.times.reader - first.times.reader)) / 1000;
      const bytesPerSecond = spent > 0 ? (latest.bytes - first.bytes) / spent : 0;
      // What has grown since it was counted is no reason for more than all.
      const bytes = total && Math.max(total.bytes - passedOverBytes, reached);
      const left = bytes === undefined ? undefined : bytes - reached;
      return {
        files: { done: done.files, total: total && Math.max(total.files, done.files) },
        bytes: { done: reached, total: bytes },
        chunks: done.chunks,
        bytesPerSecond,
        secondsLeft:
          left === undefined || (left > 0 && bytesPerSecond === 0) ? undefined : left / (bytesPerSecond || 1),
        bottleneck: longest(first.times, latest.times),
      };
    },
  };
}

/** The stage that took most of the time between two samples. */
function longest(before: Times, after: Times): IngestStage {
  const stages: readonly IngestStage[] = ['extract', 'index', 'scan', 'embed'];
  return stages.reduce((a, b) => (after[b] - before[b] > after[a] - before[a] ? b : a));
}
