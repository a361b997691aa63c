import type { Embedder } from '@cubo/contracts';
import type { EmbedderSource } from './embedder-source.ts';
import { configurationOf, type SpaceSetting } from './space-setting.ts';

/** The one space of an embedder of the host's own. */
export function givenEmbedder(embedder: Embedder): EmbedderSource {
  const { id, fingerprint, dimensions } = embedder;
  const configuration = configurationOf(embedder);
  const setting: SpaceSetting = { configuration, fingerprint, dimensions };
  return {
    configuration,
    id,
    first: setting,
    embedderOf: () => embedder,
    check: async () => {},
    keepOnly() {},
    // biome-ignore lint/correctness/useYield: there is nothing to train, and so nothing to tell.
    async *prepare() {
      return { setting, embedder };
    },
  };
}
