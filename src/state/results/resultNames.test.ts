import { describe, expect, it } from 'vitest';
import { isoToTicks } from '../../core/time/ticks.ts';
import { detailsOfRun, distinctNames, nameOfRun, safeName } from './resultNames.ts';

const nameOf = (tableName: string, from?: string, to?: string): string => {
  const window =
    from === undefined || to === undefined ? undefined : { from: isoToTicks(from), to: isoToTicks(to) };
  return nameOfRun({ plan: { request: { tableName, window } } } as unknown as Parameters<
    typeof nameOfRun
  >[0]);
};
const at = (clock: string, day = 20): string => `2026-11-${day}T${clock}Z`;

describe('the name of a result', () => {
  it.each([
    [nameOf('Logs'), 'Logs, all time'],
    [nameOf('LogsVer2v0'), 'Logs, all time'],
    [nameOf('LogsVer12v34', at('00:00:00'), at('01:00:00')), 'Logs, 00:00 to 01:00 UTC'],
    [nameOf('LogsVer2v0x'), 'LogsVer2v0x, all time'],
    [nameOf('Logs', at('10:20:30'), at('10:20:40')), 'Logs, 10:20:30 to 10:20:40 UTC'],
    [nameOf('Logs', at('10:20:00.5'), at('10:20:00.0000001')), 'Logs, 10:20:00.5 to 10:20:00.0000001 UTC'],
    [nameOf('Logs', at('10:00:10'), at('20:30:00.1230000')), 'Logs, 10:00:10 to 20:30:00.123 UTC'],
    // With dates if the window is longer than a day.
    [nameOf('Logs', at('10:20:00'), at('10:19:59', 21)), 'Logs, 10:20 to 10:19:59 UTC'],
    [nameOf('Logs', at('10:20:00'), at('10:20:00', 21)), 'Logs, 2026-11-20 10:20 to 2026-11-21 10:20 UTC'],
  ])('%s', (name, expected) => {
    expect(name).toBe(expected);
  });

  it('is not written to a file if it looks like a secret', () => {
    expect(safeName('Logs')).toBe('Logs');
    expect(safeName(`sig=${'a'.repeat(43)}%3D`)).toBe('a result whose name looks like a secret');
  });
});

describe('names of several results', () => {
  const named = (...results: readonly (readonly [name: string, filter?: string])[]) =>
    distinctNames(
      results.map(([name, filter]) => ({
        name,
        details: detailsOf(filter === undefined ? {} : { filter }),
      })),
    );
  const detailsOf = (request: object) =>
    detailsOfRun({ plan: { request: { tableName: 'A', ...request } } } as never);

  it('say in what the results differ: table, day, filter, prefixes, keys or columns, and nothing else', () => {
    const day = (number: number) => ({
      window: { from: isoToTicks(at('10:00:00', number)), to: isoToTicks(at('11:00:00', number)) },
    });
    const all = (...requests: readonly object[]) =>
      distinctNames(requests.map((request) => ({ name: 'A', details: detailsOf(request) })));
    // An answer keeps its name when another one is closed, because answers that were computed from it say it.
    const answers = ['SELECT 1', 'SELECT 2', 'SELECT 3'].map((sql) => ({
      name: 'answer',
      details: detailsOfRun({ plan: { request: { tableName: 'answer' } } } as never, sql),
    }));
    expect(distinctNames(answers)[1]).toBe('answer, SELECT 2');
    expect(distinctNames(answers.slice(1))[0]).toBe('answer, SELECT 2');
    expect(all({ tableName: 'AVer1v0' }, { tableName: 'AVer2v0' })).toEqual(['A, AVer1v0', 'A, AVer2v0']);
    expect(all(day(20), { ...day(21), filter: 'x' }, { ...day(21), filter: 'y' })).toEqual([
      'A, 2026-11-20',
      'A, 2026-11-21, x',
      'A, 2026-11-21, y',
    ]);
    expect(all({ prefixes: [0, 1, 2, 7] }, {}, { rowKey: { kind: 'is', text: 'r' } })).toEqual([
      'A, prefixes 0-2,7',
      'A',
      'A, r',
    ]);
    expect(all({ partitionKey: { kind: 'is', text: 'p' }, select: ['B', 'C'] }, { select: ['B'] })).toEqual([
      'A, p',
      'A',
    ]);
  });

  it('are unchanged if they differ, and otherwise distinguished by their filters', () => {
    expect(named(['A', 'x eq 1'], ['B', 'x eq 2'])).toEqual(['A', 'B']);
    expect(named(['A', 'x eq 1'], ['A', ' x\n eq  2 '], ['A'])).toEqual(['A, x eq 1', 'A, x eq 2', 'A']);
    expect(named(['A', ' '], ['A', '\n'])).toEqual(['A', 'A (2)']);
    expect(named()).toEqual([]);
  });

  it("are numbered if nothing else distinguishes them, without taking another's name", () => {
    expect(named(['A'], ['A'], ['A'])).toEqual(['A', 'A (2)', 'A (3)']);
    expect(named(['A (2)'], ['A'], ['A'])).toEqual(['A (2)', 'A', 'A (3)']);
    expect(named(['A'], ['A'], ['A (2)'])).toEqual(['A', 'A (2)', 'A (2) (2)']);
  });

  it('contain a filter of 32 characters, or the first 31 of a longer one', () => {
    const of = (filter: string) => named(['A', filter], ['A'])[0];
    const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'.repeat(3);
    expect(of(letters.slice(0, 32))).toBe(`A, ${letters.slice(0, 32)}`);
    expect(of(letters.slice(0, 33))).toBe(`A, ${letters.slice(0, 31)}\u2026`);
    expect(of(`${letters.slice(0, 30)} ${letters}`)).toBe(`A, ${letters.slice(0, 30)}\u2026`);
    // Surrogate pairs are not split.
    expect(of('\u{1f600}'.repeat(32))).toBe(`A, ${'\u{1f600}'.repeat(32)}`);
    expect(of('\u{1f600}'.repeat(33))).toBe(`A, ${'\u{1f600}'.repeat(31)}\u2026`);
  });
});
