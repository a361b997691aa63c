import type { AskOptions, Embedder, Generator, Reranker, SearchOptions, TrainableEmbedder } from '@cubo/contracts';
import { iterateWithNetwork, type NetworkUse, withNetwork } from '@cubo/network';
import type { ModelKind } from '../models/model-status.ts';
import { rememberOriginal } from '../models/original-model.ts';
import type { CuboOptions } from './cubo-options.ts';

/** Bounds what models that a host gives may contact, whatever library they come from. */
export interface ModelGuard {
  /** The options of `createCubo`, with models that are bounded. */
  models(options: CuboOptions): CuboOptions;
  /** Options of a single call, with models that are bounded. */
  call<Options extends Pick<SearchOptions, 'rewrite'> & Pick<AskOptions, 'generator'>>(options: Options): Options;
}

/** By what the log of connections knows a model. */
export function modelPurpose(kind: ModelKind, id: string): string {
  return `${kind} ${id}`;
}

/** Makes the guard for models that may contact this machine and the hosts that are allowed. */
export function createModelGuard(allow: readonly string[]): ModelGuard {
  // The same object for the same generator: results of searches are remembered by it.
  const generators = new WeakMap<Generator, Generator>();
  function generatorOf(generator: Generator): Generator {
    const known =
      generators.get(generator) ?? bounded(generator, { allow, purpose: modelPurpose('generator', generator.id) });
    generators.set(generator, known);
    return known;
  }
  const embedderOf = <Given extends Embedder | TrainableEmbedder>(embedder: Given): Given =>
    bounded(embedder, { allow, purpose: modelPurpose('embedder', embedder.id) });
  return {
    models(options) {
      const { embedder, previousEmbedder, generator, reranker } = options;
      return {
        ...options,
        ...(embedder && { embedder: embedderOf(embedder) }),
        ...(previousEmbedder && { previousEmbedder: embedderOf(previousEmbedder) }),
        ...(generator && { generator: generatorOf(generator) }),
        ...(reranker && {
          reranker: bounded<Reranker>(reranker, { allow, purpose: modelPurpose('reranker', reranker.id) }),
        }),
      };
    },
    call(options) {
      const { generator, rewrite } = options;
      // What is no generator is told by those who use it.
      const rewriter = typeof rewrite === 'object' && isObject(rewrite?.generator) ? rewrite.generator : undefined;
      if (!generator && !rewriter) return options;
      return {
        ...options,
        ...(generator && { generator: generatorOf(generator) }),
        ...(rewriter && { rewrite: { ...(rewrite as object), generator: generatorOf(rewriter) } }),
      };
    },
  };
}

/** The same object, whose methods run as work that may contact no more than is allowed. */
function bounded<Model extends object>(model: Model, use: NetworkUse): Model {
  // Not of the model itself: a proxy of an object that is frozen may not give other methods.
  const guarded = new Proxy(Object.create(model) as Model, {
    get(_, key) {
      const value: unknown = Reflect.get(model, key, model);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        const result: unknown = withNetwork(use, () => Reflect.apply(value, model, given));
        if (isIterable(result)) return iterateWithNetwork(use, () => result);
        return result instanceof Promise
          ? result.then((given) => (isEmbedder(given) ? bounded(given, use) : given))
          : result;
      };
    },
  });
  rememberOriginal(guarded, model);
  return guarded;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return isObject(value) && Symbol.asyncIterator in value;
}

/** What a training gave. */
function isEmbedder(value: unknown): value is Embedder {
  return isObject(value) && 'embedDocuments' in value;
}
