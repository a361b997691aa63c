/** Tells the languages of a document's chunks, in order. */
export interface DocumentLanguage {
  /** Language of the document, as far as it is known. */
  readonly language: string | undefined;
  /** Language of the next chunk, `und` where neither its text nor the document tells it. */
  next(text: string): string;
}

/** Where a {@link DocumentLanguage} begins. */
export interface DocumentLanguageOptions {
  /** Language of a text, `und` where it cannot be told. */
  readonly detect: (text: string) => string;
  /** Language of the document, where it is known from an earlier reading. */
  readonly known?: string | undefined;
  /** BCP 47 tag of the language that the format states; it counts where detection does not tell. */
  readonly stated?: string | undefined;
}

/** Carries the language of a document over to those of its chunks that are too short to tell. */
export function documentLanguage(options: DocumentLanguageOptions): DocumentLanguage {
  const { detect, known } = options;
  const stated = options.stated === undefined ? undefined : primaryLanguage(options.stated);
  let language = known;
  return {
    get language() {
      return language ?? stated;
    },
    next(text) {
      const detected = detect(text);
      if (detected === 'und') return language ?? stated ?? 'und';
      language ??= detected;
      return detected;
    },
  };
}

/** `de` of `de-CH`. Formats state all kinds of things; what is no tag of a language tells nothing. */
function primaryLanguage(tag: string): string | undefined {
  try {
    const { language } = new Intl.Locale(tag.trim().replaceAll('_', '-'));
    return language === 'und' ? undefined : language;
  } catch {
    return undefined;
  }
}
