import type { MimeNode } from '../eml/parse-mime.ts';
import { visibleCharacters } from '../html/visible-characters.ts';

/** A page in a frame with fewer characters to be seen is an advertisement, a button or a counter. */
const leastFrame = 500;

/** The parts of a saved page (MHTML, RFC 2557) that hold text of their own. */
export interface PageParts {
  /** The page itself; `undefined` where there is none. */
  readonly root: MimeNode | undefined;
  /**
   * The other documents among the parts, in their order: pages shown in frames, plain texts, PDF and office documents.
   * Styles, scripts, pictures and fonts belong to the page.
   *
   * @param isFrameset whether the root holds hardly any text, so that short pages count too
   */
  documents(isFrameset: boolean): readonly MimeNode[];
}

/** Sorts the parts of a saved page. */
export function pageParts(message: MimeNode): PageParts {
  const root = rootPage(message);
  const leaves = leavesOf(message, root).filter((part) => part !== root && (part.content?.byteLength ?? 0) > 0);
  return {
    root,
    documents: (isFrameset) =>
      leaves.filter((part) => {
        if (!isPage(part)) return isDocument(part);
        const characters = visibleCharacters(Buffer.from(part.content as ArrayBuffer).toString('latin1'));
        return characters >= (isFrameset ? 1 : leastFrame);
      }),
  };
}

/** Whether a part is an HTML page. */
export function isPage({ contentType }: MimeNode): boolean {
  return /^(?:text\/html|application\/xhtml\+xml)$/.test(contentType.parsed.value);
}

function isDocument({ contentType }: MimeNode): boolean {
  return /^(?:text\/(?:plain|csv|markdown|rtf|calendar)|application\/(?:pdf|rtf|vnd\.openxmlformats-.*|vnd\.oasis\.opendocument\..*))$/.test(
    contentType.parsed.value,
  );
}

/** The page that the parameter `start` names (RFC 2387), else the first. */
function rootPage(part: MimeNode): MimeNode | undefined {
  if (isPage(part)) return part;
  const start = part.contentType.parsed.params.start;
  const named = start === undefined ? undefined : part.childNodes.find(({ contentId }) => contentId === start);
  for (const child of named ? [named, ...part.childNodes] : part.childNodes) {
    const page = rootPage(child);
    if (page) return page;
  }
  return undefined;
}

/** The innermost parts; of alternatives the one in which the root lies, else the last, which says most. */
function leavesOf(part: MimeNode, root: MimeNode | undefined): MimeNode[] {
  const { childNodes, contentType } = part;
  if (!contentType.multipart) return [part];
  const leaves = childNodes.map((child) => leavesOf(child, root));
  if (contentType.multipart !== 'alternative') return leaves.flat();
  return leaves.find((each) => root !== undefined && each.includes(root)) ?? leaves.at(-1) ?? [];
}
