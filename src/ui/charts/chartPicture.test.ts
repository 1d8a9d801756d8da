import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../core/anyCharacter.fixture.ts';
import { pictureSvg } from '../picture.ts';
import { chartPicture, type PictureInput } from './chartPicture.ts';
import { valueAxis } from './valueAxis.ts';

const line = (label: string, ...values: readonly number[]) => ({
  label,
  color: 'var(--series-1)',
  values: Float64Array.from(values),
});

function input(over: Partial<PictureInput> = {}): PictureInput {
  const lines = over.lines ?? [line('a', 1, 2, 3)];
  return {
    title: 'Rows per 30 s',
    about: ['Logs', 'Complete: 6 rows'],
    lines,
    legend: [],
    bucketCount: 3,
    shape: 'areas',
    axis: valueAxis([0, 6], 'rows', false),
    marks: [{ share: 0.5, text: '21:00', below: '2026-11-20 UTC' }],
    hatched: [],
    color: (token) => token,
    width: 600,
    height: 300,
    ...over,
  };
}

/** The data of the paths that have an attribute. */
const pathsOf = (picture: PictureInput, attribute: string): readonly string[] =>
  chartPicture(picture)
    .shapes.filter((shape) => shape.includes(attribute))
    .map((shape) => /^<path d="([^"]*)"/.exec(shape)?.[1] ?? '');

/** The path of the line at position `at`. */
const shapeOf = (over: Partial<PictureInput>, at: number): string =>
  pathsOf(input(over), 'fill="var(--series-1)"')[at] ?? '';

describe('the picture of a chart', () => {
  it('treats any name as plain text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: anyCharacter }), fc.constant('</text><script>"&\u0000')),
        (name) => {
          const svg = pictureSvg(
            chartPicture(input({ legend: [line(name), line('b')].map((each) => ({ ...each, value: '1' })) })),
          );
          const tags = [...svg.matchAll(/<\/?([a-z]+)/g)].map(([, tag]) => tag);
          expect(new Set(tags)).toEqual(new Set(['svg', 'rect', 'path', 'g', 'text']));
          expect(svg.replaceAll(/&(?:amp|lt|gt|quot);/g, '')).not.toContain('&');
          // Control characters are not allowed in XML.
          expect(
            Array.from(svg).every(
              (character) =>
                character >= ' ' || character === '\n' || character === '\t' || character === '\r',
            ),
          ).toBe(true);
        },
      ),
    );
  });

  it('stacks a line on those before it, and draws nothing for a missing value', () => {
    const lines = [line('a', 1, Number.NaN, 3), line('b', 2, 2, Number.NaN)];
    expect(shapeOf({ lines }, 0).match(/M/g)).toHaveLength(2);
    const baseOf = (of: typeof lines, at: number) =>
      /^M[\d.]+ ([\d.]+)h/.exec(shapeOf({ lines: of }, at))?.[1];
    const top = /V([\d.]+)h/.exec(shapeOf({ lines }, 0))?.[1];
    expect(baseOf(lines, 1), 'begins where the first line ends').toBe(top);
    const bases = [line('a', 1, 1, 1), line('b', -1, -1, -1)];
    expect(baseOf(bases, 1), 'below zero, on those below zero').toBe(baseOf(bases, 0));
  });

  it('hatches exactly the unread part', () => {
    const [hatch] = pathsOf(input({ hatched: [{ from: 0.5, to: 1 }] }), 'var(--heat-unasked-line)');
    const places = [...(hatch?.matchAll(/[ML]([\d.]+) /g) ?? [])].map(([, x]) => Number(x));
    expect(places.length).toBeGreaterThan(10);
    expect(Math.min(...places)).toBeGreaterThanOrEqual(92 + (584 - 92) / 2);
    expect(Math.max(...places)).toBeLessThanOrEqual(584);
  });

  it('contains its title and notes', () => {
    const texts = chartPicture(input()).texts.map(({ text }) => text);
    expect(texts).toEqual(
      expect.arrayContaining(['Rows per 30 s', 'Logs', 'Complete: 6 rows', '21:00', '2026-11-20 UTC']),
    );
  });
});
