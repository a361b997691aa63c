import type { Embedder } from '@cubo/contracts';
import type { Library } from '@cubo/library';
import type { EmbedderSource } from './embedder-source.ts';
import { removeOtherFolders } from './remove-other-folders.ts';
import { configurationOf, type SpaceSetting } from './space-setting.ts';

/** The one space of an embedder of the host's own. */
export function givenEmbedder({ files, paths }: Library, embedder: Embedder): EmbedderSource {
  const { fingerprint, dimensions } = embedder;
  const setting: SpaceSetting = { configuration: configurationOf(embedder), fingerprint, dimensions };
  return {
    current: () => setting,
    embedderOf: () => embedder,
    check: async () => {},
    // biome-ignore lint/correctness/useYield: there is nothing to train, and so nothing to tell.
    async *prepare() {
      return { setting, embedder };
    },
    removeOthers: () => removeOtherFolders(files, paths.models, undefined),
  };
}
