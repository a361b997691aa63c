import { scriptOf, tesseractLanguage } from './language-names.ts';

/** Tesseract reads in several languages at once, a quarter slower for each, and more of them make it read worse. */
const mostAtOnce = 3;

/**
 * The groups of languages to read an image in, likeliest first; the next one is tried where a group reads badly.
 *
 * What the caller guesses comes first, as far as there is data for it. Otherwise it is the configured list, and with
 * none the languages that are installed: those in Latin script together, then those in each other script.
 *
 * @param options.installed Tesseract's names of the languages that there is data for, likeliest first
 * @param options.configured those that the application has chosen
 * @param options.hints BCP 47 tags
 */
export function chooseLanguages(options: {
  installed: readonly string[];
  configured: readonly string[] | undefined;
  hints: readonly string[] | undefined;
}): string[][] {
  const { installed, configured, hints = [] } = options;
  const hinted = hints.flatMap((tag) => {
    const name = tesseractLanguage(tag);
    return name !== undefined && (configured ?? installed).includes(name) ? [name] : [];
  });
  const first = [...new Set(hinted)].slice(0, mostAtOnce);
  const others = configured ? [[...configured]] : byScript(installed);
  return distinct([...(first.length > 0 ? [first] : []), ...others]);
}

function byScript(names: readonly string[]): string[][] {
  const groups = Map.groupBy(names, scriptOf);
  return [...groups].map(([, group]) => group.slice(0, mostAtOnce));
}

/** Without groups all of whose languages an earlier group has. */
function distinct(groups: readonly string[][]): string[][] {
  return groups.filter(
    (group, index) => !groups.slice(0, index).some((earlier) => group.every((name) => earlier.includes(name))),
  );
}
