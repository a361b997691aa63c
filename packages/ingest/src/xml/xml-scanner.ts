import { createDoctypeSkipper, type DoctypeSkipper } from './doctype-skipper.ts';
import { readXmlTag } from './xml-attributes.ts';
import { decodeXmlEntities } from './xml-entities.ts';
import type { XmlHandler } from './xml-handler.ts';

const greater = 0x3e;
/** A tag that goes on for longer is none. */
const longestTag = 1024 * 1024;
/** Names at the beginning of a text part that may be an entity which the text cuts off. */
const longestReference = 16;

/** How {@link createXmlScanner} reads. */
export interface XmlScannerOptions {
  /** Elements may lie this deep in one another. */
  readonly maximumDepth: number;
  /** Passes over a document type declaration instead of ending with it. */
  readonly skipDoctype: boolean;
  /** Makes the error for what is not well-formed. */
  error(what: string): Error;
}

/** Reads an XML document that arrives in pieces of text. */
export interface XmlScanner {
  push(piece: string): void;
  /** Ends the document; throws when its root element is missing or not closed. */
  finish(): void;
}

/**
 * A scanner of XML 1.0 that tells a handler what it finds. It demands that tags are closed in order, and passes over
 * what does no harm: unknown entities, characters that XML forbids, text beside the root.
 */
export function createXmlScanner(handler: XmlHandler, options: XmlScannerOptions): XmlScanner {
  /** The open elements' names as they stand there, and without prefix. */
  const open: string[] = [];
  const names: string[] = [];
  let buffer = '';
  /** The length of the buffer from which on it is worth to be read. */
  let enough = 0;
  let hasRoot = false;
  let cdata = false;
  /** What ends the comment or instruction that is being passed over. */
  let terminator = '';
  let doctype: DoctypeSkipper | undefined;

  const { error } = options;

  function text(raw: string, decode: boolean): void {
    if (raw === '' || open.length === 0 || handler.text === undefined) return;
    const lines = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;
    handler.text(decode && lines.includes('&') ? decodeXmlEntities(lines) : lines);
  }

  /** The text from `at` on as far as it is certain; what may go on in the next piece stays. */
  function textAtEnd(at: number, isEnd: boolean): number {
    let end = buffer.length;
    if (!isEnd) {
      if (buffer.charCodeAt(end - 1) === 0x0d) end--;
      const ampersand = buffer.lastIndexOf('&');
      if (ampersand >= at && end - ampersand < longestReference && !buffer.includes(';', ampersand)) end = ampersand;
    }
    end = Math.max(at, end);
    text(buffer.slice(at, end), true);
    return end;
  }

  function openTag(at: number): number {
    const tag = readXmlTag(buffer, at);
    if (typeof tag === 'string') throw error(tag);
    if (tag === undefined) {
      if (buffer.length - at > longestTag) throw error('a tag does not end');
      return -1;
    }
    if (open.length === 0 && hasRoot) throw error('there is more than one root element');
    hasRoot = true;
    const colon = tag.name.indexOf(':');
    const name = colon < 0 ? tag.name : tag.name.slice(colon + 1);
    handler.open?.(name, tag.attributes);
    if (tag.isEmpty) {
      handler.close?.(name);
      return tag.end;
    }
    names.push(name);
    if (open.push(tag.name) > options.maximumDepth)
      throw error(`elements lie more than ${options.maximumDepth} deep in one another`);
    return tag.end;
  }

  function closeTag(at: number): number {
    const expected = open.at(-1);
    // As nearly all are: without white space before the `>`.
    let end = expected === undefined ? -1 : at + 2 + expected.length;
    if (expected === undefined || !buffer.startsWith(expected, at + 2) || buffer.charCodeAt(end) !== greater) {
      end = buffer.indexOf('>', at);
      if (end < 0) {
        if (buffer.length - at > longestTag) throw error('a tag does not end');
        return -1;
      }
      const name = buffer.slice(at + 2, end).trimEnd();
      // Without names: what is damaged may have text in their place, and messages end in logs.
      if (expected === undefined) throw error('an end tag closes nothing');
      if (name !== expected) throw error('an end tag stands where that of another element should');
    }
    open.pop();
    handler.close?.(names.pop() as string);
    return end + 1;
  }

  /** Enters what begins with `<!` or `<?`. */
  function declaration(at: number): number {
    if (buffer.charCodeAt(at + 1) === 0x3f) {
      terminator = '?>';
      return at + 2;
    }
    if (buffer.startsWith('<!--', at)) {
      terminator = '-->';
      return at + 4;
    }
    if (buffer.startsWith('<![CDATA[', at)) {
      cdata = true;
      return at + 9;
    }
    if (/^<!DOCTYPE/i.test(buffer.slice(at, at + 9))) {
      if (!options.skipDoctype) throw error('it has a document type declaration, which could unfold without end');
      doctype = createDoctypeSkipper();
      return at + 9;
    }
    if (buffer.length - at >= 9) throw error('“<!” begins nothing that is known');
    return -1;
  }

  function markup(at: number): number {
    const code = buffer.charCodeAt(at + 1);
    if (code === 0x2f) return closeTag(at);
    return code === 0x21 || code === 0x3f ? declaration(at) : openTag(at);
  }

  /** Goes on where no markup counts; the offset to go on from, or -1 for the next piece. */
  function passOver(at: number): number {
    if (doctype !== undefined) {
      const end = doctype.skip(buffer, at);
      if (end < 0) buffer = '';
      else doctype = undefined;
      return end;
    }
    const mark = cdata ? ']]>' : terminator;
    const end = buffer.indexOf(mark, at);
    // The beginning of the mark may be the end of this piece.
    const until = end < 0 ? Math.max(at, buffer.length - mark.length + 1) : end;
    if (cdata) text(buffer.slice(at, until), false);
    if (end < 0) {
      buffer = buffer.slice(until);
      return -1;
    }
    cdata = false;
    terminator = '';
    return end + mark.length;
  }

  function scan(isEnd: boolean): void {
    let at = 0;
    for (;;) {
      if (cdata || terminator !== '' || doctype !== undefined) {
        at = passOver(at);
        if (at < 0) return;
        continue;
      }
      const start = buffer.indexOf('<', at);
      if (start < 0) {
        buffer = buffer.slice(textAtEnd(at, isEnd));
        return;
      }
      if (start > at) text(buffer.slice(at, start), true);
      const next = markup(start);
      if (next < 0) {
        buffer = buffer.slice(start);
        // A tag is looked at again once there is twice as much of it, so that a long one takes linear time.
        enough = 2 * buffer.length;
        return;
      }
      at = next;
    }
  }

  return {
    push(piece) {
      buffer = buffer === '' ? piece : buffer + piece;
      if (buffer.length < enough) return;
      enough = 0;
      scan(false);
    },
    finish() {
      scan(true);
      if (open.length > 0) throw error('it is cut off: an element is not closed');
      if (!hasRoot) throw error('it holds no element');
      if (terminator !== '' || cdata || doctype !== undefined || buffer.startsWith('<')) throw error('it is cut off');
    },
  };
}
