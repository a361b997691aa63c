import { sentencesOf } from '@cubo/core';

const thoughts = /<(think|thinking|thought|reasoning|reflection)>[\s\S]*?(?:<\/\1>|$)/gi;
const heading = /^#{1,6}\s+\S/;
const fence = /^\s*(```|~~~)/;
const rule = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/;

/** How models begin when they speak to who asked: before the first heading. */
const opening =
  /^(?:sure|certainly|of course|absolutely|okay|ok|alright|great|here(?:'s| is| are)|below is|natürlich|gerne?|klar|selbstverständlich|hier (?:ist|kommt|folgt)|voici|bien sûr|d'accord|claro|por supuesto|aquí (?:está|tienes)|ecco|certo|certamente)(?![\p{L}\p{N}])/iu;

/** How they end. Each pattern is one that says nothing about any subject. */
const closings = [
  /^(?:please )?let me know (?:if|when|whether|how|what)\b/,
  /^(?:please )?(?:feel free|do not hesitate|don't hesitate) to\b/,
  /^if you (?:have|'ve got|still have) (?:any |some |more |further |other |additional )*(?:questions?|doubts?|requests?|feedback)\b/,
  /^if you(?:'d| would) (?:like|prefer|want) (?:me|us|another|more (?:help|details?|information|examples?)|further|additional|a different|any)\b/,
  /^if you (?:need|want) (?:me|us|more (?:help|details?|information|examples?)|further|any) /,
  /^(?:i )?hope (?:this|that|these|it) (?:lesson |explanation |summary )?(?:helps?|was helpful|clarif(?:y|ies)|is helpful|gives)/,
  /^(?:would you like|do you want|shall i|should i)\b.*\?$/,
  /^(?:is there anything else|i(?:'m| am) (?:here|happy) to)\b/,
  /^(?:happy learning|good luck|enjoy (?:the|your) (?:lesson|workshop))\b/,
  /^(?:wenn|falls|sollten?) (?:du|sie|ihr) (?:noch |weitere |mehr |irgendwelche )*fragen\b/,
  /^(?:lass|lassen sie) (?:es )?mich (?:gerne? )?wissen\b/,
  /^(?:ich )?hoffe,? (?:das|dies|diese)\b.*(?:hilft|hilfreich|geholfen)/,
  /^(?:möchtest du|möchten sie|soll ich)\b.*\?$/,
  /^viel (?:erfolg|spaß)\b/,
  /^(?:n'hésitez pas|n'hésite pas) à /,
  /^j'espère que (?:cela|cette|ce)\b/,
  /^(?:si (?:tienes|tiene) (?:alguna|más) (?:pregunta|duda))/,
  /^(?:no dudes|no dude) en\b/,
  /^espero que (?:esto|esta)\b/,
  /^(?:se hai (?:altre )?domande|fammi sapere|non esitare a)\b/,
];
/** Longer ones say something. */
const longestClosing = 300;

/**
 * A lesson without what a model says around it: thoughts, a fence around the whole, what it says to who asked before the
 * first heading, and the offers and wishes at the very end. Nothing between is touched.
 */
export function cleanLesson(written: string): string {
  const text = written.replace(/\r\n?/g, '\n').replace(thoughts, '');
  return withoutClosing(withoutOpening(withoutFence(text.trim()))).trim();
}

/** Some put the whole answer, or all of it behind a first sentence, in a fence. */
function withoutFence(text: string): string {
  const whole = /^(?:[^\n]{0,200}\n+)?```(?:markdown|md)\n([\s\S]*?)\n```\s*(?:\n[\s\S]{0,300})?$/i.exec(text);
  if (whole === null) return text;
  const inner = whole[1] as string;
  // A fence within belongs to the lesson, and its end is no end of the whole.
  const fences = inner.split('\n').filter((line) => fence.test(line)).length;
  if (fences % 2 === 0) return inner;
  const last = text.lastIndexOf('\n```');
  return text.slice(text.indexOf('```') + 3, last).replace(/^(?:markdown|md)\n/i, '');
}

function withoutOpening(text: string): string {
  const lines = text.split('\n');
  const first = firstHeading(lines);
  if (first <= 0) return text;
  const before = lines.slice(0, first).join('\n').trim();
  const isTitle = /^#\s/.test(lines[first] as string);
  const isChat = opening.test(before) || /[:：]$/.test(before);
  return isTitle || isChat ? lines.slice(first).join('\n') : text;
}

/** Index of the first line that is a heading, code left out; -1 where there is none. */
export function firstHeading(lines: readonly string[]): number {
  let isCode = false;
  return lines.findIndex((line) => {
    if (fence.test(line)) isCode = !isCode;
    return !isCode && heading.test(line);
  });
}

function withoutClosing(text: string): string {
  let rest = text.trimEnd();
  for (;;) {
    const next = withoutLastSentence(withoutLastRule(rest));
    if (next === undefined) return withoutLastRule(rest);
    rest = next;
  }
}

function withoutLastRule(text: string): string {
  const at = text.lastIndexOf('\n');
  return at >= 0 && rule.test(text.slice(at + 1)) ? text.slice(0, at).trimEnd() : text;
}

/** The text without its last sentence where that is a closing; `undefined` where it is none. */
function withoutLastSentence(text: string): string | undefined {
  const start = text.lastIndexOf('\n') + 1;
  const line = text.slice(start);
  // Behind the last words there may be a picture.
  const last = sentencesOf(line, 'prose').findLast((sentence) => /\p{L}/u.test(sentence.text));
  if (last === undefined || last.text.length > longestClosing || !isClosing(last.text)) return undefined;
  const before = text.slice(0, start + last.start).trimEnd();
  // A mark of a list or quote with nothing behind it is left by what was taken.
  return before.replace(/\n\s*(?:[-*+>]|\d+[.)])$/, '').trimEnd();
}

function isClosing(sentence: string): boolean {
  if (/\[\d+\]/.test(sentence)) return false;
  const plain = sentence
    .replace(/’/g, "'")
    .replace(/^[^\p{L}]+/u, '')
    .replace(/[^\p{L}?]+$/u, '')
    .toLowerCase();
  return closings.some((pattern) => pattern.test(plain));
}

/** Fewer characters of prose are no lesson. */
const leastProse = 200;

/** Whether a text is a lesson: enough of it is neither heading nor mark. */
export function isLesson(markdown: string): boolean {
  const prose = markdown
    .split('\n')
    .filter((line) => !heading.test(line) && !rule.test(line))
    .join(' ')
    .replace(/\[\d+\]/g, '')
    .replace(/[#*_`>|~-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return prose.length >= leastProse && /\p{L}/u.test(prose);
}
