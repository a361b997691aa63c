import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Section, Source, Transcriber } from '@cubo/contracts';
import { extractorConformance } from '@cubo/contracts/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type AudioDecoder, audioExtractor, ffmpegDecoder, type Recording, transcribe } from '../src/index.ts';
import { tones, toneTranscriber } from './helpers/tones.ts';
import { wavBytes } from './helpers/wav-bytes.ts';

const said = 'notice period three months';
const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
if (!hasFfmpeg) console.info('Tests are skipped: there is no ffmpeg.');

async function segmentsOf(recording: Recording | Source, decoders?: readonly AudioDecoder[]) {
  const segments: { text: string; start: number; end: number }[] = [];
  for await (const segment of transcribe(recording, { transcriber: toneTranscriber(), decoders }))
    segments.push(segment);
  return segments;
}

const textOf = async (...given: Parameters<typeof segmentsOf>) =>
  (await segmentsOf(...given)).map(({ text }) => text).join(' ');

describe('what is said is heard', () => {
  test.each([8000, 16_000, 22_050, 44_100, 48_000])('at %i samples a second', async (sampleRate) => {
    const sound = tones(said, sampleRate);
    const bytes = wavBytes([sound, sound], { bits: 16, sampleRate });
    expect(await textOf({ bytes, name: 'question.wav' })).toBe(said);
  });

  test.each([
    ['tones.mp3', undefined],
    ['tones.flac', undefined],
    ['tones.opus.ogg', undefined],
    ['tones.vorbis.ogg', undefined],
    ['recording', 'audio/mpeg; rate=22050'],
  ])('in %s', async (name, mediaType) => {
    const bytes = await readFile(fixture(mediaType ? 'tones.mp3' : name));
    expect(await textOf({ bytes, name, mediaType })).toBe(said);
  });

  test.each(['tones.mp3', 'tones.flac', 'tones.opus.ogg', 'tones.vorbis.ogg'])(
    'in %s, whose first bytes arrive one by one',
    async (name) => {
      const bytes = await readFile(fixture(name));
      const recording = {
        ...{ uri: `memory:${name}`, name },
        async *open() {
          for (let i = 0; i < 40; i++) yield bytes.subarray(i, i + 1);
          yield bytes.subarray(40);
        },
      };
      expect(await textOf(recording)).toBe(said);
    },
  );

  test.each([
    ['opus', 'opus'],
    ['opus', 'vorbis'],
    ['vorbis', 'opus'],
    ['vorbis', 'vorbis'],
  ])('in a stream of %s that another one of %s follows, however the bytes arrive', async (first, second) => {
    const streams = await Promise.all([first, second].map((codec) => readFile(fixture(`tones.${codec}.ogg`))));
    const bytes = Buffer.concat(streams);
    for (const size of [bytes.length, 5000, 97]) {
      const source: Source = {
        uri: 'memory:chained.ogg',
        name: 'chained.ogg',
        async *open() {
          for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
        },
      };
      let heard = '';
      for await (const { text } of transcribe(source, { transcriber: toneTranscriber() })) heard += text;
      expect(heard.replaceAll(' ', '')).toBe((said + said).replaceAll(' ', ''));
    }
  });

  test('with its times, over pieces that end in pauses', async () => {
    const text = Array.from({ length: 12 }, (_, i) => `lease ${'abcdef'[i % 6]}term`).join(' ');
    const sound = tones(text);
    const transcriber = toneTranscriber({ maximumSeconds: 5 });
    const words: string[] = [];
    let last = 0;
    const bytes = wavBytes([sound], { bits: 16 });
    for await (const { text: word, start, end } of transcribe({ bytes, name: 'a.wav' }, { transcriber })) {
      words.push(word);
      expect(start).toBeGreaterThanOrEqual(last);
      const from = (text
        .split(' ')
        .slice(0, words.length - 1)
        .join(' ').length + (words.length > 1 ? 1 : 0)) as number;
      const before = tones(text.slice(0, from)).length / 16_000;
      expect(Math.abs(start - before)).toBeLessThan(0.05);
      last = end;
    }
    expect(words.join(' ')).toBe(text);
    expect(transcriber.pieces.length).toBeGreaterThan(4);
    expect(Math.max(...transcriber.pieces)).toBeLessThanOrEqual(5 * 16_000);
  });
});

