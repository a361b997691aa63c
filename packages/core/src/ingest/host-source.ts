import { badArgument, isCuboError, type SkippedFile, type Source } from '@cubo/contracts';
import { describeValue } from '../arguments/describe-value.ts';
import { failureReason } from '../errors/failure-reason.ts';
import { assertMetadata } from './assert-metadata.ts';

/** Whether something can be ingested as a source: it has a name to be reported by, and bytes. */
export function isSource(source: unknown): source is Source {
  const { uri, name, open } = (source ?? {}) as Partial<Source>;
  return typeof uri === 'string' && uri !== '' && typeof name === 'string' && typeof open === 'function';
}

/**
 * Takes a source of the host's own as what it is: one that states of itself what cannot be is passed over, as a file that
 * cannot be read is, and the others go on.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT` for what is no source at all
 */
export function checkedSource(source: unknown): Source | SkippedFile {
  if (!isSource(source)) {
    throw badArgument(
      'A source without uri, name or open() was passed.',
      'Make sources with fileSource() or textSource(), or give your own all three.',
    );
  }
  try {
    assertFacts(source);
    return source;
  } catch (error) {
    const reason = isCuboError(error)
      ? error.message
      : `What the source states of itself threw: ${failureReason(error)}.`;
    return { path: source.uri, reason, code: 'CUBO_BAD_ARGUMENT' };
  }
}

function assertFacts({ uri, title, mediaType, size, modifiedAt, metadata }: Source): void {
  for (const [fact, value] of Object.entries({ title, mediaType })) {
    if (value === undefined || typeof value === 'string') continue;
    throw badArgument(
      `The ${fact} of the source ${uri} is ${describeValue(value)}, not a text.`,
      'Pass a string, or none.',
    );
  }
  if (size !== undefined && !(Number.isFinite(size) && size >= 0)) {
    throw badArgument(`The size of the source ${uri} is ${describeValue(size)}.`, 'Pass a number of bytes, or none.');
  }
  if (modifiedAt !== undefined && !Number.isFinite(modifiedAt)) {
    throw badArgument(
      `The time of modification of the source ${uri} is ${describeValue(modifiedAt)}.`,
      'Pass milliseconds since the epoch as a number, or none.',
    );
  }
  if (metadata !== undefined) assertMetadata(metadata, `The metadata of the source ${uri}`);
}
