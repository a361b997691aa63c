import { assertKnownOptions, badArgument, type KnownOptions } from '@cubo/contracts';
import { describeValue } from '../arguments/describe-value.ts';

/** How long models stay in memory. */
export interface ModelOptions {
  /**
   * A model is unloaded when nothing was asked of it for so many seconds, counted from the end of its last request; 0:
   * at once, `Infinity`: only under memory pressure, by `cubo.unload()`, or when the library is closed. Default 300.
   */
  readonly idleSeconds?: number | undefined;
}

const known: KnownOptions<ModelOptions> = { idleSeconds: true };

/**
 * Refuses options that make no sense.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function assertModelOptions(options: unknown): void {
  if (options === undefined) return;
  assertKnownOptions('The option models', options, known);
  const { idleSeconds } = options as Partial<Record<keyof ModelOptions, unknown>>;
  if (idleSeconds === undefined || (typeof idleSeconds === 'number' && idleSeconds >= 0)) return;
  throw badArgument(
    `models.idleSeconds is ${describeValue(idleSeconds)}.`,
    'Pass a number of seconds from 0 up, or Infinity to keep models loaded.',
  );
}
