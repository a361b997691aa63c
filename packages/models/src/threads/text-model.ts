import { type NetworkUse, withNetwork } from '@cubo/network';
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

/** Files are all that such a model needs: not even what a host allows for others may be contacted. */
const use: NetworkUse = { purpose: 'a model of a folder', allow: [] };

/** Loads a model in the calling thread. */
export function loadTextModel(request: ModelRequest): Promise<TextModel> {
  return withNetwork(use, async () => {
    const { kind, options } = request;
    const model = await (kind === 'static' ? loadStaticModel(options) : loadSentenceModel(options));
    return { ...model, embed: (texts: readonly string[]) => withNetwork(use, () => model.embed(texts)) };
  });
}
