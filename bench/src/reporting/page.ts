import { type Judgement, verdict } from '../comparison/judge.ts';
import { escapeMarkup } from './escape-markup.ts';
import type { PageContent, Table } from './page-content.ts';
import { pageStyle } from './page-style.ts';
import { drawChart } from './plots/draw-chart.ts';
import { inlineSvg } from './plots/svg.ts';
import { resultFile, type SavedResult } from './saved-result.ts';

/** Tells a page of ours from another one. */
export const generator = 'Cubo benchmarks';

/** One page of the results of several benchmarks: static, with nothing from elsewhere. */
export function renderPage(results: readonly SavedResult[]): string {
  const links = results.map(({ name }) => `<a href="#${escapeMarkup(name)}">${escapeMarkup(name)}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="${generator}">
<title>Cubo: evaluations and benchmarks</title>
<style>
${pageStyle()}
</style>
</head>
<body>
<main>
<h1>Cubo, measured</h1>
<p class="aside">Evaluations and benchmarks by the commands of the repository, each with the sizes it was run at. Times depend on the computer: compare ratios.</p>
<nav>${links.join(' ')}</nav>
${results.map(renderSection).join('\n')}
</main>
</body>
</html>
`;
}

function renderSection({ name, summary, measured, environment, page }: SavedResult): string {
  const { node, cores, memoryGigabytes } = environment;
  const where = `Measured on ${measured} with Node.js ${node} on ${cores} cores with ${memoryGigabytes} GB of memory.`;
  return `<section id="${escapeMarkup(name)}">
<h2>${escapeMarkup(name)}</h2>
<p>${escapeMarkup(capitalized(summary))}.</p>
<p class="aside">${where} <a href="${escapeMarkup(resultFile(name))}">All figures as JSON</a></p>
${renderContent(page)}
</section>`;
}

function renderContent({ charts, tables, judgements, remarks }: PageContent): string {
  const parts: string[] = [];
  for (const chart of charts) {
    const caption = `<figcaption>${escapeMarkup(chart.note)}</figcaption>`;
    parts.push(`<figure>\n<div class="scroll">\n${inlineSvg(drawChart(chart))}\n</div>\n${caption}\n</figure>`);
  }
  if (judgements.length > 0) parts.push(renderJudgements(judgements));
  for (const table of tables) {
    const title = escapeMarkup(table.title);
    // One table may lie open; several would bury what comes behind them.
    if (tables.length === 1) parts.push(`<h3>${title}</h3>\n${renderTable(table)}`);
    else parts.push(`<details>\n<summary>${title}</summary>\n${renderTable(table)}\n</details>`);
  }
  if (remarks.length > 0) {
    const lines = remarks.map((remark) => `<li>${escapeMarkup(remark)}</li>`);
    parts.push(`<h3>Left out</h3>\n<ul class="aside">\n${lines.join('\n')}\n</ul>`);
  }
  return parts.join('\n');
}

function renderJudgements(judgements: readonly Judgement[]): string {
  const rows = judgements.map((judgement) => {
    const state = judgement.reached === false ? 'missed' : 'met';
    const cells = [judgement.requirement, judgement.measured].map((cell) => `<td>${escapeMarkup(cell)}</td>`);
    return `<tr><td class="verdict ${state}">${escapeMarkup(verdict(judgement))}</td>${cells.join('')}</tr>`;
  });
  const head = '<tr><th>Verdict</th><th>Requirement</th><th>Measured</th></tr>';
  return `<h3>Requirements</h3>\n<div class="scroll"><table class="words">\n${head}\n${rows.join('\n')}\n</table></div>`;
}

function renderTable({ columns, rows }: Table): string {
  const row = (cells: readonly (string | number)[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeMarkup(String(cell))}</${tag}>`).join('')}</tr>`;
  const lines = [row(columns, 'th'), ...rows.map((cells) => row(cells, 'td'))];
  return `<div class="scroll"><table>\n${lines.join('\n')}\n</table></div>`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
