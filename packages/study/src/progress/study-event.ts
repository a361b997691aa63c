/** What was studied when; from these all progress is computed. Holds no text of documents but topics. */
export type StudyEvent = {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
} & StudyEventKind;

/** Kinds of events, with what is known of each. */
export type StudyEventKind =
  | {
      readonly type: 'chat-message';
      /** Whether the conversation was bound to some of the documents. */
      readonly scoped: boolean;
    }
  | {
      readonly type: 'reading';
      /** How long, at most, since something was read last. */
      readonly milliseconds: number;
    }
  | {
      /** One question of a quiz was answered. */
      readonly type: 'question-answered';
      readonly quiz: string;
      readonly question: string;
      /** 0 to 1. */
      readonly score: number;
      /** What it was about, such as a heading of a document. */
      readonly topic?: string | undefined;
      /** URI of the document that the topic is taken from; with its erasure the event loses both. */
      readonly source?: string | undefined;
      /** How long it took. */
      readonly milliseconds?: number | undefined;
    }
  | {
      readonly type: 'quiz-finished';
      readonly quiz: string;
      /** 0 to 1. */
      readonly score: number;
      readonly difficulty?: string | undefined;
    }
  | {
      readonly type: 'card-reviewed';
      readonly deck: string;
      readonly card: string;
      /** 1 again, 2 hard, 3 good, 4 easy. */
      readonly rating: 1 | 2 | 3 | 4;
      /** What it was about, such as a heading of a document. */
      readonly topic?: string | undefined;
      /** URI of the document that the topic is taken from; with its erasure the event loses both. */
      readonly source?: string | undefined;
      /** How long it took. */
      readonly milliseconds?: number | undefined;
    }
  | { readonly type: 'deck-created'; readonly deck: string }
  /** Every card of a deck has been learnt. */
  | { readonly type: 'deck-mastered'; readonly deck: string }
  | { readonly type: 'quiz-created'; readonly quiz: string }
  | { readonly type: 'workshop-created'; readonly workshop: string }
  | { readonly type: 'lesson-completed'; readonly workshop: string; readonly lesson: string }
  | { readonly type: 'workshop-completed'; readonly workshop: string }
  | { readonly type: 'mind-map-created'; readonly map: string }
  | { readonly type: 'mind-map-exported'; readonly map: string }
  | {
      /** A review was taken back; events are not removed. */
      readonly type: 'undone';
      readonly event: string;
    };
