import { badArgument, isTrainableEmbedder } from '@cubo/contracts';
import { libraryKey } from '@cubo/library';
import type { CuboOptions } from './cubo-options.ts';

/** Throws `CUBO_BAD_ARGUMENT` for a key that is none, and for what would write past the encryption. */
export function assertEncryption(options: Pick<CuboOptions, 'encryption' | 'embedder' | 'previousEmbedder'>): void {
  const { encryption, embedder, previousEmbedder } = options;
  if (encryption === undefined) return;
  if (typeof encryption !== 'object' || encryption === null) {
    // A key that was given in place of the options must not stand in a message.
    throw badArgument(`The option encryption is of the type ${typeof encryption}.`, 'Pass { key }, 32 bytes.');
  }
  // Nor one that was given in place of a name.
  if (Object.keys(encryption).some((name) => name !== 'key')) {
    throw badArgument('The option encryption has other fields than key.', 'Pass { key }, 32 bytes.');
  }
  libraryKey(encryption.key);
  for (const given of [embedder, previousEmbedder]) {
    if (!given || !isTrainableEmbedder(given) || given.usesFiles === true) continue;
    throw badArgument(
      `The embedder ${given.id} does not say that it keeps its model by the files it is given, so that it would not be encrypted.`,
      'Have save() and restore() use options.files, and say so by usesFiles: true.',
    );
  }
}

/** The same options, with the key as an object that shows it to nobody and that may be sent to threads. */
export function withHiddenKey(options: CuboOptions): CuboOptions {
  const { encryption } = options;
  return encryption === undefined ? options : { ...options, encryption: { key: libraryKey(encryption.key) } };
}
