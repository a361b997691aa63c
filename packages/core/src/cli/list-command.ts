import { countOf } from '../text/count-of.ts';
import type { CommandRunner } from './commands.ts';

/** `cubo list`: the documents by the names that `delete` and `--scope` know them by. */
export const listCommand: CommandRunner = async (cubo, line, output) => {
  const documents = [...cubo.documents()];
  if (line.json) {
    const shown = documents.map(({ uri, aliases, title, chunks, bytes, ingestedAt }) => ({
      source: uri,
      ...(aliases.length > 0 && { aliases: aliases.map((alias) => alias.uri) }),
      title: title ?? null,
      chunks,
      bytes,
      ingestedAt: new Date(ingestedAt).toISOString(),
    }));
    output.json({ documents: shown });
    return 0;
  }
  for (const { uri, aliases, title, chunks, pages } of documents) {
    const counts = [countOf(chunks, 'chunk'), ...(pages === undefined ? [] : [countOf(pages, 'page')])];
    output.line(`${uri}  (${counts.join(', ')})${title === undefined ? '' : `  ${title.replace(/\s+/g, ' ')}`}`);
    for (const alias of aliases) output.line(`  also ${alias.uri}`);
  }
  output.message(countOf(documents.length, 'document'));
  return 0;
};
