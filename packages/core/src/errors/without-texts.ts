import { CuboError, isCuboError } from '@cubo/contracts';

/**
 * What a model tells of its failure, without what it was sent: servers and libraries like to quote the text that they
 * could not read, and messages of errors end in logs. Each word that stands in one of the texts, as it is or within a
 * longer one, gives way to `…`, but for the common words of such messages, and of Cubo's own, which tell nothing of a
 * document.
 */
export function withoutTexts(message: string, texts: readonly string[]): string {
  const searched = texts.map(folded);
  // What an escape stands for is no part of the word after it: "\nword".
  return message.replace(/\\(?:u[\da-f]{4}|[bfnrt])|[\p{L}\p{M}\p{N}]{3,}/giu, (word) => {
    const sought = folded(word);
    const isTold = word.startsWith('\\') || common.has(sought) || !searched.some((text) => text.includes(sought));
    return isTold ? word : '…';
  });
}

/** The same error, or one that tells the same without texts; what was thrown is its cause. Others than Cubo's stay. */
export function errorWithoutTexts(error: unknown, texts: readonly string[]): unknown {
  if (!isCuboError(error)) return error;
  const message = withoutTexts(error.summary, texts);
  if (message === error.summary) return error;
  const { code, remedy, path } = error;
  return new CuboError({ code, message, remedy, path, cause: error });
}

/** All texts in what a model is asked, however deep. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  return Object.values(value).flatMap(textsOf);
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

const common = new Set(
  `127 abort aborted about address addresses after again all allowed already and answer answers any api application are
  argument array available back bad batch before bytes call called can cannot closed code connect connection
  contact contacted content context could cpu data denied device did dimension dimensions does embed embedder
  embedding empty end ended error errors exceeded exceeds expected failed failure fetch file finite for format
  found from gave generate generation generator get given gpu had has have host http https input instead internal
  invalid its json lan large length limit list load loaded loading local localhost long longer machine maximum
  memory message missing model more must name neither network nobody non none nor not nothing null number object
  off ollama one only open other out outside over parse port process queue read reason refused rejected request
  requests reranker response returned room row run running score scores serve server service size small socket space
  start status stopped string such system text texts than that the then there this time timed timeout times token tokens
  too tried type unavailable undefined unexpected unknown unsupported use used value values vector vectors version wait
  was were what which while with without work worker wrong you`.split(/\s+/),
);
