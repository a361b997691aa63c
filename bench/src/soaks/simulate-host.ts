import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manualClock } from '@cubo/contracts/testing';
import { type Cubo, createCubo, leastBudgetMiB } from '@cubo/core';
import { zipfText } from '../corpora/zipf-text.ts';
import { type HostState, hostState } from './host-state.ts';
import { heavyEmbedder, heavyGenerator } from './model-for-soaks.ts';

/** How a day of a host went. */
export interface HostReport {
  readonly hours: number;
  readonly searches: number;
  readonly ingests: number;
  /** How often the host's embedder was loaded; as often, but for the last, it was let go. */
  readonly loads: number;
  /** At equal distances; the first when all was used a few times. */
  readonly states: readonly HostState[];
}

const searchesPerHour = 10_000 / 24;
const ingestsPerHour = 100 / 24;
/** Work comes in bursts, between which models become idle; each ends with an ingest. */
const secondsBetweenSearches = 2;
const files = 12;
/** How many versions of a file, and how many queries, there are. */
const versions = 6;
const queries = 300;
/** Looks at the state in the time that is measured, and bursts before that. */
const looks = 9;
const warmUp = 8;

/**
 * Lets a host search, ask and ingest for so many hours of a clock that is moved, with a model of its own and with the one
 * that is trained on the library, and looks at what the process holds on to. Ingests run in the calling thread and in one
 * of their own by turns. Some searches are aborted, and sometimes the model is out of order.
 */
export async function simulateHost(options: {
  readonly hours: number;
  readonly onProgress?: (text: string) => void;
}): Promise<HostReport> {
  const { hours, onProgress = () => {} } = options;
  const bursts = Math.max(looks + warmUp, Math.round(hours * ingestsPerHour));
  const searchesPerBurst = Math.max(1, Math.round((hours * searchesPerHour) / bursts));
  const secondsPerBurst = (hours * 3600) / bursts;
  const folder = await mkdtemp(join(tmpdir(), 'cubo-host-'));
  const clock = manualClock(Date.UTC(2026, 0, 1));
  const embedder = heavyEmbedder();
  const { signal } = new AbortController();
  const open = (name: string, given: Partial<Parameters<typeof createCubo>[0]>) =>
    createCubo({ path: join(folder, name), memory: { budgetMiB: leastBudgetMiB }, ...given });
  const hosts = [await open('own', { clock, embedder }), await open('trained', { clock, searchCache: {} })];
  const openThreaded = async () => [await open('own', { embedder, threads: 1 }), await open('trained', { threads: 1 })];
  let threaded = await openThreaded();
  const heard = listen(hosts);
  let searches = 0;
  let ingests = 0;

  async function search(cubo: Cubo, seed: number): Promise<void> {
    const query = zipfText({ seed: seed % queries, characters: 30 });
    if (seed % 50 === 7) {
      const leaving = new AbortController();
      const left = cubo.search(query, { signal: leaving.signal });
      leaving.abort();
      await left.catch(() => {});
    } else if (seed % 40 === 3) {
      await cubo.ask(query, { signal, generator: heavyGenerator(), leastConfidence: 0 });
    } else {
      embedder.setBroken(seed % 60 === 11);
      await cubo.search(query, { signal, diversity: seed % 9 === 0 ? 0.3 : 0 });
      embedder.setBroken(false);
    }
    searches++;
  }

  async function burst(number: number): Promise<void> {
    const place = number % 2;
    const documents = join(folder, `documents-${place}`);
    await writeFiles(documents, number);
    const runners = number % 4 < 2 ? hosts : threaded;
    await (runners[place] as Cubo).ingest(documents, { signal });
    ingests++;
    for (let i = 0; i < searchesPerBurst; i++) {
      await search(hosts[i % 2] as Cubo, number * searchesPerBurst + i);
      await clock.advance(secondsBetweenSearches * 1000);
    }
    for (const cubo of hosts) await cubo.status();
    const idle = secondsPerBurst - searchesPerBurst * secondsBetweenSearches;
    await clock.advance(Math.max(301, idle) * 1000);
    for (const cubo of threaded) await cubo.unload();
  }

  const states: HostState[] = [];
  try {
    for (let number = 0; number < bursts; number++) {
      await burst(number);
      if (number < warmUp - 1) continue;
      const due = Math.floor(((number + 1 - warmUp) * looks) / (bursts - warmUp));
      if (due < states.length) continue;
      // Their threads end by the computer's clock, which is another one.
      for (const cubo of threaded) await cubo.close();
      states.push(await hostState({ signals: [signal], waiting: clock.waiting, folder }));
      threaded = await openThreaded();
      onProgress(`${searches} searches, ${ingests} ingests: ${describe(states.at(-1) as HostState)}`);
    }
    if (heard.count === 0) throw new Error('No event was heard.');
    return { hours, searches, ingests, loads: embedder.loads(), states };
  } finally {
    for (const cubo of [...hosts, ...threaded]) await cubo.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Half of the files are written anew, so that a library stays as large as it is; after some versions the first one comes
 * again, so that what is remembered of words comes to an end.
 */
async function writeFiles(documents: string, number: number): Promise<void> {
  await mkdir(documents, { recursive: true });
  for (let i = 0; i < files; i++) {
    const version = i % 2 === 0 ? 0 : number % versions;
    await writeFile(join(documents, `${i}.txt`), zipfText({ seed: 1000 * version + i + 1, characters: 4000 }));
  }
}

function listen(hosts: readonly Cubo[]): { readonly count: number } {
  const heard = { count: 0 };
  for (const cubo of hosts) {
    void (async () => {
      for await (const _ of cubo.events()) heard.count++;
    })();
  }
  return heard;
}

function describe({ heapBytes, ...counts }: HostState): string {
  const all = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  return `${(heapBytes / 2 ** 20).toFixed(1)} MiB, ${all.join(', ')}`;
}
