import { type EpubFile, type EpubPackage, readEpubXml, resolveEpubPath } from './epub-package.ts';

/** Deeper levels of a table of contents are not told apart. */
const deepest = 6;

/**
 * The headings that a book's table of contents gives to its files, outermost first: of several entries for one file the
 * first. Both the navigation document of EPUB 3 and the NCX of EPUB 2 are understood.
 */
export async function readEpubContents(
  file: EpubFile,
  { navigation, ncx }: EpubPackage,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const contents = new Map<string, readonly string[]>();
  function add(from: string, reference: string | undefined, path: readonly string[]): void {
    if (!reference || path.length === 0) return;
    const target = resolveEpubPath(from, reference);
    if (!contents.has(target)) contents.set(target, path.slice(0, deepest));
  }
  if (navigation) await readNavigation(file, navigation.path, add);
  if (contents.size === 0 && ncx) await readNcx(file, ncx.path, add);
  return contents;
}

type Add = (from: string, reference: string | undefined, path: readonly string[]) => void;

const clean = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 200).toWellFormed();

async function readNavigation(file: EpubFile, path: string, add: Add): Promise<void> {
  /** Labels of the entries that the current one lies in; the last is its own. */
  const labels: string[] = [];
  let inContents = false;
  let depth = 0;
  let text: string | undefined;
  let reference: string | undefined;
  await readEpubXml(file, path, {
    open(name, attributes) {
      if (name === 'nav') {
        const kind = `${attributes['epub:type'] ?? attributes.type ?? ''} ${attributes.role ?? ''}`;
        inContents = kind.trim() === '' || /(?:^|\s|-)toc(?:\s|$)/.test(kind);
      }
      if (!inContents) return;
      if (name === 'ol') depth++;
      else if (name === 'a' || name === 'span') {
        if (text !== undefined) return;
        text = '';
        reference = attributes.href;
      }
    },
    text(data) {
      if (text !== undefined) text += data;
    },
    close(name) {
      if (name === 'nav') inContents = false;
      if (name === 'ol' && inContents) depth--;
      if ((name !== 'a' && name !== 'span') || text === undefined) return;
      if (name === 'span' && reference !== undefined) return;
      labels.length = Math.max(0, depth - 1);
      labels.push(clean(text));
      add(
        path,
        reference,
        labels.filter((label) => label !== undefined && label !== ''),
      );
      text = undefined;
      reference = undefined;
    },
  });
}

async function readNcx(file: EpubFile, path: string, add: Add): Promise<void> {
  const labels: string[] = [];
  let text: string | undefined;
  await readEpubXml(file, path, {
    open(name, attributes) {
      if (name === 'navPoint') labels.push('');
      else if (name === 'text' && labels.length > 0) text = '';
      else if (name === 'content')
        add(
          path,
          attributes.src,
          labels.filter((label) => label !== ''),
        );
    },
    text(data) {
      if (text !== undefined) text += data;
    },
    close(name) {
      if (name === 'navPoint') labels.pop();
      else if (name === 'text' && text !== undefined) {
        if (labels.at(-1) === '') labels[labels.length - 1] = clean(text);
        text = undefined;
      }
    },
  });
}
