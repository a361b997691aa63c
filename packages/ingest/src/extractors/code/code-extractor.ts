import type { Extractor, Section } from '@cubo/contracts';
import { openText } from '../../text/decode-text.ts';
import { textLines } from '../../text/text-lines.ts';
import { emptySource } from '../shared/empty-source.ts';
import { createCodeSections } from './code-sections.ts';

const extensions =
  '.ts .tsx .mts .cts .js .jsx .mjs .cjs .vue .svelte .py .pyi .java .kt .kts .scala .groovy .c .h .cc .cpp .cxx .hpp .hh .cs .fs ' +
  '.vb .go .rs .rb .php .pl .pm .lua .r .jl .m .mm .swift .dart .ex .exs .erl .hrl .clj .cljs .hs .ml .mli .elm .nim .zig .v .sv .vhd ' +
  '.asm .s .f .f90 .pas .ada .lisp .el .scm .sh .bash .zsh .fish .ps1 .bat .cmd .sql .css .scss .sass .less .graphql .proto ' +
  '.tf .gradle .cmake .mk .yaml .yml .toml .ini .cfg .conf .properties .env .tex .sty .cls .bib .srt .vtt .diff .patch';

/**
 * Reads source code and other files whose lines count: configuration, subtitles, LaTeX. The document text is the decoded
 * file. It is cut where a part of the outermost level begins behind a blank line, so that a function stays whole where it
 * fits into a chunk. Locators count lines.
 */
export function codeExtractor(): Extractor {
  return {
    id: 'code@2',
    mediaTypes: [
      'text/javascript',
      'text/css',
      'text/yaml',
      'text/vtt',
      'text/x-python',
      'text/x-java-source',
      'text/x-c',
      'text/x-sh',
      'text/x-sql',
      'text/x-tex',
    ],
    extensions: extensions.split(' '),
    async *extract(source, context): AsyncGenerator<Section> {
      const { signal } = context;
      const { pieces } = await openText(source, { signal, unread: (place) => context.unread(place) });
      const sections = createCodeSections();
      let empty = true;
      for await (const line of textLines(pieces())) {
        const section = sections.push(line);
        if (section === undefined) continue;
        empty = false;
        yield section;
      }
      const last = sections.finish();
      if (last) yield last;
      else if (empty) throw emptySource(source.uri);
    },
  };
}
