/** What is longer is no query, but an explanation. */
const longest = 300;

/**
 * The formulations in what a generator has written: a list in JSON, or a line each, with or without numbers, bullets and
 * quotes. What it thinks, introduces, or says twice is left out, and so is the query itself.
 */
export function parseRewrites(text: string, query: string): string[] {
  const said = text.replace(/<think>[\s\S]*?(?:<\/think>|$)/gi, '').replace(/```\w*/g, '');
  const seen = new Set([key(query)]);
  return (jsonList(said) ?? said.split(/\r?\n/)).flatMap((line) => {
    const rewrite = plain(line);
    if (rewrite === '' || rewrite.length > longest || rewrite.endsWith(':') || seen.has(key(rewrite))) return [];
    seen.add(key(rewrite));
    return key(rewrite) === '' ? [] : [rewrite];
  });
}

function jsonList(text: string): string[] | undefined {
  const from = text.indexOf('[');
  const to = text.lastIndexOf(']');
  if (from < 0 || to < from) return undefined;
  try {
    const list: unknown = JSON.parse(text.slice(from, to + 1));
    return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : undefined;
  } catch {
    return undefined;
  }
}

/** Without the number or bullet before it, and the quotes around it. */
function plain(line: string): string {
  const item = line
    .trim()
    .replace(/^(?:[-*•–]|\(?\d{1,2}[.):])\s+/, '')
    .replace(/,$/, '');
  return item.replace(/^["“„«'](.*)["”“»']$/, '$1').trim();
}

/** Only letters and digits make a difference. */
function key(query: string): string {
  return query
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
