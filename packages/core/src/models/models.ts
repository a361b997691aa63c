import {
  type Clock,
  type Embedder,
  type Generator,
  type Logger,
  type Reranker,
  silentLogger,
  systemClock,
} from '@cubo/contracts';
import { heldEmbedder } from './held-embedder.ts';
import { heldGenerator } from './held-generator.ts';
import { heldReranker, isModelReranker } from './held-reranker.ts';
import { computerMemory, isMemoryShort, type MemoryGauge } from './memory-gauge.ts';
import { createModelHolder, type HolderSettings, type ModelHolder, type ModelSource } from './model-holder.ts';
import type { ModelStatus } from './model-status.ts';
import { type Loadable, sharedModel } from './shared-model.ts';

/**
 * The models of a knowledge base: whatever asks one of them goes through here, so that each is loaded once, when it is
 * first used, and let go when it is not needed.
 */
export interface Models {
  /** An embedder of the host's own. */
  embedder(embedder: Embedder): Embedder;
  /** A reranker of the host's own; one that is no model stays as it is. */
  reranker(reranker: Reranker): Reranker;
  /** The generator of the knowledge base; one that is no language model stays as it is. */
  generator(generator: Generator): Generator;
  /** A generator that was given with a question: it is listed while it is loaded. Those made here stay as they are. */
  givenGenerator(generator: Generator): Generator;
  /** A model that is read by Cubo itself. `forget` takes it off the list, and lets it go. */
  hold<Model>(source: ModelSource<Model>): ModelHolder<Model> & { forget(): void };
  status(): ModelStatus[];
  /** Lets all go, those at work when their last request has ended. */
  unload(): Promise<void>;
  /** The same, for good. */
  close(): Promise<void>;
}

/** How often it is looked whether memory is short, while a model is loaded. To look takes some tens of microseconds. */
const lookMilliseconds = 5000;

/** Makes the holder of all models. */
export function createModels(
  options: Partial<Pick<HolderSettings, 'logger' | 'clock'>> & {
    /** Default 300. */
    readonly idleSeconds?: number | undefined;
    readonly memory?: MemoryGauge | undefined;
    onChange?(status: ModelStatus): void;
  } = {},
): Models {
  const { clock = systemClock as Clock, logger = silentLogger as Logger, idleSeconds = 300, onChange } = options;
  const memory = options.memory ?? computerMemory();
  const schedule = clock.schedule?.bind(clock) ?? systemClock.schedule;
  const holders = new Set<ModelHolder<unknown>>();
  const wrapped = new WeakMap<Generator, Generator>();
  let cancelLook: (() => void) | undefined;

  async function unloadIdle(): Promise<void> {
    await Promise.all([...holders].filter((holder) => holder.isIdle()).map((holder) => holder.unload()));
  }

  /** Models are the first that gives memory back: they can be read again, and what is slower then is one request. */
  async function look(): Promise<void> {
    cancelLook = undefined;
    if (isMemoryShort(memory)) await unloadIdle();
    watchMemory();
  }

  function watchMemory(): void {
    const isAnyHeld = [...holders].some((holder) => holder.isHeld());
    if (isAnyHeld) cancelLook ??= schedule(lookMilliseconds, () => void look());
    else if (cancelLook !== undefined) {
      cancelLook();
      cancelLook = undefined;
    }
  }

  /** @param isLasting whether it is listed while it is not loaded */
  function makeHolder<Model>(source: ModelSource<Model>, isLasting: () => boolean): ModelHolder<Model> {
    const holder: ModelHolder<Model> = createModelHolder(source, {
      clock,
      logger,
      idleMilliseconds: idleSeconds * 1000,
      async makeRoom() {
        if (isMemoryShort(memory)) await unloadIdle();
      },
      onChange(status) {
        list();
        watchMemory();
        onChange?.(status);
      },
    });
    const list = () => {
      const isListed = isLasting() || holder.isHeld() || holder.status().state === 'loading';
      if (isListed) holders.add(holder as ModelHolder<unknown>);
      else holders.delete(holder as ModelHolder<unknown>);
    };
    list();
    return holder;
  }

  const always = () => true;

  function wrapGenerator(generator: Generator, isLasting: () => boolean): Generator {
    const known = wrapped.get(generator);
    if (known !== undefined) return known;
    const held = heldGenerator(
      generator,
      makeHolder({ kind: 'generator', id: generator.id, ...sharedModel(generator) }, isLasting),
    );
    wrapped.set(generator, held);
    wrapped.set(held, held);
    return held;
  }

  return {
    embedder(embedder) {
      const holder = makeHolder({ kind: 'embedder', id: embedder.id, ...sharedModel(embedder) }, always);
      return heldEmbedder(embedder, holder);
    },
    reranker: (reranker) =>
      isModelReranker(reranker)
        ? heldReranker(reranker, makeHolder({ kind: 'reranker', id: reranker.id, ...sharedModel(reranker) }, always))
        : reranker,
    generator: (generator) => (generator.id === 'extractive' ? generator : wrapGenerator(generator, always)),
    givenGenerator: (generator) => (isLoadable(generator) ? wrapGenerator(generator, () => false) : generator),
    hold(source) {
      let isLasting = true;
      const holder = makeHolder(source, () => isLasting);
      return {
        ...holder,
        forget() {
          isLasting = false;
          if (!holder.isHeld()) holders.delete(holder as ModelHolder<unknown>);
          void holder.close();
        },
      };
    },
    status: () => [...holders].map((holder) => holder.status()),
    async unload() {
      await Promise.all([...holders].map((holder) => holder.unload()));
    },
    async close() {
      await Promise.all([...holders].map((holder) => holder.close()));
      cancelLook?.();
      cancelLook = undefined;
    },
  };
}

function isLoadable({ load, unload }: Loadable): boolean {
  return load !== undefined || unload !== undefined;
}
