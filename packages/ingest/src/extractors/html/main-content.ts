import { boilerplateElements, boilerplateRoles, pageFrameElements } from './html-elements.ts';
import type { PageBlock } from './page-outline.ts';

const wordList = (words: string): readonly string[] => words.split(' ');

/** Words in the class or id of blocks that surround a document. */
const frameWords = wordList(
  'footer menu nav navbar navigation navi subnav sidebar related recommended recommendations recommendation similar comment ' +
    'comments disqus respond teaser teasers widget widgets tags toolbar skip promo promotion print rss links bookmarks metanav ' +
    'linklist infobox topnav service werbung anzeigen',
);
/** Words of blocks that are no text whatever they hold. */
const noise = wordList(
  'cookie cookies cookiebanner consent gdpr share sharing sharebar shariff social socialmedia newsletter breadcrumb breadcrumbs ' +
    'advert advertisement ad ads anzeige sponsor sponsored pagination pager popup modal subscribe subscription',
);

/** A block with a word of noise and more text of its own than this is read all the same. */
const longNoise = 1000;
const longFrame = 300;
/** The share of a page's text that no block which seems to surround it may hold. */
const largestFrame = 0.4;
/** Characters of a paragraph, or anywhere in it, that make a form part of the document. */
const longParagraph = 60;
const longForm = 1000;
/** The share of the running text that the document's own block holds at least. */
const mainShare = 0.75;
/** A page with less running text is not divided. */
const shortPage = 500;
/** A block beside the document's own with as much running text is part of it. */
const proseBeside = 200;
/** So is one with a smaller share of links. */
const fewLinks = 0.25;
/** Below this share of a page what is left cannot be all of it. */
const leastShare = 0.05;

const ownText = (block: PageBlock): number => block.text - block.linkText;
const linkShare = (block: PageBlock): number => (block.text === 0 ? 0 : block.linkText / block.text);

/**
 * The blocks of a page that are not part of its document, by number: page frames, by element and role; menus, cookie
 * banners, share bars and the like, by the words of their class and id and the share of links in them; lists of links
 * outside of articles; and what is beside the block that holds most of the running text, unless it is running text
 * itself. Where hardly anything would be left, nothing is taken away.
 */
export function blocksBesideContent(blocks: readonly PageBlock[]): ReadonlySet<number> {
  const total = blocks.reduce((sum, block) => sum + (block.parent === undefined ? block.text : 0), 0);
  const frame = leaveOut(blocks, (block) => isFrame(block) || isBesideByWords(block, total));
  const withoutLinks = leaveOut(blocks, (block) => frame.numbers.has(block.number) || isLinkList(block));
  // A page of links is about links.
  if (withoutLinks.text > total / 2 && withoutLinks.text - frame.text > (total - frame.text) / 2)
    return frame.text <= total * (1 - leastShare) || total < shortPage ? frame.numbers : new Set();
  const numbers = new Set([...withoutLinks.numbers, ...besideMain(blocks, withoutLinks.numbers)]);
  const left = total - leaveOut(blocks, (block) => numbers.has(block.number)).text;
  return left < total * leastShare && total >= shortPage ? new Set() : numbers;
}

/** The outermost blocks of a kind, and the text in all of them. */
function leaveOut(
  blocks: readonly PageBlock[],
  isOut: (block: PageBlock) => boolean,
): { numbers: ReadonlySet<number>; text: number } {
  const numbers = new Set<number>();
  const within = new Set<PageBlock>();
  let text = 0;
  for (const block of blocks) {
    if (block.parent && within.has(block.parent)) within.add(block);
    else if (isOut(block)) {
      within.add(block);
      numbers.add(block.number);
      text += block.text;
    }
  }
  return { numbers, text };
}

function isFrame(block: PageBlock): boolean {
  const { name, role, inArticle } = block;
  if (boilerplateElements.has(name)) return true;
  if (inArticle) return false;
  if (pageFrameElements.has(name) || boilerplateRoles.has(role)) return true;
  if (name !== 'form') return false;
  // A search or a login, unless the whole page lies in a form.
  return !(block.headings > 0 || block.articles > 0 || block.paragraph >= longParagraph || block.text >= longForm);
}

function isBesideByWords(block: PageBlock, total: number): boolean {
  const { words, name } = block;
  if (words.size === 0 || name === 'body' || name === 'main' || name === 'article' || name === 'h1') return false;
  if (block.articles > 0 || block.titles > 0 || block.text > total * largestFrame) return false;
  if (noise.some((word) => words.has(word)) && ownText(block) < longNoise) return true;
  return frameWords.some((word) => words.has(word)) && (linkShare(block) > fewLinks || ownText(block) < longFrame);
}

const lists: ReadonlySet<string> = new Set(['ul', 'ol', 'div', 'section', 'td', 'table', 'dl', 'center']);

function isLinkList(block: PageBlock): boolean {
  if (block.inArticle || block.articles > 0 || block.titles > 0 || !lists.has(block.name)) return false;
  return block.links >= 3 && linkShare(block) >= 0.6;
}

/** What is beside the innermost block that holds most of the running text. */
function besideMain(blocks: readonly PageBlock[], out: ReadonlySet<number>): Set<number> {
  const kept = runningText(blocks, out);
  const all = blocks.reduce((sum, block) => sum + (block.parent === undefined ? (kept.get(block) ?? 0) : 0), 0);
  const beside = new Set<number>();
  if (all < shortPage) return beside;
  let main: PageBlock | undefined;
  for (const block of blocks) {
    const text = kept.get(block) ?? 0;
    // Blocks come after those that they lie in.
    if (text >= all * mainShare && block.parent === main && containers.has(block.name)) main = block;
  }
  const path = new Set<PageBlock>();
  for (let block = main; block; block = block.parent) path.add(block);
  for (const block of blocks) {
    if (block === main || path.has(block) || !block.parent || !path.has(block.parent) || block.parent === main)
      continue;
    const isMarked = block.inArticle || block.titles > 0 || block.articles > 0;
    const isPart = isMarked || linkShare(block) < fewLinks || (kept.get(block) ?? 0) >= proseBeside;
    if (!isPart) beside.add(block.number);
  }
  return beside;
}

const containers: ReadonlySet<string> = new Set(
  'html body main article section div td table tbody tr center form'.split(' '),
);

/** Text of each block that is neither in links nor in blocks that are left out. */
function runningText(blocks: readonly PageBlock[], out: ReadonlySet<number>): Map<PageBlock, number> {
  /** Text of the outermost blocks that are left out, for each block that they lie in. */
  const leftOut = new Map<PageBlock, number>();
  const within = new Set<PageBlock>();
  for (const block of blocks) {
    if (block.parent && within.has(block.parent)) within.add(block);
    else if (out.has(block.number)) {
      within.add(block);
      leftOut.set(block, ownText(block));
    }
  }
  // Blocks come after those that they lie in, so that each has all of its own when it is added up.
  for (const block of blocks.toReversed()) {
    const text = leftOut.get(block);
    if (text !== undefined && block.parent) leftOut.set(block.parent, (leftOut.get(block.parent) ?? 0) + text);
  }
  return new Map(blocks.map((block) => [block, ownText(block) - (leftOut.get(block) ?? 0)]));
}
