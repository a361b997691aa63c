import { workerData } from 'node:worker_threads';
import { type IngestEvent, type Logger, systemClock } from '@cubo/contracts';
import {
  builtinExtractors,
  createChunker,
  createExtractionPool,
  createExtractorRegistry,
  createLentSources,
  createMessagePeer,
  type ExtractionRequest,
  type MessagePeer,
} from '@cubo/ingest';
import { openLibrary } from '@cubo/library';
import { createAnalyzer, openLexicalIndex } from '@cubo/retrieval';
import { latentEmbedder } from '../embedders/latent/index.ts';
import { createLexicalIndexHolder } from '../indexes/lexical-index-holder.ts';
import { openOwnTier } from '../indexes/open-own-tier.ts';
import { createVectorSpaces } from '../indexes/vector-spaces.ts';
import { prepareInput } from '../ingest/ingest-input.ts';
import { runIngestHere } from '../ingest/ingest-job.ts';
import { specificationOf } from '../ingest/job-specification.ts';
import { migrationSlice } from '../migration/migration-slice.ts';
import { createModels } from '../models/models.ts';
import { hostEmbedder, hostExtractors, hostOcrEngine, hostSources } from './host-parts.ts';
import { lowerThreadPriority } from './lower-thread-priority.ts';
import { startExtractThread } from './start-extract-thread.ts';
import type { IngestThreadData, JobRequest, LogMessage } from './thread-settings.ts';

/** What this thread keeps of decoded chunks, which it reads in order, once; and, besides, of the catalog. */
const cacheBytes = 4 * 2 ** 20;

/** How long a document may be read without getting on. */
const timeLimitMilliseconds = 60_000;
/** Sources that are looked at ahead, besides two for each thread: small ones are read faster than they are asked for. */
const sourcesAhead = 6;

const { port, settings } = workerData as IngestThreadData;
const { path, encryption, lockTimeoutMilliseconds, maximumBytes, memoryBytes, host } = settings;
if (settings.yields) lowerThreadPriority();

const lent = createLentSources();
const lentToPool = createLentSources();
const peer: MessagePeer = createMessagePeer(port, {
  ...lent.handlers,
  run,
  migrate,
});

const builtin = builtinExtractors();
const pool = createExtractionPool({
  size: settings.threads,
  start: () =>
    startExtractThread({
      settings,
      connect: (hostPort) => peer.tell('connect', hostPort, [hostPort]),
      sources: lentToPool,
    }),
  timeLimitMilliseconds,
});

/** What is opened for a job or a part of a migration, by a writer of its own, as one of another process would. */
async function open() {
  const analyzer = createAnalyzer();
  const library = await openLibrary({ path, encryption, mustExist: true, lockTimeoutMilliseconds, cacheBytes });
  const embedder =
    host.embedder === 'latent' ? latentEmbedder({ analyzer }) : host.embedder && hostEmbedder(host.embedder, peer);
  const models = createModels();
  const vectors = embedder
    ? createVectorSpaces({ library, embedder, openTier: openOwnTier, memoryBytes, models })
    : undefined;
  return {
    analyzer,
    library,
    vectors,
    models,
    async close() {
      await library.close();
      await vectors?.close();
      await models.close();
    },
  };
}

async function migrate(_: undefined, signal: AbortSignal): Promise<boolean> {
  const begun = performance.now();
  const { library, vectors, close } = await open();
  try {
    const openingMilliseconds = performance.now() - begun;
    return await migrationSlice(
      { library, vectors },
      { emit: (step) => emit(step, signal), signal, openingMilliseconds },
    );
  } finally {
    await close();
  }
}

async function run({ job, passwords, hostSources: areHost }: JobRequest, signal: AbortSignal): Promise<void> {
  const { analyzer, library, vectors, models, close } = await open();
  const lexical = createLexicalIndexHolder({ library, analyzer, open: openLexicalIndex });
  const { paths = [], ...rules } = specificationOf(job);
  const input = areHost
    ? { paths: undefined, sources: (options: { signal: AbortSignal }) => hostSources(peer, lent, options.signal) }
    : prepareInput(paths, library.paths.root, rules);
  const runJob = runIngestHere({
    library,
    lexical,
    vectors,
    analyzer,
    registry: createExtractorRegistry([...builtin, ...hostExtractors(host.extractors, peer, lent)]),
    chunker: createChunker(settings.chunker),
    maximumBytes,
    ocr: hostOcrEngine(host.ocr, peer),
    ahead: {
      limit: 2 * settings.threads + sourcesAhead,
      begin(source, { extractor, sha256 }, now) {
        const place = builtin.indexOf(extractor);
        if (place < 0) return undefined;
        const { message, end } = lentToPool.lend(source);
        const argument: ExtractionRequest = { extractor: place, source: message, sha256, passwords };
        const task = { uri: source.uri, argument, onEnd: end };
        return now ? pool.beginNow(task) : pool.begin(task);
      },
    },
    clock: systemClock,
    logger: hostLogger(),
  });
  /** All texts are in when a model is trained on them, which takes as much memory as they did. */
  async function makeRoom(): Promise<void> {
    await Promise.all([pool.rest(), lexical.close()]);
  }
  async function tell(event: IngestEvent): Promise<void> {
    if (event.type === 'training') await makeRoom();
    // Now the vectors are compressed, for which the model that has made them is not needed.
    if (event.type === 'embedding' && event.done === event.total) await models.unload();
    await emit(event, signal);
  }
  try {
    await runJob({ input, job, passwords }, tell, signal);
  } finally {
    await close();
    await lexical.close();
  }
}

/** Once the signal is aborted nobody waits for events any more. */
async function emit(event: IngestEvent, signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await peer.call('event', event);
}

function hostLogger(): Logger {
  const log = (level: keyof Logger) => (message: string) => peer.tell('log', { level, message } satisfies LogMessage);
  return { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
}
