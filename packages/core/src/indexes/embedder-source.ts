import type { Embedder, IngestEvent } from '@cubo/contracts';
import type { LibrarySnapshot } from '@cubo/library';
import type { SpaceSetting } from './space-setting.ts';

/** A space that shall come into use, and its embedder. */
export interface PreparedSpace {
  readonly setting: SpaceSetting;
  readonly embedder: Embedder;
}

/** Where the embedder of a vector space comes from: the host gave it, or it is trained on the library. */
export interface EmbedderSource {
  /** What the embedder was configured with: see `configurationOf`. */
  readonly configuration: string;
  readonly id: string;
  /** The space to use while nothing is known of one; `undefined` where that takes a training. */
  readonly first: SpaceSetting | undefined;
  /** The embedder of a space that is in use, or was. Its model is loaded when it is first asked. */
  embedderOf(setting: SpaceSetting): Embedder;
  /** Reads what a training has left on the disk, and throws where it is damaged. Models of the host's own are not asked. */
  check(setting: SpaceSetting): Promise<void>;
  /** Lets go of models that were trained for other spaces. */
  keepOnly(fingerprints: readonly string[]): void;
  /**
   * The space that fits the live chunks: the first of those known that does, or one that is trained for them, with `renew`
   * in any case. `undefined`: they need none.
   */
  prepare(
    snapshot: LibrarySnapshot,
    options: {
      /** Spaces of this embedder, the one in use first. */
      known: readonly SpaceSetting[];
      signal?: AbortSignal | undefined;
      renew?: boolean | undefined;
    },
  ): AsyncGenerator<Extract<IngestEvent, { type: 'training' }>, PreparedSpace | undefined>;
}
