import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { Readable } from 'node:stream';
import { assertKnownOptions, CuboError, type KnownOptions } from '@cubo/contracts';
import type { AudioDecoder } from './audio-decoder.ts';
import { damaged } from './damaged.ts';
import { speechSampleRate } from './speech-samples.ts';

/** Settings of {@link ffmpegDecoder}. */
export interface FfmpegDecoderOptions {
  /** The program, by name or path. Default `ffmpeg`. */
  readonly command?: string | undefined;
}

const known: KnownOptions<FfmpegDecoderOptions> = { command: true };

/**
 * Decodes videos, and what else the ffmpeg that is installed on this computer can read: MP4, M4A, MOV, WebM, Matroska, AVI, WMA,
 * AAC, AMR. It is started once for each recording, reads local files alone, and no subtitles or pictures. A file is read where it
 * lies; other sources are piped, for which the index of an MP4 must stand at its beginning.
 *
 * Decoding throws `CUBO_PACKAGE_MISSING` where there is no such program.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function ffmpegDecoder(options: FfmpegDecoderOptions = {}): AudioDecoder {
  assertKnownOptions('ffmpegDecoder()', options, known);
  const { command = 'ffmpeg' } = options;
  return {
    id: 'ffmpeg@1',
    mediaTypes: [
      ...['video/mp4', 'video/quicktime', 'video/webm', 'video/x-matroska', 'video/x-msvideo', 'video/mpeg'],
      ...['audio/mp4', 'audio/x-m4a', 'audio/aac', 'audio/webm', 'audio/x-ms-wma', 'audio/amr'],
    ],
    extensions: [
      ...['.mp4', '.m4v', '.mov', '.webm', '.mkv', '.avi', '.mpg', '.mpeg'],
      ...['.m4a', '.aac', '.wma', '.amr'],
    ],
    async *decode(source, { signal } = {}) {
      signal?.throwIfAborted();
      const isFile = isAbsolute(source.uri) && existsSync(source.uri);
      // Without the whitelist a file could name addresses to be fetched.
      const input = ['-protocol_whitelist', 'file,pipe', '-i', isFile ? `file:${source.uri}` : 'pipe:0'];
      const output = ['-vn', '-sn', '-dn', '-f', 'f32le', '-ac', '1', '-ar', String(speechSampleRate), 'pipe:1'];
      const program = spawn(command, ['-v', 'error', '-nostdin', ...input, ...output], {
        stdio: [isFile ? 'ignore' : 'pipe', 'pipe', 'pipe'],
        signal,
      });
      let said = '';
      program.stderr?.on('data', (bytes: Buffer) => {
        said = (said + bytes.toString()).slice(0, 1000);
      });
      const ended = once(program, 'close').then(([code]: unknown[]) => code);
      ended.catch(() => {});
      const bytes = program.stdin === null ? undefined : Readable.from(source.open({ signal }));
      let unread: { readonly error: unknown } | undefined;
      if (bytes !== undefined && program.stdin !== null) {
        // It may have had enough before the end.
        program.stdin.on('error', () => {});
        bytes.on('error', (error) => {
          unread = { error };
          program.kill();
        });
        bytes.pipe(program.stdin);
      }
      try {
        yield* floats(program.stdout as Readable);
        const code = await ended;
        if (unread !== undefined) throw unread.error;
        if (code !== 0) throw damaged(source, `cannot be decoded by ${command}: ${firstLine(said)}`);
      } catch (error) {
        signal?.throwIfAborted();
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw missing(command, error);
        throw error;
      } finally {
        program.kill('SIGKILL');
        bytes?.destroy();
      }
    },
  };
}

async function* floats(stream: Readable) {
  let held = Buffer.alloc(0);
  for await (const bytes of stream as AsyncIterable<Buffer>) {
    held = Buffer.concat([held, bytes]);
    const whole = held.length - (held.length % 4);
    const samples = new Float32Array(whole / 4);
    for (let i = 0; i < samples.length; i++) samples[i] = held.readFloatLE(4 * i);
    held = held.subarray(whole);
    yield { sampleRate: speechSampleRate, channels: [samples] };
  }
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0]?.replace(/\.$/, '') || 'it says nothing';
}

function missing(command: string, cause: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_PACKAGE_MISSING',
    message: `The program ${command}, which decodes videos, cannot be found.`,
    remedy: 'Install ffmpeg with the package manager of this computer, or pass its path as command.',
    cause,
  });
}
