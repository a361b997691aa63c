import { quizColumns } from '../../exports/quizzes/quiz-to-csv.ts';
import { badFile, importedText } from '../text/bad-file.ts';
import { guessDelimiter, parseDelimited } from '../text/parse-delimited.ts';
import { type QuestionDraft, questionCollector } from './accept-question.ts';
import type { ImportedQuiz } from './imported-quiz.ts';

/**
 * Reads questions of a table as `quizToCsv` writes it: with commas, semicolons or tabs, its columns in any order. Needed
 * are `question` and `correct`; without `kind`, a question with options is multiple choice (or multi-select, where several
 * are right), another one a short answer.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID`, `CUBO_LIMIT_EXCEEDED`
 */
export function quizFromCsv(text: string): ImportedQuiz {
  const format = 'table of questions';
  const content = importedText(format, text);
  const [header, ...rows] = parseDelimited(content, guessDelimiter(content), format);
  const names = (header?.cells ?? []).map((name) => name.trim().toLowerCase());
  if (!names.includes('question') || !names.includes('correct')) {
    throw badFile(format, `has no columns "question" and "correct"; its columns may be ${quizColumns.join(', ')}`, 1);
  }
  const collected = questionCollector();
  for (const { line, cells } of rows) {
    const cell = (name: (typeof quizColumns)[number]) => cells[names.indexOf(name)]?.trim() ?? '';
    collected.add(readRow(cell), { line });
  }
  return { questions: collected.questions, skipped: collected.skipped };
}

function readRow(cell: (name: (typeof quizColumns)[number]) => string): QuestionDraft {
  const options = linesOf(cell('options'));
  const right = linesOf(cell('correct'));
  const base = {
    id: cell('id'),
    question: cell('question'),
    explanation: cell('explanation'),
    difficulty: cell('difficulty'),
    topic: cell('topic'),
  };
  const kind = cell('kind') || guessedKind(options.length, right.length);
  switch (kind) {
    case 'multiple-choice':
    case 'multi-select':
      return { ...base, kind, options, correct: right.map((answer) => options.indexOf(answer)) };
    case 'true-false':
      return { ...base, kind, correct: { true: true, false: false }[cell('correct').toLowerCase()] };
    case 'numeric':
      return {
        ...base,
        kind,
        value: cell('correct') === '' ? undefined : Number(cell('correct')),
        tolerance: Number(cell('tolerance') || '0'),
        unit: cell('unit'),
      };
    case 'short-answer':
      return { ...base, kind, answer: cell('correct'), keyPoints: linesOf(cell('key points')) };
    case 'cloze':
      return { ...base, kind, text: cell('text'), blanks: right.map(acceptedOf) };
    default:
      return { ...base, kind };
  }
}

function guessedKind(options: number, right: number): string {
  if (options === 0) return 'short-answer';
  return right > 1 ? 'multi-select' : 'multiple-choice';
}

const linesOf = (cell: string): string[] => (cell === '' ? [] : cell.split(/\r\n?|\n/).map((line) => line.trim()));

function acceptedOf(line: string): string[] {
  return (line.match(/(?:\\[\\|]|[^|])+/g) ?? []).map((word) => word.replace(/\\([\\|])/g, '$1'));
}
