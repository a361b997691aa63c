import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { CuboError } from '@cubo/contracts';

/** A line of a text file and its number, from 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/**
 * The lines of a UTF-8 file that are not blank, one after the other.
 *
 * @throws CuboError `CUBO_SOURCE_UNREADABLE` when the file cannot be read
 */
export async function* readLines(path: string): AsyncGenerator<Line> {
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
  let number = 0;
  try {
    for await (const text of lines) {
      number++;
      if (text.trim() !== '') yield { number, text };
    }
  } catch (cause) {
    throw unreadable(path, cause);
  } finally {
    lines.close();
  }
}

function unreadable(path: string, cause: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_SOURCE_UNREADABLE',
    message: `The file ${path} could not be read (${cause instanceof Error ? cause.message : String(cause)}).`,
    remedy: 'Check that it exists and that this user may read it.',
    path,
    cause,
  });
}
