import { join, resolve } from 'node:path';
import type { Benchmark } from '../benchmark.ts';
import { badArguments, parseArguments } from '../command/index.ts';
import { readDocumentTable, type TestDocument } from '../extraction/document-table.ts';
import { createExtractionProcess, type Extraction, type ExtractionCrash } from '../extraction/extraction.ts';
import { type Judgement, judgeExtraction } from '../extraction/judge-extraction.ts';
import { reportUsage, type Table } from '../reporting/index.ts';

const usage = `npm run --silent bench -- extract --data <folder> [--only <part of a path>] ${reportUsage}`;
const limits = { seconds: 60, bytes: 1_000_000_000 };

/** What became of the documents of one format. */
interface Tally {
  files: number;
  indexed: number;
  partly: number;
  skipped: number;
  crashed: number;
  /** Files of which something is expected, and of which it was found. */
  expected: number;
  found: number;
  /** Files whose pages, slides or sheets were counted, and for which Cubo counts as many. */
  counted: number;
  countsAgree: number;
  /** Texts that ought not to be there, and how many of them are. */
  unwanted: number;
  unwantedFound: number;
  /** The longest that a file took. */
  longestSeconds: number;
}

/**
 * Ingests every document of a folder, each into a library of its own, in a process that is watched, and compares what is
 * in the library with what `INDEX.tsv` expects.
 */
export const benchmark: Benchmark = {
  summary: 'documents of every format against what other programs find in them',
  async run(args, output) {
    const options = { data: { type: 'string' }, only: { type: 'string' } } as const;
    const { data, only = '' } = parseArguments(args, options, usage);
    if (data === undefined) throw badArguments('The folder of documents is missing.', usage);
    const folder = resolve(data);
    const documents = (await readDocumentTable(folder)).filter(({ path }) => path.includes(only));
    if (documents.length === 0) throw badArguments(`There are no documents in ${folder}.`, usage);
    const formats: Record<string, Tally> = {};
    const process = createExtractionProcess(limits);
    try {
      for (const document of documents) {
        const { path, format, passwords } = document;
        const extraction = await process.extract({ file: join(folder, path), passwords });
        const judgement = await judgeExtraction(folder, document, 'text' in extraction ? extraction.text : '');
        formats[format] ??= emptyTally();
        count(formats[format], document, extraction, judgement);
        for (const line of remarks(document, extraction, judgement)) output.message(`${path}: ${line}`);
      }
    } finally {
      process.close();
    }
    const table = tallyTable(formats);
    return {
      json: { formats },
      lines: tableLines(table),
      page: { charts: [], tables: [table], judgements: [], remarks: [] },
    };
  },
};

function emptyTally(): Tally {
  return {
    files: 0,
    indexed: 0,
    partly: 0,
    skipped: 0,
    crashed: 0,
    expected: 0,
    found: 0,
    counted: 0,
    countsAgree: 0,
    unwanted: 0,
    unwantedFound: 0,
    longestSeconds: 0,
  };
}

const outcomes = { indexed: 'indexed', 'partly-indexed': 'partly', skipped: 'skipped', crashed: 'crashed' } as const;

function count(
  tally: Tally,
  document: TestDocument,
  extraction: Extraction | ExtractionCrash,
  judged: Judgement,
): void {
  tally.files++;
  tally[outcomes[extraction.outcome]]++;
  if (judged.expected) tally.expected++;
  if (judged.expected && judged.found) tally.found++;
  tally.unwanted += document.unwanted.length;
  tally.unwantedFound += judged.unwanted.length;
  if (!('seconds' in extraction)) return;
  tally.longestSeconds = Math.max(tally.longestSeconds, Math.round(extraction.seconds * 10) / 10);
  if (document.pages === undefined || extraction.outcome === 'skipped') return;
  tally.counted++;
  if (extraction.pages === document.pages) tally.countsAgree++;
}

function* remarks(
  document: TestDocument,
  extraction: Extraction | ExtractionCrash,
  judgement: Judgement,
): Generator<string> {
  for (const reason of extraction.reasons.slice(0, 5)) yield `${extraction.outcome}: ${reason}`;
  for (const missing of judgement.missing) yield `missing: ${missing}`;
  for (const unwanted of judgement.unwanted) yield `unwanted: ${unwanted}`;
  if (!('pages' in extraction) || document.pages === undefined || extraction.outcome === 'skipped') return;
  if (extraction.pages !== document.pages) yield `counts ${extraction.pages} pages instead of ${document.pages}`;
}

function tallyTable(formats: Readonly<Record<string, Tally>>): Table {
  const columns = Object.keys(emptyTally()) as (keyof Tally)[];
  const total = emptyTally();
  for (const tally of Object.values(formats)) {
    for (const column of columns) {
      total[column] =
        column === 'longestSeconds' ? Math.max(total[column], tally[column]) : total[column] + tally[column];
    }
  }
  return {
    title: 'What became of the documents',
    columns: ['format', ...columns],
    rows: Object.entries({ ...formats, all: total }).map(([name, tally]) => [
      name,
      ...columns.map((column) => tally[column]),
    ]),
  };
}

function tableLines({ columns, rows }: Table): string[] {
  const line = ([name, ...cells]: readonly (string | number)[]) =>
    [String(name).padEnd(10), ...cells.map((cell, i) => String(cell).padStart(columns[i + 1]?.length ?? 0))].join('  ');
  return [line(columns), ...rows.map(line)];
}
