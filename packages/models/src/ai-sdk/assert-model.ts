import { CuboError } from '@cubo/contracts';

/** The versions of the interface that are understood; what is used here is alike in all of them. */
const versions: readonly unknown[] = ['v2', 'v3', 'v4'];

/** What every model of the AI SDK says of itself. */
interface AiSdkModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
}

/**
 * Refuses what is no model of the AI SDK: a name above all, which the AI SDK would send to its gateway.
 *
 * @param method what the model must have: `doEmbed`
 * @param example how such a model is made
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function assertAiSdkModel(owner: string, model: unknown, method: string, example: string): void {
  const { specificationVersion, provider, modelId } = (model ?? {}) as Partial<Record<keyof AiSdkModel, unknown>>;
  const work = (model as Readonly<Record<string, unknown>> | null | undefined)?.[method];
  const isModel = typeof provider === 'string' && typeof modelId === 'string' && typeof work === 'function';
  if (isModel && versions.includes(specificationVersion)) return;
  throw new CuboError({
    code: 'CUBO_BAD_ARGUMENT',
    message: `${owner} was given ${given(model, isModel, specificationVersion)}.`,
    remedy: `Pass what the provider's package makes, as in ${example}.`,
  });
}

function given(model: unknown, isModel: boolean, version: unknown): string {
  if (typeof model === 'string') return `the name ${JSON.stringify(model)}, which the AI SDK would send to its gateway`;
  if (!isModel) return 'no such model of the AI SDK';
  return `a model of the interface ${String(version)}, where ${versions.join(', ')} are known`;
}

/** Name of a model, for people and for fingerprints. */
export function aiSdkModelId({ provider, modelId }: Pick<AiSdkModel, 'provider' | 'modelId'>): string {
  return `${provider}:${modelId}`;
}

/** Options for one provider each, as the AI SDK passes them on: `{ openai: { dimensions: 256 } }`. */
export type AiSdkProviderOptions = Readonly<Record<string, Readonly<Record<string, JsonValue>>>>;

/** What JSON can hold. */
export type JsonValue =
  | null
  | string
  | number
  | boolean
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined };
