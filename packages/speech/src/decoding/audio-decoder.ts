import type { Source } from '@cubo/contracts';

/** A stretch of sound. */
export interface DecodedAudio {
  /** Samples of a second. */
  readonly sampleRate: number;
  /** The samples of each channel, from -1 to 1; all of one length. */
  readonly channels: readonly Float32Array[];
}

/** Turns a format of recordings into sound. */
export interface AudioDecoder {
  /** Name and version; change it when the output changes: `wav@1`. */
  readonly id: string;
  readonly mediaTypes: readonly string[];
  /** File name extensions, lower case, with the dot. */
  readonly extensions: readonly string[];
  /** The sound from its beginning, in stretches of any length, as they are decoded. */
  decode(
    source: Pick<Source, 'uri' | 'name' | 'open'>,
    options?: { readonly signal?: AbortSignal | undefined },
  ): AsyncIterable<DecodedAudio>;
}
