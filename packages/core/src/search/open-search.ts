import type { Analyzer, Fuser, Logger, SearchFailure } from '@cubo/contracts';
import type { Library } from '@cubo/library';
import type { CuboOptions } from '../cubo/cubo-options.ts';
import type { CuboEvent } from '../events/cubo-event.ts';
import type { EventHub } from '../events/event-hub.ts';
import type { LexicalIndexHolder } from '../indexes/lexical-index-holder.ts';
import type { VectorSpaces } from '../indexes/vector-spaces.ts';
import type { MemoryPlan } from '../memory/plan-memory.ts';
import type { ChosenModels } from '../models/choose-models.ts';
import type { Models } from '../models/models.ts';
import type { ProfileSettings } from '../profile/profile.ts';
import { type SearchThreads, searchInThreads } from '../threads/search-in-threads.ts';
import { createSearcher, type Searcher } from './searcher.ts';

/** The search of a knowledge base. */
export interface OpenedSearch {
  readonly searcher: Searcher;
  /** `undefined` where the calling thread makes all searches. */
  readonly threads: SearchThreads | undefined;
}

/** Makes the search of a knowledge base, in threads where its options allow it. */
export function openSearch(parts: {
  options: CuboOptions;
  library: Library;
  lexical: LexicalIndexHolder;
  vectors: VectorSpaces | undefined;
  analyzer: Analyzer;
  fuser: Fuser;
  models: Models;
  chosen: ChosenModels;
  settings: ProfileSettings;
  memory: MemoryPlan;
  logger: Logger;
  events: Pick<EventHub<CuboEvent>, 'publish'>;
}): OpenedSearch {
  const { options, library, lexical, vectors, analyzer, fuser, models, chosen, settings, memory, logger, events } =
    parts;
  const onFailure = (failure: SearchFailure) => events.publish({ type: 'search-degraded', failure });
  const here = createSearcher({
    library,
    lexical,
    vectors,
    analyzer,
    fuser,
    reranker: chosen.reranker,
    defaultReranker: chosen.defaultReranker,
    generator: chosen.hostGenerator,
    holdGenerator: models.givenGenerator,
    onFailure,
    cache: options.searchCache ?? false,
  });
  const threads = searchInThreads({
    options,
    path: library.paths.root,
    settings,
    memory,
    fuser,
    models: chosen,
    here,
    logger,
    onModel: (model) => events.publish({ type: 'model', model }),
    onFailure,
  });
  return { searcher: threads ?? here, threads };
}
