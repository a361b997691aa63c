import type { StudyParts } from '../study-parts.ts';
import { type QuotableText, quotableText } from './find-quote.ts';
import type { Grounding, GroundingState } from './grounding.ts';

/**
 * Tells of each grounding whether its words still stand in its document. Only documents that have changed since are read,
 * each once.
 *
 * @throws CuboError `CUBO_SEGMENT_CORRUPT`; the reason of the signal
 */
export async function checkGrounding(
  cubo: Pick<StudyParts['cubo'], 'documents' | 'read'>,
  groundings: readonly Grounding[],
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<GroundingState[]> {
  const hashes = hashesOf(cubo, new Set(groundings.map(({ source }) => source)));
  const texts = new Map<string, QuotableText>();
  const states: GroundingState[] = [];
  for (const { source, sha256, quote } of groundings) {
    const hash = hashes.get(source);
    if (hash === undefined) states.push('gone');
    else if (hash === sha256) states.push('current');
    else {
      const text = texts.get(source) ?? quotableText(await readText(cubo, source, signal));
      texts.set(source, text);
      states.push(text.find(quote) === undefined ? 'stale' : 'current');
    }
  }
  return states;
}

/** The hashes of those documents that are there, by each of their names. */
function hashesOf(cubo: Pick<StudyParts['cubo'], 'documents'>, sources: ReadonlySet<string>): Map<string, string> {
  const hashes = new Map<string, string>();
  if (sources.size === 0) return hashes;
  for (const { uri, aliases, sha256 } of cubo.documents({ scope: { sources: [...sources] } })) {
    for (const name of [uri, ...aliases.map((alias) => alias.uri)]) if (sources.has(name)) hashes.set(name, sha256);
  }
  return hashes;
}

/** The text of a document, as far as its passages hold it: what neighbours share stands once. */
async function readText(
  cubo: Pick<StudyParts['cubo'], 'read'>,
  source: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const parts: string[] = [];
  let end = 0;
  for await (const { text, locator } of cubo.read(source, { signal })) {
    const overlap = Math.max(0, end - locator.start);
    // A gap is white space that was cut off.
    if (overlap === 0 && locator.start > end) parts.push('\n');
    if (overlap < text.length) parts.push(text.slice(overlap));
    end = Math.max(end, locator.end);
  }
  return parts.join('');
}
