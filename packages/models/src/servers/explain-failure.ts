import { CuboError, type CuboErrorCode, describeThrown, isCuboError } from '@cubo/contracts';
import { ServerRefusal } from './model-server.ts';

/** What is known of a server when a call of it has failed. */
export interface FailedCall {
  /** Of the error to make. */
  readonly code: Extract<CuboErrorCode, 'CUBO_EMBEDDER_FAILED' | 'CUBO_GENERATOR_FAILED'>;
  /** The model or server that failed: `Ollama`. */
  readonly server: string;
  readonly url: string;
  readonly model: string;
  /** How to start the server. */
  readonly start: string;
  /** How to get the model. */
  readonly get: string;
}

/** The error of a call that failed, with what can be done about it. An error that says so already stays as it is. */
export function explainFailure(error: unknown, call: FailedCall): CuboError {
  const { code, server, url, model, start, get } = call;
  if (isCuboError(error, code) || isCuboError(error, 'CUBO_EMBEDDER_INVALID')) return error;
  if (isCuboError(error, 'CUBO_NETWORK_REFUSED')) {
    return new CuboError({ code, message: error.summary, remedy: error.remedy, cause: error });
  }
  if (isUnreachable(error)) {
    return new CuboError({ code, message: `${server} does not answer at ${url}.`, remedy: start, cause: error });
  }
  if (error instanceof ServerRefusal && error.status === 404) {
    return new CuboError({ code, message: `${server} at ${url} has no model ${model}.`, remedy: get, cause: error });
  }
  return new CuboError({
    code,
    message: `${server} at ${url} failed with ${model}: ${describeThrown(error)}`.replace(/\.?$/, '.'),
    remedy: `Look into the log of ${server}, and try again.`,
    cause: error,
  });
}

/** Whether there is nobody at the address. */
export function isUnreachable(error: unknown): boolean {
  return isCuboError(error, 'CUBO_NETWORK_FAILED') && unreachable.has(networkCode(error));
}

const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']);

function networkCode(error: CuboError): string {
  return (error.cause as NodeJS.ErrnoException | undefined)?.code ?? '';
}

/** Whether the same call may do better in a moment: the server was busy, restarted its runner, or broke off. */
export function mayPass(error: unknown): boolean {
  if (error instanceof ServerRefusal) return error.status === 429 || error.status >= 500;
  return !isCuboError(error) || isCuboError(error, 'CUBO_NETWORK_FAILED');
}
