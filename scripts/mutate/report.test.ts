import { describe, expect, it } from 'vitest';
import { printReport } from './report.mjs';

type Results = Parameters<typeof printReport>[0];

/** Results of a folder: so many noticed, and one survivor for each key. */
function results(noticed: number, missed: readonly string[]): Results {
  const fault = {
    file: 'src/a/b.ts',
    line: 3,
    kind: 'number',
    place: 'expression',
    start: 0,
    end: 1,
  } as const;
  return [
    ...Array.from({ length: noticed }, (_, at) => ({
      fault: { ...fault, key: `src/a/b.ts noticed ${at}`, original: '1', replacement: '0' },
      outcome: 'noticed' as const,
    })),
    ...missed.map((key) => ({
      fault: { ...fault, key: `src/a/b.ts ${key}`, original: '1', replacement: '0' },
      outcome: 'survived' as const,
    })),
  ];
}

function report(found: Results, survivors: Parameters<typeof printReport>[1] = []) {
  const lines: string[] = [];
  const isMet = printReport(found, survivors, ['src/a', 'src/empty'], (line) => lines.push(line));
  return { isMet, text: lines.join('\n') };
}

const reason = 'A longer arena is never asked for.';

describe('the report of npm run mutate', () => {
  it('names the share by folder and in all', () => {
    const { isMet, text } = report(results(40, []));
    expect(isMet).toBe(true);
    expect(text).toContain('src/a: 40 of 40 noticed, 100.0 %');
    expect(text).not.toContain('src/empty');
  });

  it('fails while a survivor has no reason, and names it', () => {
    const { isMet, text } = report(results(99, ['x']));
    expect(isMet).toBe(false);
    expect(text).toContain('survived: src/a/b.ts:3 x\n    no reason yet');
  });

  it('passes with a reason for each at 95 of 100, and not at 94', () => {
    const left = (count: number) => Array.from({ length: count }, (_, at) => `left ${at}`);
    const known = (keys: readonly string[]) =>
      keys.map((key) => ({ key: `src/a/b.ts ${key}`, verdict: 'left' as const, reason }));
    expect(report(results(95, left(5)), known(left(5))).isMet).toBe(true);
    expect(report(results(94, left(6)), known(left(6))).isMet).toBe(false);
  });

  it('leaves out what nobody can tell from the code as it is, up to 8 of 100', () => {
    const keys = (count: number) => Array.from({ length: count }, (_, at) => `same ${at}`);
    const known = (count: number) =>
      keys(count).map((key) => ({ key: `src/a/b.ts ${key}`, verdict: 'equivalent' as const, reason }));
    const within = report(results(92, keys(8)), known(8));
    expect(within.isMet).toBe(true);
    expect(within.text).toContain('src/a: 92 of 92 noticed');
    expect(report(results(91, keys(9)), known(9)).isMet).toBe(false);
  });

  it('still counts a fault as noticed that once was called equivalent', () => {
    const found = results(1, []);
    const survivors = [{ key: found[0]?.fault.key ?? '', verdict: 'equivalent' as const, reason }];
    expect(report(found, survivors).text).toContain('1 of 1 noticed');
  });
});
