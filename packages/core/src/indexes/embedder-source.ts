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
  /** The space in use; `undefined` while there is none of this embedder. */
  current(): SpaceSetting | undefined;
  /** The embedder of a space that is in use, or was. Its model is loaded when it is first asked. */
  embedderOf(setting: SpaceSetting): Embedder;
  /** Reads what a training has left on the disk, and throws where it is damaged. Models of the host's own are not asked. */
  check(setting: SpaceSetting): Promise<void>;
  /**
   * The space that fits the live chunks: the current one, or one that is trained for them, with `renew` in any case.
   * `undefined`: they need none.
   */
  prepare(
    snapshot: LibrarySnapshot,
    options: { signal?: AbortSignal | undefined; renew?: boolean | undefined },
  ): AsyncGenerator<Extract<IngestEvent, { type: 'training' }>, PreparedSpace | undefined>;
  /** Removes what other spaces have left on the disk. */
  removeOthers(fingerprint: string | undefined): Promise<void>;
}
