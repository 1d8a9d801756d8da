import { describe, expect, it } from 'vitest';
import { faultsOf, sampleOf } from './faults.mjs';
import { withSwitches } from './switches.mjs';

const SOURCE = `
export function sum(list, limit) {
  let total = 0;
  for (const item of list) {
    if (item === undefined) continue;
    if (total + item > limit) throw new Error('Over the limit.');
    total += item;
  }
  return list.some((item) => item < 0) ? [total] : total;
}
export async function later(read) {
  const value = await read();
  return value ?? 'none';
}
`;

/** The module that a text makes, with one fault switched on. */
async function load(text: string, active: number | undefined): Promise<Record<string, unknown>> {
  const isOn = `globalThis.__keyscopeFault = (id) => id === ${active};`;
  const inside = `${isOn} try { } finally { }\n${text}\n delete globalThis.__keyscopeFault;`;
  const address = `data:text/javascript;base64,${Buffer.from(inside).toString('base64')}`;
  return import(/* @vite-ignore */ address);
}

describe('faults of a file', () => {
  const faults = faultsOf('a.ts', SOURCE);

  it('are slips that change what code does, each where it stands', () => {
    const slips = faults.map(({ original, replacement, line }) => `${line}: ${original} => ${replacement}`);
    expect(slips).toEqual([
      '3: 0 => 0 + 1',
      '5: item === undefined => item !== undefined',
      '5: continue; => break;',
      '6: total + item > limit => total + item >= limit',
      '6: total + item > limit => total + item <= limit',
      '6: total + item => total - item',
      "6: throw new Error('Over the limit.'); => ",
      '7: total += item; => ',
      '9: list.some((item) => item < 0) ? [total] : total => [total]',
      '9: list.some((item) => item < 0) ? [total] : total => total',
      '9: list.some((item) => item < 0) => list.every((item) => item < 0)',
      '9: item < 0 => item <= 0',
      '9: item < 0 => item >= 0',
      '9: 0 => 0 + 1',
      '9: [total] => []',
      '12: await read() => read()',
      "13: value ?? 'none' => value",
      "13: 'none' => ''",
    ]);
  });

  it('leave alone what is no decision: types, imports, names of members, sentences', () => {
    const text = `import { a } from 'b'; type C = 'x' | 1; const d: C = a; export const e = { 'f': d, g: \`h\` };`;
    expect(faultsOf('a.ts', text)).toEqual([]);
  });

  it('have names that an edit elsewhere does not change', () => {
    const later = faultsOf('a.ts', `const before = [1];\n${SOURCE}`);
    const keys = new Set(later.map(({ key }) => key));
    expect(faults.filter(({ key }) => !keys.has(key))).toEqual([]);
    expect(new Set(faults.map(({ key }) => key)).size).toBe(faults.length);
  });

  it('are refused where the file does not parse', () => {
    expect(() => faultsOf('a.ts', 'const =')).toThrow('a.ts does not parse');
  });
});

describe('a sample', () => {
  const faults = faultsOf('a.ts', SOURCE);

  it('is the same for the same seed, another for another, and keeps its faults when the file grows', () => {
    const keys = (seed: number, text = SOURCE) =>
      sampleOf(faultsOf('a.ts', text), 6, seed).map(({ key }) => key);
    expect(keys(1)).toEqual(keys(1));
    expect(keys(1)).not.toEqual(keys(2));
    const grown = new Set(keys(1, `${SOURCE}\nexport const more = 2 + 3;`));
    expect(keys(1).filter((key) => grown.has(key)).length).toBeGreaterThanOrEqual(3);
    expect(sampleOf(faults, 1000, 1)).toHaveLength(faults.length);
  });
});

describe('switches', () => {
  const faults = faultsOf('a.ts', SOURCE);
  const planted = faults.map((fault, id) => ({ id, fault }));
  const text = withSwitches(SOURCE, planted);

  it('keep the lines, so that a failure names the right one', () => {
    expect(text.split('\n')).toHaveLength(SOURCE.split('\n').length);
  });

  it('change nothing while they are off', async () => {
    const { sum, later } = await load(text, undefined);
    expect((sum as (list: unknown[], limit: number) => unknown)([1, undefined, 2], 3)).toBe(3);
    expect((sum as (list: unknown[], limit: number) => unknown)([-1, 2], 3)).toEqual([1]);
    expect(() => (sum as (list: unknown[], limit: number) => unknown)([2, 2], 3)).toThrow('Over the limit.');
    expect(await (later as (read: () => unknown) => Promise<unknown>)(async () => undefined)).toBe('none');
  });

  it.each(planted.map(({ id, fault }) => [`${fault.original} => ${fault.replacement}`, id] as const))(
    'turn on one fault: %s',
    async (_, id) => {
      const sound = await outcomes(withSwitches(SOURCE, planted), undefined);
      expect(await outcomes(withSwitches(SOURCE, planted), id)).not.toEqual(sound);
    },
  );
});

/** What the functions of the source do with inputs that tell every fault from the others. */
async function outcomes(text: string, active: number | undefined): Promise<readonly string[]> {
  const { sum, later } = await load(`// ${active}\n${text}`, active);
  const lists = [[], [1, undefined, 2], [-1, 2], [2, 2], [3], [0, 0], [-1, -1], [0.5]];
  const sums = lists.map((list) => outcome(() => (sum as (...args: unknown[]) => unknown)(list, 3)));
  const read = later as (read: () => unknown) => Promise<unknown>;
  return [
    ...sums,
    outcome(() => 0),
    JSON.stringify([await read(async () => undefined), await read(async () => 1)]),
  ];
}

function outcome(work: () => unknown): string {
  try {
    return JSON.stringify(work());
  } catch (error) {
    return String(error);
  }
}
