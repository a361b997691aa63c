import type { Extractor, Locator, Section } from '@cubo/contracts';
import { openText } from '../../text/decode-text.ts';
import { countLineBreaks } from '../../text/line-breaks.ts';
import { emptySource } from '../shared/empty-source.ts';
import { type JsonPiece, jsonPieces } from './json-pieces.ts';
import { unescapeJson } from './unescape-json.ts';

/** Keys that a heading shows; of more the outermost and the innermost. */
const mostKeys = 20;

/**
 * Reads JSON, JSON Lines and GeoJSON of any size, streamed. The document text is the decoded file in which the escaped
 * characters of its strings are what they mean (`\u00fc` is `ü`). It is cut between values, so that records stay whole
 * where they fit into a chunk; the keys that lead to them are headings. Files that are no valid JSON lose nothing: they
 * are cut where that is possible.
 */
export function jsonExtractor(): Extractor {
  return {
    id: 'json@2',
    mediaTypes: [
      'application/json',
      'application/x-ndjson',
      'application/jsonl',
      'application/geo+json',
      'application/ld+json',
    ],
    extensions: ['.json', '.jsonl', '.ndjson', '.ldjson', '.geojson', '.jsonld', '.jsonc', '.json5', '.har'],
    async *extract(source, context): AsyncGenerator<Section> {
      const { signal } = context;
      const { pieces } = await openText(source, { signal, unread: (place) => context.unread(place) });
      let offset = 0;
      let empty = true;
      for await (const piece of jsonPieces(pieces())) {
        signal?.throwIfAborted();
        const section = sectionOf(piece, offset);
        offset += unescapeJson(piece.text).length;
        if (section === undefined) continue;
        empty = false;
        yield section;
      }
      if (empty) throw emptySource(source.uri);
    },
  };
}

function sectionOf(piece: JsonPiece, offset: number): Section | undefined {
  const whole = unescapeJson(piece.text);
  const trimmed = whole.trimStart();
  const text = trimmed.trimEnd();
  if (text === '') return undefined;
  const start = offset + whole.length - trimmed.length;
  const heading = shownKeys(piece.keys)
    .map((key) => unescapeJson(key).replace(/\s+/g, ' ').trim().toWellFormed())
    .filter((key) => key !== '');
  return {
    text,
    kind: 'code',
    locator: locatorOf(piece, heading, start, text),
    ...(heading.length > 0 && { heading }),
  };
}

function shownKeys(keys: readonly string[]): readonly string[] {
  return keys.length <= mostKeys ? keys : [...keys.slice(0, mostKeys / 2), '…', ...keys.slice(-mostKeys / 2)];
}

/** Lines where there are any; in a file of one line the keys and positions that lead to the values. */
function locatorOf(piece: JsonPiece, heading: readonly string[], start: number, text: string): Locator {
  const range = { start, end: start + text.length };
  const raw = piece.text;
  const first = piece.line + countLineBreaks(raw, 0, raw.length - raw.trimStart().length);
  const last = first + countLineBreaks(raw.trim(), 0, raw.length);
  const isLineWise = countLineBreaks(text, 0, text.length) === last - first;
  if (isLineWise && last > 1) return { kind: 'lines', lines: [first, last], ...range };
  const [from, to] = piece.items ?? [];
  const items = from === undefined ? [] : [from === to ? `[${from}]` : `[${from}]–[${to}]`];
  const path = [...heading, ...items];
  return path.length > 0 ? { kind: 'heading', path, ...range } : { kind: 'characters', ...range };
}
