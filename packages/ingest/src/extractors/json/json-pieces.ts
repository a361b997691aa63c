import { borders, codePointBorder } from '../../text/borders.ts';
import { escapeBorder } from './escape-border.ts';

/** Characters of a piece, about: it then becomes one chunk. */
const pieceSize = 900;
/** A piece is cut at the outermost border beyond this, not at an inner one further on. */
const leastPiece = 300;
/** A value without any border inside is cut here. */
const longestPiece = 64 * 1024;
/** More of a key is not shown. */
const longestKey = 100;
/** Deeper levels are not told apart. */
const deepest = 1000;

/** A piece of a JSON text, cut between values. */
export interface JsonPiece {
  /** As it stands in the file. */
  readonly text: string;
  /** Keys that lead to its first value, outermost first. */
  readonly keys: readonly string[];
  /** Positions in the array that it is part of, from 0; `undefined` where it is part of an object. */
  readonly items?: readonly [first: number, last: number] | undefined;
  /** Line in which it begins, from 1. */
  readonly line: number;
}

/** A place between two values where a piece may end. */
interface Border {
  readonly offset: number;
  readonly depth: number;
  readonly keys: readonly string[];
  /** Position of the next value in its array, or -1. */
  readonly index: number;
}

interface Level {
  readonly isArray: boolean;
  readonly keys: readonly string[];
  key: string | undefined;
  index: number;
}

const code = (character: string): number => character.charCodeAt(0);
const [quote, backslash, comma, colon, lineFeed] = [code('"'), code('\\'), code(','), code(':'), code('\n')];
const [openArray, closeArray, openObject, closeObject] = [code('['), code(']'), code('{'), code('}')];

/**
 * Cuts a JSON text into pieces of about 900 characters between values, between those of outer levels first: records
 * stay whole where they fit. Lines of JSON (JSON Lines) are values of the outermost level. Joined the pieces are the
 * text, whatever it is: what is no JSON is cut like any text. One pass over the characters with the state of a stack.
 */
export async function* jsonPieces(pieces: AsyncIterable<string>): AsyncGenerator<JsonPiece> {
  const stack: Level[] = [];
  let buffer = '';
  let at = 0;
  let inString = false;
  let escaped = false;
  let stringStart = 0;
  let lastString = '';
  let line = 1;
  let start: Border = { offset: 0, depth: 0, keys: [], index: -1 };
  /** The best border to cut at so far, and whether it lies far enough from the start. */
  let best: Border | undefined;

  const keysHere = (): readonly string[] => {
    const top = stack.at(-1);
    if (top === undefined) return [];
    return top.isArray || top.key === undefined ? top.keys : [...top.keys, top.key];
  };

  function offer(offset: number): void {
    const depth = stack.length;
    const isFar = offset >= leastPiece;
    if (best && best.offset >= leastPiece && depth > best.depth) return;
    if (best && !isFar && depth > best.depth) return;
    const top = stack.at(-1);
    best = { offset, depth, keys: top?.keys ?? [], index: top?.isArray ? top.index : -1 };
  }

  function open(isArray: boolean): void {
    if (stack.length < deepest) stack.push({ isArray, keys: keysHere(), key: undefined, index: 0 });
  }

  function cut(border: Border): JsonPiece {
    const text = buffer.slice(0, border.offset);
    const last = border.depth === start.depth && border.index > 0 ? border.index - 1 : start.index;
    const piece: JsonPiece = {
      text,
      keys: start.keys,
      items: start.index < 0 ? undefined : [start.index, Math.max(start.index, last)],
      line,
    };
    for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) line++;
    buffer = buffer.slice(border.offset);
    at -= border.offset;
    stringStart -= border.offset;
    start = { ...border, offset: 0 };
    best = undefined;
    return piece;
  }

  function step(unit: number): void {
    if (inString) {
      if (escaped) escaped = false;
      else if (unit === backslash) escaped = true;
      else if (unit === quote) {
        inString = false;
        lastString = buffer.slice(Math.max(0, stringStart), Math.min(at, stringStart + longestKey));
      } else if (unit === lineFeed && stack.length === 0) inString = false;
      return;
    }
    const top = stack.at(-1);
    if (unit === quote) {
      inString = true;
      stringStart = at + 1;
    } else if (unit === openArray) open(true);
    else if (unit === openObject) open(false);
    else if (unit === closeArray || unit === closeObject) stack.pop();
    else if (unit === colon && top) top.key = lastString;
    else if (unit === comma && top) {
      top.index++;
      offer(at + 1);
    } else if (unit === lineFeed && stack.length === 0) offer(at + 1);
  }

  for await (const piece of pieces) {
    buffer += piece;
    while (at < buffer.length) {
      // Most characters stand within strings and mean nothing there.
      if (inString && !escaped) at = skipPlain(buffer, at, longestPiece);
      if (at < buffer.length) step(buffer.charCodeAt(at));
      at = Math.min(at + 1, buffer.length);
      if (at < pieceSize) continue;
      if (best) yield cut(best);
      else if (at >= longestPiece) yield cut({ ...start, offset: anyBorder(buffer, at) });
    }
  }
  if (buffer !== '') yield cut({ ...start, offset: buffer.length });
}

/** The next character that means something within a string, or where the text or the piece ends. */
function skipPlain(text: string, from: number, most: number): number {
  const end = Math.min(text.length, Math.max(from, most));
  let at = from;
  for (; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === quote || unit === backslash || unit === lineFeed) break;
  }
  return at;
}

function anyBorder(text: string, limit: number): number {
  const half = Math.floor(limit / 2);
  return (
    borders(text, 'line', half, limit).at(-1) ??
    borders(text, 'word', half, limit).at(-1) ??
    codePointBorder(text, escapeBorder(text, limit))
  );
}
