import type { CuboOptions } from '../cubo/cubo-options.ts';
import type { Computer } from './computer.ts';
import type { Profile, ProfileName, ProfileSetting, ProfileSettings } from './profile.ts';

/** Up to so much memory, and so many cores that are free, a computer is treated as a laptop. */
const laptopBytes = 16 * 2 ** 30;
const laptopCores = 4;
/** More threads than four that read would wait for the one that stores. */
const mostThreads = 4;
/** Worker threads that search, at most: more would take the cores from the host and the ingest. */
const mostWorkers = 4;

/** What is decided by the profile where these options do not say. */
type Given = Pick<CuboOptions, 'profile' | 'threads' | 'workers' | 'memory' | 'models'>;

/** Chooses a profile for a computer, and its settings; options that were given win. */
export function chooseProfile(options: Given, computer: Computer): Profile {
  const { profile = 'auto' } = options;
  const chosen =
    profile === 'auto' ? recognize(computer) : { name: profile, reason: 'It was given as the option profile.' };
  return { ...chosen, settings: settingsOf(chosen.name, options, computer) };
}

function recognize({ memory, cores, load }: Computer): Pick<Profile, 'name' | 'reason'> {
  const size = `${gibibytes(memory)} GiB of memory and ${cores} ${cores === 1 ? 'core' : 'cores'}`;
  if (memory <= laptopBytes || cores <= laptopCores) {
    return { name: 'laptop', reason: `The computer has ${size}.` };
  }
  if (cores - load <= laptopCores) {
    return { name: 'laptop', reason: `The computer has ${size}, of which ${load.toFixed(1)} are busy.` };
  }
  return { name: 'workstation', reason: `The computer has ${size}.` };
}

function settingsOf(
  name: ProfileName,
  { threads, workers, memory, models }: Given,
  { cores }: Computer,
): ProfileSettings {
  const isLaptop = name === 'laptop';
  const readers = Math.min(Math.max(cores - 1, 1), mostThreads);
  const searchers = isLaptop ? 1 : Math.min(Math.max(Math.floor(cores / 2), 1), mostWorkers);
  return {
    threads: setting(threads, 'threads', readers, `One less than ${cores} cores, from 1 to ${mostThreads}.`),
    workers: setting(
      workers,
      'workers',
      searchers,
      isLaptop
        ? 'One search at a time leaves the other cores to the user.'
        : `Half of ${cores} cores, up to ${mostWorkers}.`,
    ),
    budgetMiB: isLaptop
      ? setting(memory?.budgetMiB, 'memory.budgetMiB', 512, 'Other programs need the memory of a laptop.')
      : setting(memory?.budgetMiB, 'memory.budgetMiB', 2048, 'More of the vectors are kept in memory.'),
    idleSeconds: setting(
      models?.idleSeconds,
      'models.idleSeconds',
      300,
      'As long as Ollama keeps a model by default: questions that follow each other find it loaded.',
    ),
    modelReranking: isLaptop
      ? byProfile(
          false,
          'A model that reads every hit takes a laptop longer than all the rest of a search: rerank: true asks for it.',
        )
      : byProfile(true, 'A reranker that is a model was given to be used, and the computer has the cores for it.'),
    queryRewriting: byProfile(false, 'A language model takes seconds before every search: rewrite asks for it.'),
    ingestYields: isLaptop
      ? byProfile(true, 'Who searches waits for it, and an ingest can wait.')
      : byProfile(false, 'There are cores for both.'),
  };
}

function setting<Value>(given: Value | undefined, option: string, value: Value, reason: string): ProfileSetting<Value> {
  if (given === undefined) return byProfile(value, reason);
  return { value: given, from: 'option', reason: `It was given as the option ${option}.` };
}

function byProfile<Value>(value: Value, reason: string): ProfileSetting<Value> {
  return { value, from: 'profile', reason };
}

function gibibytes(bytes: number): string {
  return String(Math.round((bytes / 2 ** 30) * 10) / 10);
}
