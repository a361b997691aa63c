import { blank } from '../../quiz/blank.ts';
import { badFile, importedText } from '../text/bad-file.ts';
import { htmlToText } from '../text/html-to-text.ts';
import { type QuestionDraft, questionCollector, readModelAnswer, readTags } from './accept-question.ts';
import type { ImportedQuiz } from './imported-quiz.ts';

/** A question of a GIFT text. */
interface Block {
  readonly line: number;
  readonly text: string;
  readonly tags: readonly string[];
  readonly id?: string | undefined;
}

/**
 * Reads questions in Moodle's GIFT format: with options, true or false, numbers, short answers (which become cloze
 * questions with one blank), and those to be answered in own words. Matching questions and descriptions are skipped.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID` where an answer is not closed, `CUBO_LIMIT_EXCEEDED`
 */
export function quizFromGift(text: string): ImportedQuiz {
  const collected = questionCollector();
  const { blocks, title } = blocksOf(importedText('GIFT file', text));
  for (const block of blocks) collected.add(readBlock(block), { line: block.line });
  const { questions, skipped } = collected;
  return { ...(title !== undefined && { title }), questions, skipped };
}

function blocksOf(text: string): { readonly blocks: Block[]; readonly title: string | undefined } {
  const blocks: Block[] = [];
  let title: string | undefined;
  let lines: string[] = [];
  let start = 0;
  let id: string | undefined;
  let tags: string[] = [];
  const end = () => {
    if (lines.length > 0) {
      blocks.push({ line: start, text: lines.join('\n'), tags, id });
      id = undefined;
      tags = [];
    }
    lines = [];
  };
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    if (/^\s*\/\//.test(line)) {
      id = bracketed(line, 'id')[0] ?? id;
      tags.push(...bracketed(line, 'tag'));
    } else if (/^\s*\$CATEGORY:/i.test(line)) {
      end();
      title ??= line
        .slice(line.indexOf(':') + 1)
        .split(/(?<!\/)\/(?!\/)/)
        .at(-1)
        ?.replaceAll('//', '/')
        .trim();
    } else if (line.trim() === '') end();
    else {
      if (lines.length === 0) start = index + 1;
      lines.push(line);
    }
  }
  end();
  return { blocks, title };
}

function bracketed(line: string, name: 'id' | 'tag'): string[] {
  const pattern = new RegExp(String.raw`\[${name}:((?:\\.|[^\]\\])*)\]`, 'g');
  return [...line.matchAll(pattern)].map(([, value = '']) => value.replace(/\\(.)/g, '$1').trim());
}

