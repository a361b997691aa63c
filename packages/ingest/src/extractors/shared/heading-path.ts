/** The longest heading that is repeated on every chunk below it. */
const longestTitle = 200;

/** Keeps track of the headings above the current place of a document. */
export interface HeadingPath {
  /** Enters a heading: those of its level and below are left. A heading without text only leaves. */
  enter(level: number, title: string): void;
  /** Leaves all headings. */
  leaveAll(): void;
  /** The headings above the current place, outermost first. */
  titles(): readonly string[];
}

/** A path that begins outside all headings. */
export function createHeadingPath(): HeadingPath {
  let path: { readonly level: number; readonly title: string }[] = [];
  return {
    enter(level, title) {
      path = path.filter((heading) => heading.level < level);
      const short = title.length > longestTitle ? `${title.slice(0, longestTitle).trimEnd()}…` : title;
      if (short !== '') path.push({ level, title: short.toWellFormed() });
    },
    leaveAll() {
      path = [];
    },
    titles: () => path.map((heading) => heading.title),
  };
}
