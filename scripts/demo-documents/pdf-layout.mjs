// Widths of Helvetica (Adobe's metrics, thousandths of the type size), from space to tilde.
const widths = (
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 ' +
  '722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 ' +
  '278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
)
  .split(' ')
  .map(Number);

function widthOf(text, size) {
  let sum = 0;
  for (const character of text.normalize('NFD').replace(/\p{M}/gu, ''))
    sum += widths[character.charCodeAt(0) - 32] ?? 600;
  return (sum * size) / 1000;
}

function wrap(text, size, width) {
  const lines = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer, size) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/**
 * Sets pages of Markdown-like text: `# ` and `## ` begin headings, blank lines divide paragraphs. Each entry of `pages`
 * is one page; a text that does not fit is refused.
 */
export function layOutPages(pages, footer) {
  return pages.map((text, index) => {
    const lines = [];
    let y = 780;
    for (const paragraph of text.trim().split(/\n\s*\n/)) {
      const level = /^#*/.exec(paragraph)[0].length;
      const size = [10.5, 17, 13][level];
      y -= level > 0 ? 6 : 0;
      for (const line of wrap(paragraph.slice(level).trim(), size, 455)) {
        lines.push({ text: line, x: 70, y: Math.round(y * 10) / 10, size, bold: level > 0 });
        y -= size * 1.35;
      }
      y -= size * 0.8;
    }
    if (y < 70) throw new Error(`Page ${index + 1} is too long by ${Math.round(70 - y)} points.`);
    lines.push({ text: footer(index + 1, pages.length), x: 70, y: 40, size: 8 });
    return lines;
  });
}
