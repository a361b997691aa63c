import { CuboError } from '@cubo/contracts';
import { type NetworkResponse, request } from '@cubo/network';

/** A server of models that is spoken to in JSON over HTTP. */
export interface ModelServer {
  /** Its address, without a slash at the end. */
  readonly url: string;
  /**
   * Posts JSON, and gives an answer that is one (status 2xx).
   *
   * @throws ServerRefusal for any other status; CuboError `CUBO_NETWORK_FAILED`, `CUBO_NETWORK_REFUSED`
   */
  post(path: string, body: unknown, signal?: AbortSignal): Promise<NetworkResponse>;
}

/** The answer of a server that does not do what it was asked for. */
export class ServerRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Makes the connection to a server; nothing is contacted yet. */
export function modelServer(options: {
  /** Who asks, to begin a sentence with: `ollamaEmbedder()`. */
  readonly owner: string;
  readonly baseUrl: string;
  readonly purpose: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}): ModelServer {
  const { owner, baseUrl, purpose, headers } = options;
  const url = String(baseUrl).replace(/\/+$/, '');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new CuboError({
      code: 'CUBO_BAD_ARGUMENT',
      message: `The baseUrl of ${owner} is ${JSON.stringify(baseUrl)}.`,
      remedy: 'Pass the address of the server, such as http://127.0.0.1:11434.',
    });
  }
  const { username, password } = new URL(url);
  if (username !== '' || password !== '') {
    throw new CuboError({
      code: 'CUBO_BAD_ARGUMENT',
      message: `The baseUrl of ${owner} holds a user name or a password, which messages would repeat.`,
      remedy: 'Pass the address without them.',
    });
  }
  return {
    url,
    async post(path, body, signal) {
      const answer = await request(url + path, {
        purpose,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal,
      });
      if (answer.status >= 200 && answer.status < 300) return answer;
      throw new ServerRefusal(answer.status, await readRefusal(answer, signal));
    },
  };
}

/** The most of an error's text that is read, and the most that is repeated. */
const longestRefusal = 64 * 1024;
const longestMessage = 300;

async function readRefusal(answer: NetworkResponse, signal: AbortSignal | undefined): Promise<string> {
  let text = '';
  try {
    for await (const piece of answer.body.setEncoding('utf8')) {
      text += piece;
      if (text.length > longestRefusal) break;
    }
  } catch {
    // What came of it has to do.
    signal?.throwIfAborted();
  } finally {
    answer.close();
  }
  return errorText(parsed(text)) ?? (text.trim().slice(0, longestMessage) || `status ${answer.status}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The message of an error in JSON: `{"error":"…"}`, as Ollama writes it, or `{"error":{"message":"…"}}`. */
export function errorText(value: unknown): string | undefined {
  const { error } = (value ?? {}) as { error?: unknown };
  const message = typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : error;
  return typeof message === 'string' ? message.slice(0, longestMessage) : undefined;
}
