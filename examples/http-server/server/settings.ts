import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { resolve } from 'node:path';

/** What the server is told by its environment. */
export interface Settings {
  /** `CUBO_DATA`: the folder of the library and of the documents. Default `data` in the current folder. */
  readonly data: string;
  /** `CUBO_HOST`: the address to listen at. Default 127.0.0.1, which only programs of this machine reach. */
  readonly host: string;
  /** `CUBO_PORT`; 0 takes a free one. Default 8323. */
  readonly port: number;
  /** `CUBO_TOKEN`: what every request must carry. On loopback one is made up for this run where there is none. */
  readonly token: string;
  readonly isTokenMadeUp: boolean;
  /** `CUBO_HOSTS`: names by which browsers reach the server, beside those of loopback, with commas. Default: none. */
  readonly hosts: readonly string[];
  /** `CUBO_ORIGINS`: web pages of other origins that may use the server, with commas. Default: none, so CORS is off. */
  readonly origins: readonly string[];
  /** `CUBO_GENERATOR`: `extractive`, `scripted` or `ollama:<model>`. Default `extractive`, which quotes. */
  readonly generator: string;
  /** `CUBO_OLLAMA_URL`: where Ollama answers. Default http://127.0.0.1:11434. */
  readonly ollamaUrl: string | undefined;
  /** `CUBO_MAXIMUM_UPLOAD_BYTES`. Default 100 MiB. */
  readonly maximumUploadBytes: number;
  /** `CUBO_MAXIMUM_ATTACHMENT_BYTES`: of all files that come with a message. Default 10 MiB. */
  readonly maximumAttachmentBytes: number;
  /** `CUBO_MAXIMUM_REQUESTS`: requests at a time, and turns that are being answered. Default 256. */
  readonly maximumRequests: number;
  /** `CUBO_TURN_SECONDS`: a turn that takes longer is cancelled. Default 300. */
  readonly turnSeconds: number;
  /** `CUBO_GRACE_SECONDS`: how long requests may go on when the server is told to stop. Default 5. */
  readonly graceSeconds: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

// #region token
/** A shorter token could be guessed by whoever reaches the server. */
const shortestToken = 32;

/** Reads the settings. What makes no sense, or would open the documents to the network, ends the program. */
export function readSettings(environment: Environment): Settings {
  const host = environment.CUBO_HOST ?? '127.0.0.1';
  const given = environment.CUBO_TOKEN;
  if (given === undefined && !isLoopback(host)) {
    throw new Error(`CUBO_HOST is ${host}, which others can reach: set CUBO_TOKEN, or listen at 127.0.0.1.`);
  }
  if (given !== undefined && given.length < shortestToken) {
    throw new Error(`CUBO_TOKEN is shorter than ${shortestToken} characters: make one with openssl rand -hex 32.`);
  }
  return {
    data: resolve(environment.CUBO_DATA ?? 'data'),
    host,
    port: wholeNumber(environment, 'CUBO_PORT', 8323, 0),
    token: given ?? randomBytes(32).toString('hex'),
    isTokenMadeUp: given === undefined,
    // …
    // #endregion
    hosts: list(environment.CUBO_HOSTS),
    origins: list(environment.CUBO_ORIGINS),
    generator: environment.CUBO_GENERATOR ?? 'extractive',
    ollamaUrl: environment.CUBO_OLLAMA_URL,
    maximumUploadBytes: wholeNumber(environment, 'CUBO_MAXIMUM_UPLOAD_BYTES', 100 * 1024 ** 2),
    maximumAttachmentBytes: wholeNumber(environment, 'CUBO_MAXIMUM_ATTACHMENT_BYTES', 10 * 1024 ** 2),
    maximumRequests: wholeNumber(environment, 'CUBO_MAXIMUM_REQUESTS', 256),
    turnSeconds: wholeNumber(environment, 'CUBO_TURN_SECONDS', 300),
    graceSeconds: wholeNumber(environment, 'CUBO_GRACE_SECONDS', 5),
  };
}

/** Whether only programs of this machine reach an address. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function list(value = ''): string[] {
  return value.split(',').flatMap((item) => (item.trim() === '' ? [] : [item.trim().toLowerCase()]));
}

function wholeNumber(environment: Environment, name: string, fallback: number, least = 1): number {
  const value = environment[name] === undefined ? fallback : Number(environment[name]);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new Error(`${name} is ${environment[name]}: pass a whole number from ${least} on.`);
}
