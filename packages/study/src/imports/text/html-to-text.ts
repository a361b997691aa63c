import { Parser } from 'htmlparser2';

/** The text of an HTML fragment, and what it shows that is no text. */
export interface HtmlText {
  readonly text: string;
  /** Names of images, sounds and other files. */
  readonly media: readonly string[];
}

const blocks = new Set([
  'address',
  'article',
  'blockquote',
  'dd',
  'div',
  'dl',
  'dt',
  'figure',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'li',
  'ol',
  'p',
  'pre',
  'section',
  'table',
  'tr',
  'ul',
]);
const hidden = new Set(['script', 'style', 'head', 'title', 'template', 'noscript']);

/** Reads an HTML fragment: blocks and `<br>` become lines; scripts and styles are left out. */
export function htmlToText(html: string): HtmlText {
  const media: string[] = [];
  let text = '';
  let skipped = 0;
  const newLine = () => {
    if (text !== '' && !text.endsWith('\n')) text += '\n';
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (hidden.has(name)) skipped++;
      if (name === 'br') text += '\n';
      else if (blocks.has(name)) newLine();
      else if (name === 'td' || name === 'th') text += text === '' || /\s$/.test(text) ? '' : ' ';
      if (['img', 'audio', 'video', 'source', 'object', 'embed', 'iframe'].includes(name)) {
        media.push(attributes.src ?? attributes.data ?? name);
      }
    },
    ontext(data) {
      if (skipped === 0) text += data;
    },
    onclosetag(name) {
      if (hidden.has(name)) skipped = Math.max(0, skipped - 1);
      if (blocks.has(name)) newLine();
    },
  });
  parser.end(html.replace(/\r\n?|\n/g, ' '));
  const withoutSounds = text.replace(/\[sound:([^\]\n]+)\]/g, (_, name: string) => {
    media.push(name);
    return '';
  });
  return { text: tidyLines(withoutSounds), media };
}

function tidyLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/\u00a0/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
