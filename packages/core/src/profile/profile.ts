import { badArgument } from '@cubo/contracts';
import { describeValue } from '../arguments/describe-value.ts';

/** For what kind of computer defaults are chosen. */
export type ProfileName = 'laptop' | 'workstation';

/** A default that the profile has chosen, or the option that was given in its place. */
export interface ProfileSetting<Value> {
  readonly value: Value;
  /** `option`: the host gave it, and the profile had no say. */
  readonly from: 'profile' | 'option';
  readonly reason: string;
}

/** What a profile decides where the host does not. */
export interface ProfileSettings {
  /** Threads that read documents; see the option `threads`. */
  readonly threads: ProfileSetting<number | false>;
  /** Threads that search; see the option `workers`. */
  readonly workers: ProfileSetting<number>;
  /** See `memory.budgetMiB`. */
  readonly budgetMiB: ProfileSetting<number>;
  /** See `models.idleSeconds`. */
  readonly idleSeconds: ProfileSetting<number>;
  /**
   * Whether a reranker that is a model (a cross-encoder) orders the hits of every hybrid search; otherwise only those of
   * searches with `rerank: true`, and `proximityReranker` the others.
   */
  readonly modelReranking: ProfileSetting<boolean>;
  /** Whether queries are rewritten by a language model where a search does not say. */
  readonly queryRewriting: ProfileSetting<boolean>;
  /** Whether an ingest holds back while a search runs or a question is being answered. */
  readonly ingestYields: ProfileSetting<boolean>;
}

/** The profile in use, and what it has decided. */
export interface Profile {
  readonly name: ProfileName;
  /** Why it is this one. */
  readonly reason: string;
  readonly settings: ProfileSettings;
}

/**
 * Refuses what is no profile.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function assertProfile(profile: unknown): void {
  if (profile === undefined || profile === 'auto' || profile === 'laptop' || profile === 'workstation') return;
  throw badArgument(`The option profile is ${describeValue(profile)}.`, "Pass 'auto', 'laptop' or 'workstation'.");
}
