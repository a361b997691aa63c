import type { Scope, SearchMode } from '@cubo/contracts';
import { citationLabel } from '../ask/place-label.ts';
import type { Cubo } from '../cubo/cubo.ts';
import { countOf } from '../text/count-of.ts';
import { auditCommand } from './audit-command.ts';
import type { Command, CommandLine } from './command-line.ts';
import { eraseCommand } from './erase-command.ts';
import { ingestCommand } from './ingest-command.ts';
import { listCommand } from './list-command.ts';
import type { Output } from './output.ts';
import { statusLines } from './status-lines.ts';
import { watchCommand } from './watch-command.ts';

/** Runs a command on an open library and gives the exit code. */
export type CommandRunner = (cubo: Cubo, line: CommandLine, output: Output, signal: AbortSignal) => Promise<number>;

/** The commands of `cubo`, each thin over the API. */
export const commands: Readonly<Record<Command, CommandRunner>> = {
  ingest: ingestCommand,
  watch: watchCommand,

  async search(cubo, line, output, signal) {
    const [query = ''] = line.operands;
    const scope = scopeOf(line);
    const started = performance.now();
    const hits = await cubo.search(query, {
      limit: line.limit,
      mode: line.mode as SearchMode | undefined,
      scope,
      signal,
    });
    const milliseconds = Math.round((performance.now() - started) * 100) / 100;
    if (hits.length === 0) tellEmptyScope(cubo, scope, output);
    if (line.json) {
      const shown = hits.map(({ source, locator, score, text, explain }) => ({
        source,
        locator,
        score,
        text,
        explain,
      }));
      output.json({ hits: shown, milliseconds });
      return 0;
    }
    for (const [i, hit] of hits.entries()) {
      output.line(`${i + 1}. ${citationLabel(hit.source, hit.locator)}  (${hit.score.toFixed(3)})`);
      output.line(`   ${excerpt(hit.text, 300)}`);
    }
    output.message(`${hits.length === 0 ? 'Nothing found' : countOf(hits.length, 'hit')} in ${milliseconds} ms`);
    return 0;
  },

  async ask(cubo, line, output, signal) {
    const [question = ''] = line.operands;
    const scope = scopeOf(line);
    const answer = await cubo.ask(question, { limit: line.limit, scope, signal });
    if (answer.hits.length === 0) tellEmptyScope(cubo, scope, output);
    if (line.json) {
      const citations = answer.citations.map(({ number, source, locator, quote }) => ({
        number,
        source,
        locator,
        quote,
      }));
      output.json({ text: answer.text, citations, generator: answer.generator });
      return 0;
    }
    output.line(answer.text);
    if (answer.finish === 'length') output.message('(The answer is cut off: the generator reached its limit.)');
    if (answer.citations.length > 0) output.line('');
    for (const { number, source, locator, quote } of answer.citations) {
      output.line(`[${number}] ${citationLabel(source, locator)}: “${excerpt(quote, 160)}”`);
    }
    if (answer.generator === 'extractive') {
      output.message('(The best-matching sentences of the documents, word for word; no language model was used.)');
    }
    return 0;
  },

  list: listCommand,

  async status(cubo, line, output) {
    const status = await cubo.status();
    if (line.json) output.json(status);
    else for (const text of statusLines(status)) output.line(text);
    return 0;
  },

  audit: auditCommand,

  async doctor(cubo, line, output, signal) {
    const report = await cubo.doctor({ repair: line.repair, signal });
    if (line.json) {
      output.json(report);
    } else {
      for (const { severity, message, remedy, documents } of report.problems) {
        output.line(`${severity}: ${message} ${remedy}`);
        for (const document of documents ?? []) output.line(`  ${document}`);
      }
      for (const repair of report.repairs) output.line(repair);
      for (const document of report.lost) output.line(`  to be ingested again: ${document}`);
      output.line(report.healthy ? 'The library is healthy.' : 'The library is damaged.');
    }
    return report.healthy ? 0 : 1;
  },

  async delete(cubo, line, output) {
    const [source = ''] = line.operands;
    const deletion = await cubo.delete(source);
    if (line.json) output.json(deletion);
    else {
      output.line(`Deleted ${deletion.source} (${countOf(deletion.chunks, 'chunk')}).`);
      for (const name of deletion.remaining ?? []) output.line(`The same file is still there as ${name}.`);
      output.message('No search finds it any more. cubo compact takes what is deleted off the disk.');
    }
    return 0;
  },

  erase: eraseCommand,

  async compact(cubo, line, output, signal) {
    const report = await cubo.compact({ signal });
    if (line.json) output.json(report);
    else {
      const { bytesBefore, bytesAfter } = report;
      output.line(
        `Compacted ${bytesBefore} bytes to ${bytesAfter}. Nothing of what was deleted is left in the library.`,
      );
    }
    return 0;
  },
};

function scopeOf(line: CommandLine): Scope | undefined {
  const { scope: sources, metadata } = line;
  return sources || metadata ? { sources, metadata } : undefined;
}

/** Where nothing was found because there is nothing to search, a mistyped scope is the likely reason. */
function tellEmptyScope(cubo: Cubo, scope: Scope | undefined, output: Output): void {
  if (scope === undefined) return;
  for (const _document of cubo.documents({ scope })) return;
  output.message('No document of the library fits the scope; cubo list names all documents.');
}

function excerpt(text: string, length: number): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length > length ? `${flat.slice(0, length - 1)}…` : flat;
}