describe('what cannot be heard', () => {
  test.each([
    ['without a decoder', { bytes: new Uint8Array(10), name: 'film.mp4' }, 'CUBO_FORMAT_UNSUPPORTED'],
    ['without a name', { bytes: new Uint8Array(10) }, 'CUBO_FORMAT_UNSUPPORTED'],
    ['that is no MP3', { bytes: Buffer.from('no recording, but a text'), name: 'a.mp3' }, 'CUBO_FORMAT_INVALID'],
    ['that is no FLAC', { bytes: new Uint8Array(5000).fill(7), name: 'a.flac' }, 'CUBO_FORMAT_INVALID'],
    ['that is no Ogg', { bytes: new Uint8Array(5000).fill(9), name: 'a.ogg' }, 'CUBO_FORMAT_INVALID'],
    ['that is empty', { bytes: new Uint8Array(0), name: 'a.opus' }, 'CUBO_FORMAT_INVALID'],
  ])('a recording %s is refused', async (_what, recording, code) => {
    await expect(segmentsOf(recording)).rejects.toMatchObject({ code });
  });

  test('a recording that is cut short is heard up to there', async () => {
    for (const name of ['tones.mp3', 'tones.flac', 'tones.opus.ogg', 'tones.vorbis.ogg']) {
      const bytes = await readFile(fixture(name));
      const text = await textOf({ bytes: bytes.subarray(0, Math.floor(bytes.length * 0.6)), name });
      expect(text, name).toMatch(/^notice period/);
      expect(text.length, name).toBeLessThan(said.length);
    }
  });

  test('an abort ends it', async () => {
    const stop = new AbortController();
    const bytes = wavBytes([tones(said)], { bits: 16 });
    const heard: string[] = [];
    const options = { transcriber: toneTranscriber(), signal: stop.signal };
    const work = (async () => {
      for await (const { text } of transcribe({ bytes, name: 'a.wav' }, options)) {
        heard.push(text);
        stop.abort();
      }
    })();
    await expect(work).rejects.toMatchObject({ name: 'AbortError' });
    expect(heard).toEqual(['notice']);
  });
});

describe('the extractor', () => {
  test.each(
    extractorConformance({
      create: () => audioExtractor({ transcriber: toneTranscriber(), language: 'en' }),
      sources: [{ name: 'a.wav', bytes: wavBytes([tones(said)], { bits: 16 }), contains: ['notice', 'months'] }],
      damaged: [{ name: 'b.wav', bytes: Buffer.from('RIFF and no more') }],
    }),
  )('$name', ({ run }) => run());

  test('tells when each word is said, and of what it is', async () => {
    const extractor = audioExtractor({ transcriber: toneTranscriber(), decoders: [ffmpegDecoder()], language: 'de' });
    expect(extractor.id).toBe('audio@1+tones+de+ffmpeg@1');
    expect(extractor.extensions).toEqual(expect.arrayContaining(['.wav', '.mp3', '.mp4', '.opus']));
    const bytes = wavBytes([tones(said)], { bits: 16 });
    const source = {
      uri: 'memory:a.wav',
      name: 'a.wav',
      async *open() {
        yield bytes;
      },
    };
    const described: unknown[] = [];
    const sections: Section[] = [];
    const context = { maximumBytes: 1000, unread: () => {}, describe: (given: unknown) => described.push(given) };
    for await (const section of extractor.extract(source, context)) sections.push(section);
    expect(described).toEqual([{ language: 'de' }]);
    expect(sections.map(({ text }) => text)).toEqual(said.split(' '));
    expect(sections[0]?.locator).toMatchObject({ kind: 'time', start: 0, end: 6, seconds: [0, expect.any(Number)] });
    expect(sections[1]?.locator.start).toBe(7);
  });

  test('refuses settings that it does not have', () => {
    const transcriber = toneTranscriber();
    expect(() => audioExtractor({ transcriber, lang: 'de' } as never)).toThrow('lang');
    expect(() => ffmpegDecoder({ path: 'ffmpeg' } as never)).toThrow('path');
  });
});

