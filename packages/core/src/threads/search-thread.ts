import { workerData } from 'node:worker_threads';
import { createMessagePeer, type MessagePeer } from '@cubo/ingest';
import { openLibrary } from '@cubo/library';
import { createAnalyzer, createFuser, openLexicalIndex, proximityReranker } from '@cubo/retrieval';
import { latentEmbedder } from '../embedders/latent/index.ts';
import { createLexicalIndexHolder } from '../indexes/lexical-index-holder.ts';
import { openOwnTier } from '../indexes/open-own-tier.ts';
import { createVectorSpaces } from '../indexes/vector-spaces.ts';
import { createModels } from '../models/models.ts';
import { createSearcher, type Searcher } from '../search/searcher.ts';
import { hostEmbedder, hostReranker } from './host-parts.ts';
import type { SearchRequest, SearchThreadData } from './search-thread-settings.ts';

const { port, settings } = workerData as SearchThreadData;

/** Reads the library as another process would, and makes none in its place. Opened by the first search, which hears why it cannot be. */
let opening: Promise<Searcher> | undefined;

async function open(): Promise<Searcher> {
  const { path, encryption, cacheBytes } = settings;
  const analyzer = createAnalyzer();
  const library = await openLibrary({ path, encryption, cacheBytes, mustExist: true });
  const lexical = createLexicalIndexHolder({ library, analyzer, open: openLexicalIndex });
  const { embedder: facts, previousEmbedder, memoryBytes, idleSeconds } = settings;
  const embedder = facts === 'latent' ? latentEmbedder({ analyzer }) : facts && hostEmbedder(facts, peer);
  const previous = [
    ...(previousEmbedder === undefined ? [] : [hostEmbedder(previousEmbedder, peer)]),
    ...(facts === 'latent' ? [] : [latentEmbedder({ analyzer })]),
  ];
  const models = createModels({ idleSeconds, onChange: (model) => peer.tell('model', model) });
  const proximity = proximityReranker({ analyzer });
  const reranker =
    settings.reranker === 'proximity' ? proximity : settings.reranker && hostReranker(settings.reranker, peer);
  return createSearcher({
    library,
    lexical,
    vectors: embedder
      ? createVectorSpaces({ library, embedder, previous, openTier: openOwnTier, memoryBytes, models })
      : undefined,
    analyzer,
    fuser: createFuser(settings.fuser),
    reranker,
    defaultReranker: settings.isRerankerLeftAside ? proximity : reranker,
    generator: undefined,
    onFailure: (failure) => peer.tell('failure', failure),
    cache: settings.searchCache,
  });
}

async function searcher(): Promise<Searcher> {
  opening ??= open();
  try {
    return await opening;
  } catch (error) {
    // The next search tries anew.
    opening = undefined;
    throw error;
  }
}

const peer: MessagePeer = createMessagePeer(port, {
  search: async ({ query, options }: SearchRequest, signal) => (await searcher()).search(query, { ...options, signal }),
  confidence: async ({ query, options }: SearchRequest, signal) =>
    (await searcher()).confidence(query, { ...options, signal }),
  embed: async (texts: readonly string[], signal) => (await searcher()).embed(texts, { signal }),
  cacheStats: async () => (await searcher()).cacheStats(),
});
