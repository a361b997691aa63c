import { type Candidate, collectItems, isListName, isObject } from './collect-items.ts';
import { parseValue } from './parse-value.ts';
import { skipThinking } from './skip-thinking.ts';
import { unquoting } from './unquoting.ts';

/** Reads items out of what a model writes, while it is written. */
export interface ItemReader {
  /** Items that are complete with this piece of the text. */
  push(piece: string): readonly Candidate[];
  /** What else there is, now that the text is complete or was cut off. */
  end(): readonly Candidate[];
}

/** Longer answers are not read on, in characters. */
const longestText = 1_000_000;
/** What is nested deeper is no item. */
const deepest = 64;
/** How often a bracket that is never closed is taken for one of the prose around. */
const mostAttempts = 8;

/** What may follow the last quotation mark of a text that was not cut off. */
const endOfJson = /^\s*(?::\s*(?:[\d.eE+-]+|true|false|null)\s*)?[\s\]]*\}[\s`}\],]*$/i;

interface Frame {
  readonly opening: '{' | '[';
  readonly start: number;
  /** Whether it is the list of items, or lies within it. */
  readonly isListed: boolean;
}

/**
 * Makes a reader. It goes by brackets and strings alone, so that it does not matter what stands around the JSON; what is
 * within the brackets is repaired where it has to be.
 *
 * @param list the property under which the items were asked for
 */
export function createItemReader(list: string): ItemReader {
  return unquoting(createBracketReader(list, mostAttempts));
}

function createBracketReader(list: string, attempts: number): ItemReader {
  const withoutThinking = skipThinking();
  let text = '';
  let at = 0;
  let stack: Frame[] = [];
  let isInString = false;
  /** How many brackets are open beyond the deepest level, and where the last such one is. */
  let tooDeep = 0;
  let lastTooDeep = -1;
  /** Complete objects in a list of another name, should there be none of the right one. */
  let others: Candidate[] = [];
  /** Whether the whole that is being read has given items. */
  let isRead = false;
  const told = new Set<string>();

  function open(opening: '{' | '['): void {
    if (tooDeep > 0 || stack.length >= deepest) {
      tooDeep++;
      lastTooDeep = at;
      return;
    }
    const parent = stack.at(-1);
    const isList =
      parent === undefined
        ? opening === '['
        : parent.opening === '{' && isListName(nameBefore(text, parent.start, at), list);
    stack.push({ opening, start: at, isListed: isList || parent?.isListed === true });
  }

  function close(closing: '}' | ']'): readonly Candidate[] {
    if (tooDeep > 0) {
      tooDeep--;
      return [];
    }
    // A bracket that closes nothing is passed over; one that closes an outer one closes those within too.
    const index = stack.findLastIndex(({ opening }) => opening === (closing === '}' ? '{' : '['));
    if (index < 0) return [];
    const frame = stack[index] as Frame;
    stack = stack.slice(0, index);
    const parent = stack.at(-1);
    if (parent === undefined) return closeWhole(frame);
    if (frame.opening !== '{' || parent.opening !== '[') return [];
    if (parent.isListed) return stack.at(-2)?.isListed === true ? [] : tell(objectsOf(frame), true);
    if (stack.filter(({ opening }) => opening === '[').length === 1) others.push(...objectsOf(frame));
    return [];
  }

  /** The end of a whole: what of it was not told while it was read. */
  function closeWhole(frame: Frame): readonly Candidate[] {
    const wasRead = isRead;
    others = [];
    isRead = false;
    return wasRead ? [] : tell(collectItems(valueWithin(frame), list), false);
  }

  function objectsOf(frame: Frame): readonly Candidate[] {
    const value = valueWithin(frame);
    return isObject(value) ? collectItems(value, list) : [];
  }

  function valueWithin({ start }: Frame): unknown {
    return lastTooDeep >= start ? undefined : parseValue(text.slice(start, at + 1));
  }

  function tell(items: readonly Candidate[], isWithin: boolean): readonly Candidate[] {
    isRead ||= isWithin && items.length > 0;
    for (const item of items) told.add(JSON.stringify(item));
    return items;
  }

  /** What a complete answer says in which a quotation mark has led astray. */
  function rest({ start }: Frame): readonly Candidate[] {
    if (lastTooDeep >= start) return [];
    const unread = text.slice(start);
    if (!endOfJson.test(unread.slice(unread.lastIndexOf('"') + 1))) return [];
    const items = collectItems(parseValue(unread), list);
    return tell(
      items.filter((item) => !told.has(JSON.stringify(item))),
      true,
    );
  }

  /** What a whole holds that was not closed. */
  function unclosed(first: Frame): readonly Candidate[] {
    if (isInString) {
      const items = rest(first);
      if (items.length > 0 || isRead) return items;
    }
    const complete = isRead ? [] : tell(others, true);
    return complete.length > 0 || isRead ? complete : again(text.slice(first.start + 1));
  }

  /** What an answer holds that was written as a text of JSON. */
  function quoted(): readonly Candidate[] {
    const [found] = /"(?:[^"\\]|\\.)*"/s.exec(text) ?? [];
    const unquoted = found?.includes('\\"') ? parseValue(found) : undefined;
    return typeof unquoted === 'string' ? again(unquoted) : [];
  }

  function again(other: string): readonly Candidate[] {
    if (attempts === 0) return [];
    const reader = createBracketReader(list, attempts - 1);
    return tell([...reader.push(other), ...reader.end()], true);
  }

  return {
    push(piece) {
      text += withoutThinking(piece).slice(0, Math.max(0, longestText - text.length));
      const items: Candidate[] = [];
      for (; at < text.length; at++) {
        const character = text[at] as string;
        if (isInString) {
          if (character === '\\') at++;
          else if (character === '"') isInString = false;
        } else if (character === '"') isInString = stack.length > 0;
        else if (character === '{' || character === '[') open(character);
        else if (character === '}' || character === ']') items.push(...close(character));
      }
      return items;
    },
    end() {
      const [first] = stack;
      stack = [];
      const items = first === undefined ? [] : unclosed(first);
      return told.size > 0 ? items : quoted();
    },
  };
}

/** The name before a value: `"questions": [`. */
function nameBefore(text: string, from: number, at: number): string {
  const before = text.slice(Math.max(from, at - 80), at);
  return /["'“”]?([\w-]+)["'“”]?\s*:\s*$/.exec(before)?.[1] ?? '';
}