describe('ffmpeg', () => {
  test.skipIf(!hasFfmpeg)('reads the sound of a video, as a file and from memory', async () => {
    const extractor = audioExtractor({ transcriber: toneTranscriber(), decoders: [ffmpegDecoder()] });
    const path = fixture('tones.mp4');
    const bytes = await readFile(path);
    for (const uri of [path, 'memory:tones.mp4']) {
      const source = {
        uri,
        name: 'tones.mp4',
        async *open() {
          yield bytes;
        },
      };
      const words: string[] = [];
      const context = { maximumBytes: 1000, unread() {}, describe() {} };
      // An index at the end of the file cannot be read from a pipe.
      const reading = (async () => {
        for await (const { text } of extractor.extract(source, context)) words.push(text);
      })();
      if (uri === path) {
        await reading;
        expect(words.join(' ')).toBe(said);
      } else await reading.catch((error: unknown) => expect(error).toMatchObject({ code: 'CUBO_FORMAT_INVALID' }));
    }
  });

  test.skipIf(!hasFfmpeg)('fetches nothing that a file names, and refuses what is no recording', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests++;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const directory = await mkdtemp(join(tmpdir(), 'cubo-speech-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const path = join(directory, 'list.mp4');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/part.ts`;
    await writeFile(path, `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${address}\n#EXT-X-ENDLIST\n`);
    const decoding = ffmpegDecoder().decode({ uri: path, name: 'list.mp4', open: async function* () {} });
    await expect(decoding[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'CUBO_FORMAT_INVALID' });
    expect(requests).toBe(0);
  });

  test('that is not there is said to be missing', async () => {
    const decoders = [ffmpegDecoder({ command: 'no-such-ffmpeg' })];
    const recording = { bytes: new Uint8Array(10), name: 'film.mp4' };
    await expect(segmentsOf(recording, decoders)).rejects.toMatchObject({ code: 'CUBO_PACKAGE_MISSING' });
  });
});

describe('what no transcriber should give', () => {
  const second = { bytes: wavBytes([tones('lease')], { bits: 16 }), name: 'a.wav' };
  const length = tones('lease').length / 16_000;
  const giving = (transcribed: Transcriber['transcribe'], maximumSeconds?: number): Transcriber => ({
    ...{ id: 'odd@1', transcribe: transcribed, maximumSeconds },
  });
  const times = async (start: unknown, end: unknown) => {
    const transcriber = giving(async function* () {
      yield { text: 'lease', start: start as number, end: end as number };
    });
    for await (const segment of transcribe(second, { transcriber })) return [segment.start, segment.end];
  };

  test.each([
    [Number.NaN, Number.NaN, 0, length],
    [undefined, null, 0, length],
    [0, Number.POSITIVE_INFINITY, 0, length],
    [-5, -9, 0, 0],
    [0.2, 0.1, 0.2, 0.2],
    [1e300, 1e308, length, length],
  ])('times from %s to %s stay in the piece', async (start, end, from, to) => {
    expect(await times(start, end)).toEqual([from, to]);
  });

  test.each([
    ['an error', () => Promise.reject(new Error('no memory'))],
    ['a text', () => Promise.reject('no memory')],
  ])('%s that is thrown is told as the failure of the transcriber', async (_name, fail) => {
    // biome-ignore lint/correctness/useYield: it fails before.
    const transcriber = giving(async function* () {
      await fail();
    });
    await expect(transcribe(second, { transcriber }).next()).rejects.toMatchObject({
      code: 'CUBO_TRANSCRIBER_FAILED',
      message: expect.stringContaining('odd@1 failed on the recording recording:a.wav (no memory)'),
    });
  });

  test('a length of pieces that is no number takes pieces of a second', async () => {
    const transcriber = giving(
      async function* (samples) {
        yield { text: String(samples.length), start: 0, end: 1 };
      },
      'half a minute' as unknown as number,
    );
    for await (const { text } of transcribe(second, { transcriber })) expect(Number(text)).toBeLessThanOrEqual(16_000);
  });
});

test.each([0x7fffffff, 192_001, 1099, 1])('%i samples a second are refused', async (sampleRate) => {
  const bytes = wavBytes([tones(said)], { bits: 16, sampleRate });
  await expect(segmentsOf({ bytes, name: 'a.wav' })).rejects.toMatchObject({
    code: 'CUBO_FORMAT_INVALID',
    message: expect.stringContaining(`has ${sampleRate} samples a second`),
  });
});

test.each([192_000, 1100])('%i samples a second can be converted', async (sampleRate) => {
  const bytes = wavBytes([new Float32Array(2 * 65_536).fill(0.5)], { bits: 16, sampleRate });
  let heard = 0;
  const transcriber: Transcriber = {
    id: 'counting@1',
    async *transcribe(samples) {
      heard += samples.length;
      yield* [];
    },
  };
  for await (const _ of transcribe({ bytes, name: 'a.wav' }, { transcriber }));
  // The filter of the converter holds its last samples back.
  expect(heard / 16_000).toBeCloseTo((2 * 65_536) / sampleRate, 1);
});

test.each([
  ['no options', undefined],
  ['none', {}],
  ['null', { transcriber: null }],
  ['an empty object', { transcriber: {} }],
  ['one without transcribe()', { transcriber: { id: 'a@1' } }],
  ['one whose id is no text', { transcriber: { id: 5, transcribe() {} } }],
])('the extractor refuses a transcriber that is none: %s', (_name, options) => {
  const given = options as unknown as Parameters<typeof audioExtractor>[0];
  expect(() => audioExtractor(given)).toThrow(expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' }));
});
