/** What a model thinks before it answers, where that stands in a text that is complete, or was cut off within it. */
const thought = /^\s*<(think|thinking|thought|reasoning|reflection)>[\s\S]*?(?:<\/\1>|$)/i;

/** A text without what a model thought before it. */
export function withoutThought(text: string): string {
  return text.replace(thought, '');
}

/** Leaves out what a model thinks before it answers, where that stands in its answer: `<think>…</think>`. */
export function skipThinking(): (piece: string) => string {
  let held: string | undefined = '';
  let closing: string | undefined;
  return (piece) => {
    if (held === undefined) return piece;
    held += piece;
    if (closing === undefined) {
      const text = held.trimStart();
      const tag = /^<(think|thinking|thought|reasoning|reflection)>/i.exec(text);
      if (tag === null && '<reflection>'.length > text.length && (text === '' || text.startsWith('<'))) return '';
      if (tag === null) return release(held);
      closing = `</${(tag[1] as string).toLowerCase()}>`;
    }
    const end = held.toLowerCase().indexOf(closing);
    if (end >= 0) return release(held.slice(end + closing.length));
    // A thought may be long: what of it cannot be the beginning of its end is let go.
    held = held.slice(-closing.length);
    return '';
  };

  function release(text: string): string {
    held = undefined;
    return text;
  }
}
