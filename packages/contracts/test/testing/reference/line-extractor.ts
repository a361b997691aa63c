import { CuboError, type Extractor } from '@cubo/contracts';

/** A correct extractor of a format of lines in UTF-8, each a section. */
export function lineExtractor(): Extractor {
  return {
    id: 'lines@1',
    mediaTypes: ['text/x-lines'],
    extensions: ['.lines'],
    async *extract(source, { signal }) {
      signal?.throwIfAborted();
      const decoder = new TextDecoder('utf-8', { fatal: true });
      let text = '';
      try {
        for await (const piece of source.open({ signal })) text += decoder.decode(piece, { stream: true });
        text += decoder.decode();
      } catch (cause) {
        if (!(cause instanceof TypeError)) throw cause;
        throw notText(source.name, cause);
      }
      let number = 0;
      for (const match of text.matchAll(/.+/g)) {
        signal?.throwIfAborted();
        number++;
        const start = match.index;
        const end = start + match[0].length;
        yield { text: match[0], kind: 'prose', locator: { kind: 'lines', lines: [number, number], start, end } };
      }
    },
  };
}

function notText(name: string, cause: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_FORMAT_INVALID',
    message: `${name} is not UTF-8.`,
    remedy: 'Save it as UTF-8.',
    path: name,
    cause,
  });
}
