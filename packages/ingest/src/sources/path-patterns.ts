import { CuboError, type Metadata } from '@cubo/contracts';
import picomatch from 'picomatch';

/** Tells whether a path fits one of some patterns. The path is relative to the ingested folder, with slashes. */
export type PathMatcher = (path: string) => boolean;

/**
 * Compiles glob patterns (picomatch: `*`, `**`, `?`, `[a-z]`, `{a,b}`, `@(a|b)`). They are matched against the whole
 * path below the ingested folder, with slashes on every system, and without regard to case, so that they find the same
 * files wherever the folder lies.
 *
 * @param option the option that the patterns were passed as, for messages
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function pathMatcher(patterns: readonly string[], option: string): PathMatcher {
  const matchers = patterns.map((pattern) => {
    assertPattern(pattern, option);
    const whole = pattern.normalize('NFC').replace(/\/+$/, '');
    return picomatch(whole, { nocase: true, dot: true, windows: false });
  });
  return (path) => matchers.some((matches) => matches(path));
}

/** Gives the label of a path: that of the last pattern that fits it or a folder it lies in. */
export type Categories = (path: string) => string | undefined;

/**
 * Compiles categories by pattern.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function compileCategories(categories: Readonly<Record<string, string>>): Categories {
  const rules = Object.entries(categories).map(([pattern, category]) => {
    if (typeof category !== 'string' || category === '') {
      throw badPattern(`The category of ${JSON.stringify(pattern)} is no text.`, 'Pass its name.');
    }
    return { matches: pathMatcher([pattern], 'categories'), category };
  });
  return (path) => rules.findLast(({ matches }) => withFolders(path).some(matches))?.category;
}

/** The labels of a file: those for all, and its category. `undefined` where none are given: it keeps those it has. */
export function labelsOf(
  path: string,
  metadata: Metadata | undefined,
  categories: Categories | undefined,
): Metadata | undefined {
  if (categories === undefined) return metadata;
  const category = categories(path);
  return { ...metadata, ...(category !== undefined && { category }) };
}

/** A path, and the folders it lies in. */
function withFolders(path: string): string[] {
  const paths = [path];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) paths.push(path.slice(0, end));
  return paths;
}

function assertPattern(pattern: unknown, option: string): asserts pattern is string {
  const given = `The pattern ${JSON.stringify(pattern)} of ${option}`;
  if (typeof pattern !== 'string' || pattern.trim() === '') {
    throw badPattern(`${given} is no text.`, 'Pass a pattern such as "**/*.pdf".');
  }
  if (/^!(?!\()/.test(pattern)) {
    throw badPattern(`${given} begins with an exclamation mark.`, 'Put what shall stay out into exclude.');
  }
  if (/^(?:\/|[a-z]:[/\\])/i.test(pattern) || pattern.split('/').includes('..')) {
    throw badPattern(`${given} leads out of the folder.`, 'Patterns are relative to the ingested folder.');
  }
  if (pattern.length > longestPattern) throw badPattern(`${given.slice(0, 80)}… is too long.`, 'Use several patterns.');
}

const longestPattern = 4096;

function badPattern(message: string, remedy: string): CuboError {
  return new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy });
}
