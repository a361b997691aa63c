/** Which vertices a search has seen: those whose mark is the search's own number. */
export interface VisitedMarks {
  marks: Uint16Array;
  current: number;
}

const largestMark = 0xffff;

/** Makes marks for no vertices yet. */
export function visitedMarks(): VisitedMarks {
  return { marks: new Uint16Array(0), current: 0 };
}

/** Begins a search among `vertices`: none is marked. */
export function beginVisit(visited: VisitedMarks, vertices: number): void {
  if (visited.marks.length < vertices) {
    visited.marks = new Uint16Array(Math.ceil(vertices * 1.5));
    visited.current = 0;
  } else if (visited.current === largestMark) {
    visited.marks.fill(0);
    visited.current = 0;
  }
  visited.current++;
}
