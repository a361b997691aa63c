import { expect, test } from 'vitest';
import { chooseProfile } from '../../src/profile/choose-profile.ts';
import type { Computer } from '../../src/profile/computer.ts';

const GiB = 2 ** 30;
const computer = (given: Partial<Computer> = {}): Computer => ({ memory: 64 * GiB, cores: 16, load: 0, ...given });

test.each<[string, Partial<Computer>, string]>([
  ['little memory', { memory: 16 * GiB }, 'The computer has 16 GiB of memory and 16 cores.'],
  ['few cores', { cores: 4 }, 'The computer has 64 GiB of memory and 4 cores.'],
  ['one core', { cores: 1 }, 'The computer has 64 GiB of memory and 1 core.'],
  ['cores that are busy', { load: 12 }, 'The computer has 64 GiB of memory and 16 cores, of which 12.0 are busy.'],
])('a computer with %s is treated as a laptop', (_what, given, reason) => {
  expect(chooseProfile({}, computer(given))).toMatchObject({ name: 'laptop', reason });
});

test.each<[string, Partial<Computer>]>([
  ['of the middle', { memory: 16.5 * GiB, cores: 5 }],
  ['that works on something', { load: 11.9 }],
])('a computer %s is a workstation', (_what, given) => {
  expect(chooseProfile({ profile: 'auto' }, computer(given)).name).toBe('workstation');
});

test('a profile that is given is taken, whatever the computer', () => {
  expect(chooseProfile({ profile: 'laptop' }, computer()).name).toBe('laptop');
  const small = chooseProfile({ profile: 'workstation' }, computer({ memory: 4 * GiB, cores: 2 }));
  expect(small).toMatchObject({ name: 'workstation', reason: 'It was given as the option profile.' });
});

test('a laptop is spared what takes long, and an ingest makes way; nothing of it makes a search go by words alone', () => {
  const values = (profile: 'laptop' | 'workstation') =>
    Object.fromEntries(
      Object.entries(chooseProfile({ profile }, computer()).settings).map(([name, { value }]) => [name, value]),
    );
  expect(values('laptop')).toEqual({
    threads: 4,
    workers: 1,
    budgetMiB: 512,
    idleSeconds: 300,
    modelReranking: false,
    queryRewriting: false,
    ingestYields: true,
  });
  expect(values('workstation')).toEqual({
    threads: 4,
    workers: 4,
    budgetMiB: 2048,
    idleSeconds: 300,
    modelReranking: true,
    queryRewriting: false,
    ingestYields: false,
  });
});

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [5, 4],
  [64, 4],
])('%s cores read documents with %s threads', (cores, threads) => {
  expect(chooseProfile({}, computer({ cores })).settings.threads.value).toBe(threads);
});

test.each([
  [1, 1],
  [6, 3],
  [64, 4],
])('%s cores of a workstation search with %s workers', (cores, workers) => {
  expect(chooseProfile({ profile: 'workstation' }, computer({ cores })).settings.workers.value).toBe(workers);
});

test('every setting has a reason, and options that were given win and say so', () => {
  const chosen = chooseProfile({}, computer()).settings;
  for (const [name, { from, reason }] of Object.entries(chosen)) {
    expect(from, name).toBe('profile');
    expect(reason, name).toMatch(/^[A-Z].{10,}\.$/);
  }
  const given = chooseProfile({ threads: false, memory: { budgetMiB: 700 }, models: { idleSeconds: 0 } }, computer());
  expect(given.settings).toMatchObject({
    threads: { value: false, from: 'option', reason: 'It was given as the option threads.' },
    budgetMiB: { value: 700, from: 'option', reason: 'It was given as the option memory.budgetMiB.' },
    idleSeconds: { value: 0, from: 'option', reason: 'It was given as the option models.idleSeconds.' },
    modelReranking: chosen.modelReranking,
  });
});
