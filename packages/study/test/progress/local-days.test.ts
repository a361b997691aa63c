import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localDays } from '../../src/progress/local-days.ts';

const hours = (day: number, days: ReturnType<typeof localDays>) =>
  (days.startOf(day + 1) - days.startOf(day)) / 3_600_000;

describe('days of a time zone', () => {
  it('have 23 and 25 hours where the clocks change', () => {
    const berlin = localDays('Europe/Berlin');
    const spring = berlin.dayOf(Date.parse('2026-03-29T10:00:00Z'));
    const autumn = berlin.dayOf(Date.parse('2026-10-25T10:00:00Z'));
    expect([hours(spring - 1, berlin), hours(spring, berlin), hours(autumn, berlin)]).toEqual([24, 23, 25]);
    expect(berlin.dateOf(spring)).toBe('2026-03-29');
    expect(berlin.weekdayOf(spring)).toBe(6);
    expect(new Date(berlin.startOf(spring)).toISOString()).toBe('2026-03-28T23:00:00.000Z');
    expect(new Date(berlin.startOf(autumn)).toISOString()).toBe('2026-10-24T22:00:00.000Z');
  });

  it('begin at the rollover hour by the clocks, also where the clocks skip that hour', () => {
    const four = localDays('Europe/Berlin', 4);
    const day = four.dayOf(Date.parse('2026-03-29T12:00:00Z'));
    expect(new Date(four.startOf(day)).toISOString()).toBe('2026-03-29T02:00:00.000Z');
    expect(four.dayOf(Date.parse('2026-03-29T01:59:59Z'))).toBe(day - 1);
    const two = localDays('Europe/Berlin', 2);
    expect(new Date(two.startOf(day)).toISOString()).toBe('2026-03-29T01:00:00.000Z');
  });

  it('begin late where the clocks skip midnight, and not at all where they skip the day', () => {
    const saoPaulo = localDays('America/Sao_Paulo');
    const day = saoPaulo.dayOf(Date.parse('2018-11-04T12:00:00Z'));
    expect(new Date(saoPaulo.startOf(day)).toISOString()).toBe('2018-11-04T03:00:00.000Z');
    expect(hours(day, saoPaulo)).toBe(23);
    const apia = localDays('Pacific/Apia');
    const skipped = Date.UTC(2011, 11, 30) / 86_400_000;
    expect(apia.startOf(skipped)).toBe(apia.startOf(skipped + 1));
  });

  it('show the hour of the clocks', () => {
    expect(localDays('Asia/Kathmandu').hourOf(Date.parse('2026-01-01T00:00:00Z'))).toBe(5);
    expect(localDays('America/Los_Angeles').hourOf(Date.parse('2026-01-01T00:00:00Z'))).toBe(16);
  });

  it('hold every time between their start and the next', () => {
    const zones = ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Gaza', 'UTC', 'Pacific/Apia'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: Date.UTC(2005, 0, 1), max: Date.UTC(2030, 0, 1) }),
        (zone, rollover, time) => {
          const days = localDays(zone, rollover);
          const day = days.dayOf(time);
          expect(days.startOf(day)).toBeLessThanOrEqual(time);
          expect(days.startOf(day + 1)).toBeGreaterThan(time);
        },
      ),
      { seed: 8, numRuns: 200 },
    );
  });

  it('are refused for a zone that there is not', () => {
    expect(() => localDays('Europe/Atlantis')).toThrow(expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' }));
  });
});
