import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import type { LanguageData } from '../languages/language-data.ts';

/** A rectangle as Tesseract gives it, in pixels from the upper left. */
export interface TesseractBox {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** A word that Tesseract has read; the confidence is 0 to 100. */
export interface TesseractWord {
  readonly text: string;
  readonly confidence: number;
}

/** The blocks of a page as `GetJSONText` writes them, as far as they are used here. */
export interface TesseractBlock {
  readonly paragraphs: readonly {
    readonly lines: readonly { readonly bbox: TesseractBox; readonly words: readonly TesseractWord[] }[];
  }[];
}

/** `TessBaseAPI`, as far as it is used here. */
export interface TesseractApi {
  /** -1: it could not load the languages. The engine 1 is the neural one alone. */
  Init(dataPath: null, languages: string, engine: 1): number;
  SetVariable(name: string, value: string): void;
  /**
   * Reads the image file `/input`, turned as its EXIF orientation asks for, and then about its centre by an angle in
   * radians, its size kept. 1: it cannot be decoded.
   */
  SetImageFile(orientation: number, angle: number): number;
  SetSourceResolution(dotsPerInch: number): void;
  /** Finds the lines; what follows goes on from there. */
  FindLines(): number;
  /** The slope of the lines that were found: what they have to be turned by. */
  GetGradient(): number;
  /** The image that is read; it belongs to the API. */
  GetInputImage(): { get_w(): number; get_h(): number };
  Recognize(monitor: null): number;
  GetJSONText(): string;
  Clear(): void;
  End(): void;
}

/** The module that tesseract.js-core makes. */
interface TesseractModule {
  readonly FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void };
  readonly HEAPU8?: Uint8Array;
  readonly TessBaseAPI: new () => TesseractApi;
}

type CreateModule = (settings: { print(line: string): void; printErr(line: string): void }) => Promise<TesseractModule>;

/** Tesseract in this thread. */
export interface TesseractCore {
  /** Loads languages, unless they are loaded already. */
  load(languages: readonly LanguageData[]): TesseractApi;
  writeInput(bytes: Uint8Array): void;
  /** The last lines that Tesseract has printed: its reasons. */
  takeMessages(): string;
}

/**
 * A module of WebAssembly (i8x16.popcnt) that only engines with SIMD accept. Relaxed SIMD would be a twentieth faster, but
 * may give other results on other processors.
 */
const simdProbe = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

function hasSimd(): boolean {
  // The types of Node do not name it.
  const { WebAssembly: engine } = globalThis as unknown as { WebAssembly: { validate(code: Uint8Array): boolean } };
  return engine.validate(simdProbe);
}

/** Loads Tesseract as WebAssembly. */
export async function loadTesseractCore(): Promise<TesseractCore> {
  const build = hasSimd() ? 'tesseract-core-simd-lstm' : 'tesseract-core-lstm';
  const createModule = createRequire(import.meta.url)(`tesseract.js-core/${build}`) as CreateModule;
  let messages: string[] = [];
  const note = (line: string) => {
    messages = [...messages.slice(-4), line];
  };
  const module = await createModule({ print: note, printErr: note });
  let api: TesseractApi | undefined;
  let loaded = '';
  return {
    load(languages) {
      const names = languages.map(({ name }) => name).join('+');
      if (api !== undefined && names === loaded) return api;
      api?.End();
      api = undefined;
      for (const { name, file } of languages) {
        const bytes = readFileSync(file);
        module.FS.writeFile(`./${name}.traineddata`, file.endsWith('.gz') ? gunzipSync(bytes) : bytes);
      }
      const fresh = new module.TessBaseAPI();
      if (fresh.Init(null, names, 1) === -1) throw new Error(`its data for ${names} cannot be loaded`);
      // What it has read into its own memory.
      for (const { name } of languages) module.FS.unlink(`./${name}.traineddata`);
      // 3: find columns and blocks by itself, without telling orientation and script.
      fresh.SetVariable('tessedit_pageseg_mode', '3');
      api = fresh;
      loaded = names;
      return fresh;
    },
    writeInput: (bytes) => module.FS.writeFile('/input', bytes),
    takeMessages() {
      const taken = messages.join('; ');
      messages = [];
      return taken;
    },
  };
}
