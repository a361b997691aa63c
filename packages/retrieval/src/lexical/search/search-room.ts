import { type PostingsRoom, postingsRoom } from '../postings/postings-cursor.ts';
import { type ScoreWindow, scoreWindow } from './score-window.ts';

/** Room that a search needs for a while: one search after the other uses the same. */
export interface SearchRoom {
  /** Without scores. */
  readonly window: ScoreWindow;
  /** Room for the postings of the n-th cursor of a segment. */
  postings(n: number): PostingsRoom;
}

/** For as many searches at once as there usually are. */
const mostKept = 4;
const kept: SearchRoom[] = [];

/** Takes room for a search. */
export function takeSearchRoom(): SearchRoom {
  return kept.pop() ?? newSearchRoom();
}

/** Gives back room that is as it was taken. */
export function returnSearchRoom(room: SearchRoom): void {
  if (kept.length < mostKept) kept.push(room);
}

/** Queries of more words have room made for the others. */
const keptPostings = 256;

function newSearchRoom(): SearchRoom {
  const rooms: PostingsRoom[] = [];
  return {
    window: scoreWindow(),
    postings(n) {
      if (n >= keptPostings) return postingsRoom();
      while (rooms.length <= n) rooms.push(postingsRoom());
      return rooms[n] as PostingsRoom;
    },
  };
}
