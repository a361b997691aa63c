import { workerData } from 'node:worker_threads';
import { type IngestEvent, type Logger, systemClock } from '@cubo/contracts';
import { openExactTier } from '@cubo/index-tiered';
import {
  builtinExtractors,
  createExtractorRegistry,
  createLentSources,
  createMessagePeer,
  type MessagePeer,
  recursiveChunker,
} from '@cubo/ingest';
import { openLibrary } from '@cubo/library';
import { createAnalyzer, openLexicalIndex } from '@cubo/retrieval';
import { latentEmbedder } from '../embedders/latent/index.ts';
import { createLexicalIndexHolder } from '../indexes/lexical-index-holder.ts';
import { createVectorSpaces } from '../indexes/vector-spaces.ts';
import { prepareInput } from '../ingest/ingest-input.ts';
import { runIngestHere } from '../ingest/ingest-job.ts';
import { specificationOf } from '../ingest/job-specification.ts';
import { hostEmbedder, hostExtractors, hostSources } from './host-parts.ts';
import type { IngestThreadData, LogMessage } from './ingest-thread-settings.ts';

/** What this thread keeps of decoded chunks: it reads them in order, once. */
const cacheBytes = 4 * 2 ** 20;

const { port, settings } = workerData as IngestThreadData;
const { path, lockTimeoutMilliseconds, maximumBytes, job, host } = settings;
const lent = createLentSources();
const peer: MessagePeer = createMessagePeer(port, {
  ...lent.handlers,
  run: (_: undefined, signal) => run(signal),
});

/** Does the job as a writer of its own, as one of another process would. */
async function run(signal: AbortSignal): Promise<void> {
  const analyzer = createAnalyzer();
  const library = await openLibrary({ path, lockTimeoutMilliseconds, cacheBytes });
  const lexical = createLexicalIndexHolder({ library, analyzer, open: openLexicalIndex });
  const embedder =
    host.embedder === 'latent' ? latentEmbedder({ analyzer }) : host.embedder && hostEmbedder(host.embedder, peer);
  const vectors = embedder ? createVectorSpaces({ library, embedder, openTier: openExactTier }) : undefined;
  const extractors = [...builtinExtractors(), ...hostExtractors(host.extractors, peer, lent)];
  const input = host.sources
    ? { paths: undefined, sources: (options: { signal: AbortSignal }) => hostSources(peer, lent, options.signal) }
    : prepareInput(specificationOf(job).paths ?? [], library.paths.root);
  const runJob = runIngestHere({
    library,
    lexical,
    vectors,
    analyzer,
    registry: createExtractorRegistry(extractors),
    chunker: recursiveChunker(),
    maximumBytes,
    clock: systemClock,
    logger: hostLogger(),
  });
  try {
    await runJob({ input, job }, (event) => emit(event, signal), signal);
  } finally {
    await library.close();
    await lexical.close();
    await vectors?.close();
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
