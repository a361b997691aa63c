import { setImmediate } from 'node:timers/promises';
import type { StudyParts } from '../study-parts.ts';
import { longestQuote, quotableText } from './find-quote.ts';
import type { Grounding, GroundingState } from './grounding.ts';

/** So much of a document is searched at once, in characters; others have their turn in between. */
const windowLength = 100_000;
/** What is at the end of one window is at the beginning of the next: a quote with more white space than it had. */
const overlap = longestQuote * 2;

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
  const changed = groundings.filter(({ source, sha256 }) => (hashes.get(source) ?? sha256) !== sha256);
  const found = new Map<string, ReadonlySet<string>>();
  for (const [source, ofSource] of Map.groupBy(changed, ({ source }) => source)) {
    const quotes = new Set(ofSource.map(({ quote }) => quote));
    found.set(source, await findAll(quotes, windowsOf(cubo, source, signal)));
  }
  return groundings.map(({ source, sha256, quote }) => {
    const hash = hashes.get(source);
    if (hash === undefined) return 'gone';
    return hash === sha256 || found.get(source)?.has(quote) ? 'current' : 'stale';
  });
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

/** Those quotes that stand in a text. */
async function findAll(quotes: ReadonlySet<string>, windows: AsyncIterable<string>): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for await (const window of windows) {
    const text = quotableText(window);
    for (const quote of quotes) if (!found.has(quote) && text.find(quote) !== undefined) found.add(quote);
    if (found.size === quotes.size) break;
    await setImmediate();
  }
  return found;
}

/** The text of a document, as far as its passages hold it: what neighbours share stands once. */
async function* windowsOf(
  cubo: Pick<StudyParts['cubo'], 'read'>,
  source: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
  let window = '';
  let end = 0;
  for await (const { text, locator } of cubo.read(source, { signal })) {
    const shared = Math.max(0, end - locator.start);
    // A gap is white space that was cut off.
    if (locator.start > end) window += '\n';
    window += text.slice(shared);
    end = Math.max(end, locator.end);
    if (window.length < windowLength) continue;
    yield window;
    window = window.slice(-overlap);
  }
  yield window;
}
