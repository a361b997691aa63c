import { type NetworkUse, withNetwork } from '@cubo/network';
import { loadStaticModel, type StaticModelOptions } from '../model2vec/static-model.ts';
import { loadSentenceModel, type SentenceModelOptions } from '../transformers/sentence-model.ts';
import {
  loadSpeechModel,
  type SpeechInput,
  type SpeechModelOptions,
  type SpeechOutput,
} from '../transformers/speech-model.ts';

/** A model of a folder, in memory. What goes in and comes out can be sent from thread to thread. */
export interface FolderModel<Input, Output> {
  run(input: Input): Promise<Output>;
  /** Frees its memory. */
  close(): Promise<void>;
}

/** Gives one vector for each text, of whatever length. */
export type TextModel = FolderModel<readonly string[], readonly ArrayLike<number>[]>;

/** What each kind of model is loaded with, takes and gives. */
export interface ModelKinds {
  static: { options: StaticModelOptions; input: readonly string[]; output: readonly ArrayLike<number>[] };
  sentence: { options: SentenceModelOptions; input: readonly string[]; output: readonly ArrayLike<number>[] };
  speech: { options: SpeechModelOptions; input: SpeechInput; output: SpeechOutput };
}

/** Which model is loaded, in words that another thread understands. */
export interface ModelRequest<Kind extends keyof ModelKinds = keyof ModelKinds> {
  readonly kind: Kind;
  readonly options: ModelKinds[Kind]['options'];
}

/** Files are all that such a model needs: not even what a host allows for others may be contacted. */
const use: NetworkUse = { purpose: 'a model of a folder', allow: [] };

const loaders: {
  readonly [Kind in keyof ModelKinds]: (
    options: ModelKinds[Kind]['options'],
  ) => Promise<FolderModel<ModelKinds[Kind]['input'], ModelKinds[Kind]['output']>>;
} = { static: loadStaticModel, sentence: loadSentenceModel, speech: loadSpeechModel };

/** Loads a model in the calling thread. */
export function loadModel<Kind extends keyof ModelKinds>({
  kind,
  options,
}: ModelRequest<Kind>): Promise<FolderModel<ModelKinds[Kind]['input'], ModelKinds[Kind]['output']>> {
  return withNetwork(use, async () => {
    const model = await loaders[kind](options);
    return { ...model, run: (input: ModelKinds[Kind]['input']) => withNetwork(use, () => model.run(input)) };
  });
}
