import { deepStrictEqual } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type LibraryContents, libraryContents } from './library-contents.ts';
import { changeMixedDocuments, writeMixedDocuments } from './write-mixed-documents.ts';

/** What a round of kills came to. */
export interface KillReport {
  /** Kills that met a running ingest. */
  readonly kills: number;
  /** Ingests that were done before their kill came. */
  readonly tooLate: number;
  /** Of the kills: how many left neither what there was before nor all that was to come. */
  readonly halfWay: number;
  /** Documents that an ingest had read and not made durable when it was killed, so that they were read again. */
  readonly repeatedDocuments: number;
}

/**
 * A moment of an ingest: so long after so many of its events. Events keep pace with the work however busy the computer
 * is.
 */
interface KillMoment {
  readonly events: number;
  readonly milliseconds: number;
}

/**
 * Kills `cubo ingest` with SIGKILL at random moments. After each kill `doctor` must be clean, and after the same
 * command has run to its end the library must be equal to one that was never interrupted. Throws at the first
 * difference.
 */
export async function killIngest(options: {
  kills: number;
  seed: number;
  /** How many small documents there are. Default 160. */
  files?: number;
  /** Length of a text among the documents that takes several batches. Default: there is none. */
  largeCharacters?: number;
  /** Whether the libraries are encrypted. Default false. */
  encrypted?: boolean;
  onProgress?: (text: string) => void;
}): Promise<KillReport> {
  const directory = await mkdtemp(join(tmpdir(), 'cubo-kill-'));
  try {
    return await killInDirectory(directory, options);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function killInDirectory(directory: string, options: Parameters<typeof killIngest>[0]): Promise<KillReport> {
  const { kills, seed } = options;
  const documents = join(directory, 'documents');
  const base = join(directory, 'base');
  const { files = 160, largeCharacters = 0 } = options;
  await writeMixedDocuments(documents, seed, { files, largeCharacters });
  const random = randomNumbers(seed);
  const libraries = options.encrypted ? await encryptedLibraries(join(directory, 'key')) : plainLibraries;
  const { ingest } = libraries;
  // The first third of the kills meets one ingest again and again, the second the making of a library, the last bringing
  // one up to date.
  const third = Math.floor(kills / 3);
  const again = await killAgainAndAgain({ ...options, kills: third, documents, directory, random, libraries });
  const making = await killRound({ ...options, kills: third, documents, directory, random, libraries });
  await ingest(documents, base);
  await changeMixedDocuments(documents, seed);
  const change = await killRound({
    ...options,
    kills: kills - 2 * third,
    documents,
    directory,
    random,
    libraries,
    base,
  });
  const rounds = [again, making, change];
  const sum = (of: (report: Partial<KillReport>) => number | undefined) =>
    rounds.reduce((total, report) => total + (of(report) ?? 0), 0);
  return {
    kills: sum((report) => report.kills),
    tooLate: sum((report) => report.tooLate),
    halfWay: sum((report) => report.halfWay),
    repeatedDocuments: again.repeatedDocuments,
  };
}

/**
 * Kills the same ingest until it has been killed so often, then lets it come to its end. A document may be read once
 * more only if the kill came before its batch was durable. An ingest that is done before its kill begins a new library.
 */
async function killAgainAndAgain(options: {
  kills: number;
  documents: string;
  directory: string;
  random: () => number;
  libraries: Libraries;
  onProgress?: (text: string) => void;
}): Promise<KillReport> {
  const { kills, documents, directory, random, onProgress } = options;
  const { ingest, contents } = options.libraries;
  const reference = join(directory, 'uninterrupted');
  const { events } = await ingest(documents, reference);
  const expected = await contents(reference);
  const library = join(directory, 'interrupted');
  const report = { kills: 0, tooLate: 0, halfWay: 0, repeatedDocuments: 0 };
  let durable = new Set<string>();
  while (report.kills < kills) {
    if (report.tooLate > 10 + kills) throw new Error('The ingest is always done before the kill comes.');
    // Early in what is left, so that many kills fit into one ingest.
    const moment = { events: Math.floor((random() * events) / 8), milliseconds: random() * 60 };
    const run = await ingest(documents, library, moment);
    for (const source of run.indexed) {
      if (durable.has(source)) throw new Error(`${source} was durable, and was read again.`);
    }
    report.repeatedDocuments += run.killed ? run.indexed.length - run.published.size : 0;
    durable = new Set([...durable, ...run.published]);
    if (run.killed) {
      report.kills++;
      report.halfWay++;
      onProgress?.(
        `kill ${report.kills} of one ingest: ${durable.size} of ${expected.documents.length} documents are durable`,
      );
      continue;
    }
    report.tooLate++;
    deepStrictEqual(await contents(library), expected, 'an ingest that was killed again and again');
    await rm(library, { recursive: true, force: true });
    durable = new Set();
  }
  await ingest(documents, library);
  deepStrictEqual(await contents(library), expected, 'an ingest that was killed again and again');
  return report;
}

/** Kills ingests into copies of a library, or into new ones, and compares each with an uninterrupted one. */
async function killRound(options: {
  kills: number;
  documents: string;
  directory: string;
  random: () => number;
  libraries: Libraries;
  base?: string;
  onProgress?: (text: string) => void;
}): Promise<KillReport> {
  const { kills, documents, directory, random, base, onProgress } = options;
  const { ingest, contents } = options.libraries;
  const start = async (library: string) => {
    await rm(library, { recursive: true, force: true });
    if (base !== undefined) await cp(base, library, { recursive: true });
  };
  const reference = join(directory, 'reference');
  await start(reference);
  const { events } = await ingest(documents, reference);
  const expected = await contents(reference);
  const before = base === undefined ? '' : (await contents(base)).digest;
  const library = join(directory, 'library');
  const report = { kills: 0, tooLate: 0, halfWay: 0, repeatedDocuments: 0 };
  while (report.kills < kills) {
    if (report.tooLate > 10 + kills) throw new Error('The ingest is always done before the kill comes.');
    await start(library);
    const moment = { events: Math.floor(random() * events), milliseconds: random() * 30 };
    const { killed } = await ingest(documents, library, moment);
    if (!killed) {
      report.tooLate++;
      continue;
    }
    report.kills++;
    const when = `after ${moment.events} of ${events} events and ${Math.round(moment.milliseconds)} ms`;
    const left = await contents(library);
    if (![before, expected.digest].includes(left.digest) && left.chunks > 0) report.halfWay++;
    await ingest(documents, library);
    deepStrictEqual(await contents(library), expected, `killed ${when}`);
    onProgress?.(`kill ${when}: ${left.documents.length} of ${expected.documents.length} documents were in`);
  }
  return report;
}

/** What a run of `cubo ingest` did. */
interface IngestRun {
  readonly killed: boolean;
  readonly events: number;
  /** Sources that it indexed, and those of them that were durable when it ended. */
  readonly indexed: readonly string[];
  readonly published: ReadonlySet<string>;
}

/** How libraries are made and looked at. */
interface Libraries {
  ingest(documents: string, library: string, moment?: KillMoment): Promise<IngestRun>;
  contents(library: string): Promise<LibraryContents>;
}

const plainLibraries: Libraries = {
  ingest: (documents, library, moment) => runIngest([documents, '--library', library], moment),
  contents: (library) => libraryContents(library),
};

async function encryptedLibraries(keyFile: string): Promise<Libraries> {
  const key = randomBytes(32);
  await writeFile(keyFile, key);
  return {
    ingest: (documents, library, moment) => runIngest([documents, '--library', library, '--key-file', keyFile], moment),
    contents: (library) => libraryContents(library, { key }),
  };
}

/** Runs `cubo ingest` as a process of its own, and kills it when its moment has come. */
function runIngest(args: readonly string[], moment?: KillMoment): Promise<IngestRun> {
  const core = dirname(createRequire(import.meta.url).resolve('@cubo/core/package.json'));
  const command = [join(core, 'dist', 'cli.js'), 'ingest', ...args, '--json'];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
    let messages = '';
    let events = 0;
    let rest = '';
    const indexed: string[] = [];
    let published: ReadonlySet<string> = new Set();
    const look = (line: string) => {
      const event = JSON.parse(line) as { type: string; outcome?: string; source: string };
      if (event.type === 'file-finish' && event.outcome === 'indexed') indexed.push(event.source);
      if (event.type === 'publish') published = new Set(indexed);
    };
    let timer: NodeJS.Timeout | undefined;
    const killWhenDue = () => {
      if (moment === undefined || timer !== undefined || events < moment.events) return;
      timer = setTimeout(() => child.kill('SIGKILL'), moment.milliseconds);
    };
    child.on('spawn', killWhenDue);
    child.stdout.on('data', (bytes) => {
      const lines = (rest + String(bytes)).split('\n');
      rest = lines.pop() ?? '';
      events += lines.length;
      for (const line of lines) look(line);
      killWhenDue();
    });
    child.stderr.on('data', (bytes) => {
      messages += String(bytes);
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      if (signal === 'SIGKILL' || code === 0) resolve({ killed: signal === 'SIGKILL', events, indexed, published });
      else reject(new Error(`cubo ingest ended with ${code ?? signal}: ${messages}`));
    });
  });
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}
