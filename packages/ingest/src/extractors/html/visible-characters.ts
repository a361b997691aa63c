/** Characters besides white space that stand between the tags of a page, about. */
export function visibleCharacters(html: string): number {
  const lower = html.toLowerCase();
  let count = 0;
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at);
    const end = open < 0 ? html.length : open;
    for (; at < end; at++) if (html.charCodeAt(at) > 32) count++;
    if (open < 0) break;
    const hidden = /^<(style|script|title)\b/.exec(lower.slice(open, open + 8))?.[1];
    const close = hidden ? lower.indexOf(`</${hidden}`, open) : html.indexOf('>', open);
    if (close < 0) break;
    at = close + 1;
  }
  return count;
}
