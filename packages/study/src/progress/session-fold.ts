/** Without activity for so long, a session is over. */
const idleGap = 15 * 60_000;

/** A run of activity: no pause in it is longer than 15 minutes. */
export interface StudySession {
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
  /** How many events of the log it is made of. */
  readonly events: number;
}

/** The sessions of events that are added by time. */
export interface SessionFold {
  readonly sessions: readonly StudySession[];
  readonly milliseconds: number;
  readonly longest: number;
  /** Adds what lasted until a time that is not before that of the last one, and says when it began. */
  add(at: number, milliseconds: number): number;
}

/**
 * Makes the fold. What took longer than the idle gap counts with that, so that a question left open over night is no
 * night of study. Pieces that meet or overlap are counted once.
 */
export function createSessionFold(): SessionFold {
  const sessions: StudySession[] = [];
  let total = 0;
  let longest = 0;
  return {
    sessions,
    get milliseconds() {
      return total;
    },
    get longest() {
      return longest;
    },
    add(at, milliseconds) {
      const began = at - Math.min(Math.max(Number.isFinite(milliseconds) ? milliseconds : 0, 0), idleGap);
      let session = { start: began, end: at, events: 1 };
      for (let last = sessions.at(-1); last !== undefined && began - last.end <= idleGap; last = sessions.at(-1)) {
        session = { ...session, start: Math.min(last.start, session.start), events: last.events + session.events };
        total -= last.end - last.start;
        sessions.pop();
      }
      sessions.push(session);
      total += session.end - session.start;
      longest = Math.max(longest, session.end - session.start);
      return began;
    },
  };
}
