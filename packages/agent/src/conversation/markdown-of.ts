import { citationLabel } from '@cubo/core';
import type { ExportedConversation } from './conversations.ts';
import type { Turn } from './turn.ts';

/** A conversation for people to read: questions, answers, and the places they rest on. */
export function markdownOf({ id, title = id, createdAt, history }: ExportedConversation): string {
  const head = `# ${oneLine(title)}\n\n${new Date(createdAt).toISOString()}`;
  return `${[head, ...history.map(turnText)].join('\n\n')}\n`;
}

function turnText({ number, question, attachments, answer, sentences, finish }: Turn): string {
  const attached = attachments.map(({ name }) => `- attached: ${oneLine(name)}`);
  const places = new Map(
    sentences.flatMap(({ citations }) =>
      citations.map(({ number: cited, source, locator, quote }) => {
        return [
          `${cited} ${quote}`,
          `- [${cited}] ${oneLine(citationLabel(source, locator))}: “${oneLine(quote)}”`,
        ] as const;
      }),
    ),
  );
  return [
    `## ${number + 1}. Question`,
    quoted(question),
    ...(attached.length > 0 ? [attached.join('\n')] : []),
    '### Answer',
    answer === '' ? `(${finish})` : answer,
    ...(places.size > 0 ? [[...places.values()].join('\n')] : []),
  ].join('\n\n');
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
