import type { Generator } from '@cubo/contracts';
import { generateChecked } from '../ask/generate-checked.ts';
import type { ModelHolder, ModelOutcome } from './model-holder.ts';

/** A generator whose model is loaded when something is generated, and stays so until the stream has ended or was left. */
export function heldGenerator(generator: Generator, holder: ModelHolder<Generator>): Generator {
  return {
    id: generator.id,
    // Some know these only when their model is loaded.
    get contextWindow() {
      return generator.contextWindow;
    },
    get capabilities() {
      return generator.capabilities;
    },
    async load() {
      const { end } = await holder.lease({});
      end('left');
    },
    async *generate(request, { signal } = {}) {
      const { model, end } = await holder.lease({ signal });
      let outcome: ModelOutcome = 'left';
      try {
        yield* generateChecked(model, request, signal);
        outcome = 'answered';
      } catch (error) {
        if (!signal?.aborted) outcome = { error };
        throw error;
      } finally {
        end(outcome);
      }
    },
  };
}
