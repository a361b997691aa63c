import {
  assertKnownOptions,
  CuboError,
  type Extractor,
  type KnownOptions,
  type Section,
  type Transcriber,
} from '@cubo/contracts';
import { builtinDecoders } from './decoding/builtin-decoders.ts';
import { type TranscribeOptions, transcribe } from './transcribe.ts';

/** Settings of {@link audioExtractor}. */
export interface AudioExtractorOptions extends Omit<TranscribeOptions, 'signal'> {}

const known: KnownOptions<AudioExtractorOptions> = { transcriber: true, decoders: true, language: true };

/**
 * Reads recordings by what is said in them. Each segment of the transcriber is a section with the seconds at which it is spoken;
 * chunks join neighbours, and tell from when to when they go: `time 1:02:03–1:02:40`.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function audioExtractor(options: AudioExtractorOptions): Extractor {
  assertKnownOptions('audioExtractor()', options, known);
  assertTranscriber(options?.transcriber);
  const { transcriber, decoders = [], language } = options;
  if (language !== undefined && typeof language !== 'string') {
    throw new CuboError({
      code: 'CUBO_BAD_ARGUMENT',
      message: `The option language is ${JSON.stringify(language)}.`,
      remedy: 'Pass a tag such as "de" or "en-GB".',
    });
  }
  const all = [...decoders, ...builtinDecoders()];
  return {
    id: ['audio@1', transcriber.id, ...(language ? [language] : []), ...decoders.map(({ id }) => id)].join('+'),
    mediaTypes: all.flatMap(({ mediaTypes }) => mediaTypes),
    extensions: all.flatMap(({ extensions }) => extensions),
    async *extract(source, { signal, describe }) {
      if (language !== undefined) describe({ language });
      let at = 0;
      for await (const { text, start, end } of transcribe(source, { ...options, signal })) {
        const seconds = [hundredths(start), Math.max(hundredths(start), hundredths(end))] as const;
        const locator = { kind: 'time', seconds, start: at, end: at + text.length } as const;
        yield { text, kind: 'prose', locator } satisfies Section;
        at += text.length + 1;
      }
    },
  };
}

function assertTranscriber(given: Partial<Transcriber> | null | undefined): void {
  if (typeof given?.id === 'string' && typeof given.transcribe === 'function') return;
  throw new CuboError({
    code: 'CUBO_BAD_ARGUMENT',
    message: 'The option transcriber of audioExtractor() is not a transcriber.',
    remedy: 'Pass an object with the text id and the function transcribe().',
  });
}

function hundredths(seconds: number): number {
  return Math.round(Math.max(0, seconds) * 100) / 100;
}
