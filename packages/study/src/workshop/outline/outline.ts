/** A lesson as it is planned. */
export interface PlannedLesson {
  readonly title: string;
  readonly objectives: readonly string[];
  /** 3 to 15. */
  readonly minutes: number;
  /** Numbers of the passages that it is about, as they were shown. */
  readonly sources: readonly number[];
}

/** A workshop as it is planned. */
export interface Outline {
  readonly title?: string | undefined;
  readonly summary: string;
  readonly keyPoints: readonly string[];
  readonly objectives: readonly string[];
  readonly lessons: readonly PlannedLesson[];
}

/** How long a lesson may take. */
export const lessonMinutes = { least: 3, most: 15, default: 5 } as const;
