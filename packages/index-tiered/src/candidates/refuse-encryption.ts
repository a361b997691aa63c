import { CuboError } from '@cubo/contracts';
import type { FileLayer } from '@cubo/library';

/** Another library reads and writes its index by itself: it would stand on the disk as it is. */
export function refuseEncryption(name: string, files: FileLayer | undefined): void {
  if (files?.isEncrypted !== true) return;
  throw new CuboError({
    code: 'CUBO_BAD_ARGUMENT',
    message: `The index of ${name} cannot be encrypted: it is read and written by ${name} itself.`,
    remedy: 'Leave the option vectorTier out, whose default is encrypted, or keep the library without encryption.',
  });
}
