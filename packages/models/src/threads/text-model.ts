import { loadStaticModel, type StaticModelOptions } from '../model2vec/static-model.ts';
import { loadSentenceModel, type SentenceModelOptions } from '../transformers/sentence-model.ts';

/** A model in memory. */
export interface TextModel {
  /** One vector for each text, of whatever length. */
  embed(texts: readonly string[]): Promise<ArrayLike<number>[]>;
  /** Frees its memory. */
  close(): Promise<void>;
}

/** Which model is loaded, in words that another thread understands. */
export type ModelRequest =
  | { readonly kind: 'static'; readonly options: StaticModelOptions }
  | { readonly kind: 'sentence'; readonly options: SentenceModelOptions };

/** Loads a model in the calling thread. */
export function loadTextModel(request: ModelRequest): Promise<TextModel> {
  return request.kind === 'static' ? loadStaticModel(request.options) : loadSentenceModel(request.options);
}
