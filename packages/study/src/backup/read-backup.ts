import { CuboError } from '@cubo/contracts';
import { badFile } from '../imports/text/bad-file.ts';
import type { BackupRecord } from './study-backup.ts';
import { studyCollections } from './study-collections.ts';

const format = 'backup of study material';
const longestId = 1000;
/** Of a `Date`, in milliseconds since the epoch. */
const latestTime = 8.64e15;

/**
 * The records of a backup, each checked.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID`, `CUBO_LIBRARY_TOO_NEW`
 */
export function readBackup(backup: unknown): BackupRecord[] {
  const { header, records } = open(backup);
  if (header?.format !== 'cubo-study-backup') throw badFile(format, 'is none');
  if (header.version !== 1) throw tooNew(`The backup has version ${String(header.version)}; this one reads version 1.`);
  const ids = new Set<string>();
  return records.map((value, index) => {
    const record = readRecord(value, index + 1);
    const key = `${record.collection}\n${record.id}`;
    if (ids.has(key)) throw badRecord(index + 1, `is there twice: ${record.id} of ${record.collection}`);
    ids.add(key);
    return record;
  });
}

type Json = Readonly<Record<string, unknown>>;

function open(backup: unknown): { readonly header: Json | undefined; readonly records: readonly unknown[] } {
  if (typeof backup !== 'string') return whole(backup);
  const text = backup.replace(/^\ufeff/, '');
  const end = text.indexOf('\n');
  // The header alone is one line of NDJSON; of one JSON text, the first line is no object.
  const header = end < 0 ? undefined : parsed(text.slice(0, end));
  if (!isObject(header) || 'records' in header) return whole(parseLine(text, 1));
  const lines = text.slice(end + 1).split('\n');
  if (lines.pop() !== '') throw badFile(format, 'has no end: it was cut off', lines.length + 2);
  const last = lines.pop();
  const { records } = (last === undefined ? {} : parseLine(last, lines.length + 2)) as Json;
  if (records !== lines.length) throw badFile(format, 'lacks records: it was cut off');
  return { header, records: lines.map((line, index) => parseLine(line, index + 2)) };
}

function whole(value: unknown): { readonly header: Json | undefined; readonly records: readonly unknown[] } {
  if (!isObject(value) || !Array.isArray(value.records)) throw badFile(format, 'has no list of records');
  return { header: value, records: value.records };
}

function parseLine(text: string, line: number): unknown {
  const value = parsed(text);
  if (value === undefined) throw badFile(format, 'is no JSON', line);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Told by whoever asks for it.
    return undefined;
  }
}

function readRecord(value: unknown, number: number): BackupRecord {
  if (!isObject(value)) throw badRecord(number, 'is no object');
  const { collection, id, parent, order, content, quotes = [], createdAt, updatedAt } = value;
  const version = typeof collection === 'string' ? ownVersion(collection) : undefined;
  if (version === undefined) throw badRecord(number, 'is of a collection that is not known');
  if (!isName(id) || !(parent === undefined || isName(parent)))
    throw badRecord(number, 'has an id or parent that is none');
  if (![order, createdAt, updatedAt].every(Number.isFinite))
    throw badRecord(number, 'has an order or time that is no number');
  if (!isObject(content) || !Number.isSafeInteger(content.version) || (content.version as number) < 1)
    throw badRecord(number, 'has no content');
  if ((content.version as number) > version) {
    throw tooNew(
      `Record ${number} of the backup has version ${String(content.version)}; this one reads up to ${version}.`,
    );
  }
  // Progress is computed from all events: one without a time would be in the way of it.
  if (collection === 'study.event' && !isTime(content.at)) throw badRecord(number, 'is an event without a time');
  if (!Array.isArray(quotes) || !quotes.every((source) => typeof source === 'string' && source !== '')) {
    throw badRecord(number, 'quotes something that is no list of documents');
  }
  const unsaid = sourcesIn(content.quoted).find((source) => !quotes.includes(source));
  // Erasing a document would not find its words.
  if (unsaid !== undefined) throw badRecord(number, `holds words of ${unsaid} without saying so`);
  return {
    ...{ collection: collection as string, id, order: order as number, content, quotes: quotes as string[] },
    ...{ createdAt: createdAt as number, updatedAt: updatedAt as number },
    ...(parent !== undefined && { parent: parent as string }),
  };
}

/** The documents that groundings within a content name. */
function sourcesIn(content: unknown): string[] {
  const sources: string[] = [];
  const waiting: unknown[] = [content];
  for (let value = waiting.pop(); waiting.length > 0 || value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const { grounding } = value as Json;
    if (isObject(grounding) && typeof grounding.source === 'string') sources.push(grounding.source);
    for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) waiting.push(inner);
  }
  return sources;
}

const ownVersion = (collection: string): number | undefined =>
  Object.hasOwn(studyCollections, collection) ? studyCollections[collection] : undefined;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTime = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= latestTime;
const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= longestId;

function badRecord(number: number, problem: string): CuboError {
  return new CuboError({
    code: 'CUBO_FORMAT_INVALID',
    message: `Record ${number} of the ${format} ${problem}.`,
    remedy: 'Restore another backup; nothing was changed.',
  });
}

function tooNew(message: string): CuboError {
  return new CuboError({ code: 'CUBO_LIBRARY_TOO_NEW', message, remedy: 'Update the @cubo packages.' });
}
