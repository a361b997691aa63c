import { CuboError, type Locator, type Section, type SectionKind } from '@cubo/contracts';

const kinds: readonly string[] = ['prose', 'table', 'slide', 'code'] satisfies SectionKind[];
const places: readonly string[] = [
  'page',
  'slide',
  'sheet',
  'rows',
  'heading',
  'lines',
  'time',
  'characters',
] satisfies Locator['kind'][];

/** Checks each section of a document in turn, and throws `CUBO_FORMAT_INVALID` for one that breaks the contract. */
export function sectionCheck(extractor: string, uri: string): (section: unknown) => void {
  let number = 0;
  let previousEnd = 0;
  return (section) => {
    number++;
    const fault = faultOf(section, previousEnd);
    if (fault !== undefined) {
      throw new CuboError({
        code: 'CUBO_FORMAT_INVALID',
        message: `Section ${number} of ${uri}, as the extractor ${extractor} gives it, ${fault}.`,
        remedy: 'Run the extractor through extractorConformance of @cubo/contracts/testing and mend it.',
        path: uri,
      });
    }
    previousEnd = (section as Section).locator.end;
  };
}

function faultOf(section: unknown, previousEnd: number): string | undefined {
  const { text, kind, locator, heading, context, rowStarts } = (section ?? {}) as Partial<Section>;
  if (typeof text !== 'string') return 'has no text';
  if (!kinds.includes(String(kind)))
    return `has the kind ${JSON.stringify(kind)}, which is none of ${kinds.join(', ')}`;
  if (typeof locator !== 'object' || locator === null) return 'has no locator';
  if (!places.includes(locator.kind)) return `has a locator of the kind ${JSON.stringify(locator.kind)}`;
  const { start, end } = locator;
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0) return 'has a locator without a range';
  if (end - start !== text.length) return `has ${text.length} characters and a range of ${end - start}`;
  if (start < previousEnd) return 'begins before the section before it ends';
  if (heading !== undefined && !isTextList(heading)) return 'has a heading that is no list of texts';
  if (context !== undefined && typeof context !== 'string') return 'has a context that is no text';
  if (rowStarts !== undefined && !isAscending(rowStarts, text.length))
    return 'has row starts that do not ascend in its text';
  return undefined;
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isAscending(value: readonly number[], length: number): boolean {
  return (
    Array.isArray(value) &&
    value.every((start, i) => Number.isSafeInteger(start) && start >= (value[i - 1] ?? -1) + 1 && start <= length)
  );
}
