import type { GenerationEvent, GenerationRequest, Generator } from '@cubo/contracts';
import { scriptedGenerator } from '@cubo/contracts/testing';

/** What a lying generator writes, beside the card that it should. */
interface WrittenCard {
  readonly source?: unknown;
  readonly quote?: unknown;
  readonly front: string;
  readonly back: string;
}

/** A passage as a prompt shows it. */
interface ShownPassage {
  readonly number: number;
  readonly text: string;
}

/** What a front begins with whose card is a lie. */
export const lieMark = 'LIE';

type Lie = (
  card: Required<WrittenCard> & { readonly quote: string },
  shown: readonly ShownPassage[],
) => WrittenCard | undefined;

/** Ways to lie; `undefined` where a way is not open. */
const lies: readonly Lie[] = [
  (card) => ({ ...card, quote: card.quote.replace(/\p{L}{3,}/u, 'zzyzx') }),
  (card) => ({ ...card, quote: `${card.quote} And zzyzx.` }),
  (card, shown) => {
    const other = shown.find(({ text }) => !text.includes(card.quote));
    return other && { ...card, source: other.number };
  },
  (card) => ({ ...card, back: card.back.replace(/\d+/, '987654321') }),
  (card) => ({ ...card, quote: card.quote.replace(/\d+/, '987654321'), back: card.back.replace(/\d+/, '987654321') }),
  ({ source: _, ...card }) => card,
  ({ quote: _, ...card }) => card,
  (card) => ({ ...card, source: 999 }),
  (card) => ({ ...card, source: 'somewhere' }),
  (card) => ({ ...card, quote: '' }),
  (card) => ({ ...card, quote: [card.quote] }),
];

/** A generator of cards about sentences with numbers, which lies in a third of them and writes them piece by piece. */
export function lyingGenerator(random: () => number): Generator {
  let written = 0;
  const oneOf = <Entry>(entries: readonly Entry[]) => entries[Math.floor(random() * entries.length)];

  function write({ messages }: GenerationRequest): readonly GenerationEvent[] {
    const prompt = messages.map(({ content }) => content).join('\n');
    const shown = [...prompt.matchAll(/<passage number="(\d+)"[^>]*>\n([\s\S]*?)\n<\/passage>/g)].map(
      ([, number, text = '']): ShownPassage => ({ number: Number(number), text }),
    );
    const cards = shown.flatMap(({ number, text }) =>
      [...text.matchAll(/The [^.]*? costs (\d+) euros\b[^.]*\./g)].map(([quote, price]) => {
        const card = { source: number, quote, front: `${++written}: What does it cost?`, back: `${price} euros` };
        if (random() >= 1 / 3) return card;
        return oneOf(lies)?.({ ...card, front: `${lieMark} ${card.front}` }, shown) ?? card;
      }),
    );
    return inPieces(`Here you are:\n\`\`\`json\n${JSON.stringify({ cards })}\n\`\`\``, random);
  }
  return scriptedGenerator({ script: write, contextWindow: 4000 });
}

function inPieces(text: string, random: () => number): GenerationEvent[] {
  const events: GenerationEvent[] = [];
  for (let at = 0; at < text.length; ) {
    const length = 1 + Math.floor(random() * 60);
    events.push({ type: 'text', text: text.slice(at, at + length) });
    at += length;
  }
  return [...events, { type: 'finish', reason: 'stop' }];
}
