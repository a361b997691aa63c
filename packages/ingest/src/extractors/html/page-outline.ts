import { blockElements, isHidden, silentElements } from './html-elements.ts';

/** Elements beyond these are kept, and count for those around them. */
const mostBlocks = 200_000;

/** A block of a page, and what it holds, its inner blocks included. Lengths are in characters. */
export interface PageBlock {
  /** Its place among the blocks of the page, in the order in which they begin. */
  readonly number: number;
  readonly name: string;
  readonly parent: PageBlock | undefined;
  readonly role: string;
  /** Words of its class and id, lower case. */
  readonly words: ReadonlySet<string>;
  /** Whether it lies within an `article` or `main`. */
  readonly inArticle: boolean;
  text: number;
  /** Text within links. */
  linkText: number;
  links: number;
  headings: number;
  /** Headings of the first level. */
  titles: number;
  /** The longest paragraph. */
  paragraph: number;
  /** `article` and `main` elements. */
  articles: number;
}

/** Whether an element counts as a block of the outline; both readings of a page number the same elements. */
export function isPageBlock(name: string): boolean {
  return blockElements.has(name) || outlined.has(name);
}

const outlined = new Set(['nav', 'button', 'textarea', 'dialog', 'menu', 'body', 'details', 'h1']);
const noWords: ReadonlySet<string> = new Set();

/** Looks over a page before it is read: how much text, in links and besides, each of its blocks holds. */
export interface PageOutline {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  text(data: string): void;
  /** The blocks in the order in which they begin. */
  finish(): readonly PageBlock[];
}

/** Starts looking over a page. */
export function createPageOutline(): PageOutline {
  const blocks: PageBlock[] = [];
  /** Open elements: `undefined` for those that are no blocks. */
  const open: (PageBlock | undefined)[] = [];
  let current: PageBlock | undefined;
  let count = 0;
  let articles = 0;
  /** Depth of the element whose text nobody sees, or 0. */
  let silent = 0;
  let links = 0;
  let paragraph = -1;

  function add(name: string, attributes: Readonly<Record<string, string>>): PageBlock | undefined {
    const number = count++;
    if (number >= mostBlocks) return undefined;
    const block: PageBlock = {
      number,
      name,
      parent: current,
      role: attributes.role?.toLowerCase() ?? '',
      words: wordsOf(attributes),
      inArticle: articles > 0,
      text: 0,
      linkText: 0,
      links: 0,
      headings: 0,
      titles: 0,
      paragraph: 0,
      articles: 0,
    };
    blocks.push(block);
    return block;
  }

  return {
    open(name, attributes) {
      const block = isPageBlock(name) ? add(name, attributes) : undefined;
      open.push(block);
      if (block) current = block;
      if (silent > 0) return;
      if (silentElements.has(name) || isHidden(attributes)) silent = open.length;
      else if (name === 'a') {
        links++;
        if (current) current.links++;
      } else if (name === 'article' || name === 'main') {
        articles++;
        if (block) block.articles++;
      } else if (/^h[1-6]$/.test(name) && current) {
        current.headings++;
        if (name === 'h1') current.titles++;
      } else if (name === 'p') paragraph = 0;
    },
    close(name) {
      const block = open.pop();
      const wasSilent = silent > 0;
      if (open.length < silent) silent = 0;
      if (!wasSilent) {
        if (name === 'a') links--;
        else if (name === 'article' || name === 'main') articles--;
        else if (name === 'p') paragraph = -1;
      }
      if (block === undefined) return;
      current = block.parent;
      if (current) addUp(current, block);
    },
    text(data) {
      if (silent > 0 || current === undefined) return;
      const { length } = data.trim();
      if (length === 0) return;
      current.text += length;
      if (links > 0) current.linkText += length;
      if (paragraph < 0) return;
      paragraph += length;
      current.paragraph = Math.max(current.paragraph, paragraph);
    },
    finish: () => blocks,
  };
}

function addUp(outer: PageBlock, inner: PageBlock): void {
  outer.text += inner.text;
  outer.linkText += inner.linkText;
  outer.links += inner.links;
  outer.headings += inner.headings;
  outer.titles += inner.titles;
  outer.articles += inner.articles;
  outer.paragraph = Math.max(outer.paragraph, inner.paragraph);
}

/** `social`, `share`, `bar` of `class="social shareBar"`. */
function wordsOf({ class: names = '', id = '' }: Readonly<Record<string, string>>): ReadonlySet<string> {
  const all = `${names} ${id}`.slice(0, 500);
  if (all === ' ') return noWords;
  const words = all
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/\p{L}+/gu);
  return new Set(words);
}
