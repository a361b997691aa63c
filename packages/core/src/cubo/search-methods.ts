import type { Analyzer, Generator } from '@cubo/contracts';
import { createAnswerStream } from '../ask/answer-stream.ts';
import { answerQuestion } from '../ask/ask.ts';
import type { Models } from '../models/models.ts';
import type { SearchTraffic } from '../profile/search-traffic.ts';
import { assertTexts } from '../search/embed-texts.ts';
import type { Searcher } from '../search/searcher.ts';
import { whileLinked } from '../signals/while-linked.ts';
import { assertMethodOptions, signalOf } from './assert-method-options.ts';
import { assertGenerator } from './assert-options.ts';
import type { Cubo } from './cubo.ts';
import type { NetworkAccess } from './network-access.ts';

/** The methods of a knowledge base that search, answer and compare. */
export function searchMethods(parts: {
  readonly searcher: Searcher;
  readonly traffic: SearchTraffic;
  readonly network: Pick<NetworkAccess, 'guard'>;
  /** That of the library, as its model is held. */
  readonly generator: Generator;
  readonly models: Pick<Models, 'givenGenerator'>;
  readonly analyzer: Analyzer;
  /** Whether the generator rewrites queries that do not say. */
  readonly rewrites: boolean;
  /** Whether it can be judged by words whether a question has an answer. */
  readonly judgesByWords: boolean;
  /** Aborted when the knowledge base is closed. */
  readonly closing: AbortSignal;
}): Pick<Cubo, 'search' | 'ask' | 'embed'> {
  const { searcher, traffic, network, generator, models, analyzer, rewrites, judgesByWords, closing } = parts;
  return {
    async search(query, options = {}) {
      assertMethodOptions('search', options);
      const { rewrite = rewrites } = options;
      return whileLinked([options.signal, closing], (signal) =>
        traffic.during(() => searcher.search(query, { ...network.guard.call({ ...options, rewrite }), signal })),
      );
    },
    ask: (question, options = {}) =>
      createAnswerStream(
        (signal) => {
          assertMethodOptions('ask', options);
          if (options.generator !== undefined) assertGenerator(options.generator);
          const { rewrite = rewrites } = options;
          const guarded = network.guard.call({ ...options, rewrite });
          const steps = answerQuestion(question, {
            ...guarded,
            signal,
            generator: guarded.generator === undefined ? generator : models.givenGenerator(guarded.generator),
            ...{ searcher, analyzer, judgesByWords },
          });
          return traffic.through(steps);
        },
        [signalOf(options), closing],
      ),
    async embed(texts, options = {}) {
      assertMethodOptions('embed', options);
      assertTexts(texts);
      return whileLinked([options.signal, closing], (signal) =>
        traffic.during(() => searcher.embed(texts, { signal })),
      );
    },
  };
}