/** Escaped characters are kept apart as code points that no text has, in this order. */
const escapable = '~=#{}:\\';
const hide = (text: string): string =>
  text
    .replace(/[\ufdd0-\ufdef]/g, '\ufffd')
    .replace(/\\([~=#{}:\\n])/g, (_, character: string) =>
      character === 'n' ? '\ufdda' : String.fromCharCode(0xfdd0 + escapable.indexOf(character)),
    );
const showUntrimmed = (text: string): string =>
  text.replace(/[\ufdd0-\ufdda]/g, (character) => escapable[character.charCodeAt(0) - 0xfdd0] ?? '\n');
const show = (text: string): string => showUntrimmed(text).trim();

function readBlock({ line, text, tags, id }: Block): QuestionDraft | string {
  const hidden = hide(text).trim();
  const [, , named = hidden] = /^::([\s\S]*?)::([\s\S]*)$/.exec(hidden) ?? [];
  const [, format, stated = named] = /^\s*\[(html|plain|markdown|moodle)\]([\s\S]*)$/.exec(named) ?? [];
  const read = format === 'html' ? (part: string) => htmlToText(show(part)).text : show;
  const open = stated.indexOf('{');
  if (open < 0) return 'it is a text without a question';
  const close = stated.lastIndexOf('}');
  if (close < open) throw badFile('GIFT file', 'begins answers that have no end', line);
  const before = stated.slice(0, open);
  const after = stated.slice(close + 1);
  const asked = after.trim() === '' ? read(before) : `${read(before)} ${blank} ${read(after)}`;
  const inner = stated.slice(open + 1, close);
  const mark = inner.indexOf('####');
  const feedback = mark < 0 ? '' : read(inner.slice(mark + 4));
  const answers = (mark < 0 ? inner : inner.slice(0, mark)).trim();
  const base = { id, question: asked, explanation: feedback, ...readTags(tags) };
  if (answers === '') {
    return { ...base, explanation: undefined, kind: 'short-answer', ...readModelAnswer(feedback) };
  }
  if (answers.startsWith('#')) return { ...base, kind: 'numeric', ...readNumber(answers.slice(1)) };
  const truth = /^(T|TRUE|F|FALSE)\s*(?:#|$)/i.exec(answers)?.[1];
  if (truth !== undefined) return { ...base, kind: 'true-false', correct: truth.toUpperCase().startsWith('T') };
  return readAnswers(answers, { base, before: showUntrimmed(before), after: showUntrimmed(after), read });
}

interface Answer {
  readonly isRight: boolean;
  readonly weight?: number | undefined;
  readonly text: string;
}

function readAnswers(
  answers: string,
  {
    base,
    before,
    after,
    read,
  }: {
    readonly base: Omit<QuestionDraft, 'kind'>;
    readonly before: string;
    readonly after: string;
    readonly read: (part: string) => string;
  },
): QuestionDraft | string {
  const written = [...answers.matchAll(/([=~])([^=~]*)/g)].map(([, sign, body = '']): Answer => {
    const [, weight, rest = body] = /^\s*%(-?\d{1,3}(?:\.\d*)?)%([\s\S]*)$/.exec(body) ?? [];
    const [stated = ''] = rest.split('#');
    return { isRight: sign === '=', ...(weight !== undefined && { weight: Number(weight) }), text: read(stated) };
  });
  if (written.length === 0) return 'it has no answers';
  if (written.every(({ isRight }) => isRight)) {
    if (written.length > 1 && written.every(({ text }) => text.includes('->')))
      return 'matching questions are not known';
    const accepted = written.filter(({ weight = 100 }) => weight === 100).map(({ text }) => text);
    return { ...base, kind: 'cloze', ...clozeOf(before, after), blanks: [accepted] };
  }
  const options = written.map(({ text }) => text);
  const single = written.flatMap(({ isRight, weight }, index) =>
    (weight ?? (isRight ? 100 : 0)) === 100 ? [index] : [],
  );
  const isSeveral = !written.some(({ isRight }) => isRight) && written.some(({ weight }) => weight !== undefined);
  if (!isSeveral || (single.length === 1 && written.every(({ weight }) => weight === undefined || weight >= 0))) {
    return { ...base, kind: 'multiple-choice', options, correct: single };
  }
  const correct = written.flatMap(({ weight = 0 }, index) => (weight > 0 ? [index] : []));
  return { ...base, kind: 'multi-select', options, correct };
}

/** Where the blank is: within the words, at their end, or in place of the answer to a question. */
function clozeOf(before: string, after: string): { readonly question: string; readonly text: string } {
  const [first = '', ...rest] = before.split('\n\n');
  const question = rest.length === 0 ? '' : first.trim();
  const words = rest.length === 0 ? before : rest.join('\n\n');
  if (after.trim() !== '') return { question, text: `${words}${blank}${after}` };
  if (words.trim().split(blank).length === 2) return { question, text: words };
  return { question: before.trim(), text: blank };
}

function readNumber(text: string): { readonly value?: number; readonly tolerance?: number } {
  const [, stated = text] = /^\s*=\s*(?:%100%)?([^=]*)/.exec(text) ?? [];
  const [answer = ''] = stated.split('#');
  const range = /^\s*(-?[\d.e+-]+?)\s*\.\.\s*(-?[\d.e+-]+)\s*$/i.exec(answer);
  if (range !== null) {
    const [least, most] = [Number(range[1]), Number(range[2])];
    // Sums of decimal fractions have digits that nobody wrote.
    const tidy = (value: number) => Number(value.toPrecision(12));
    return { value: tidy((least + most) / 2), tolerance: tidy(Math.abs(most - least) / 2) };
  }
  const [value = '', tolerance = '0'] = answer.split(':').map((part) => part.trim());
  return value === '' ? {} : { value: Number(value), tolerance: Number(tolerance) };
}
