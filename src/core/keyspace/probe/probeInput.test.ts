import { expect, it } from 'vitest';
import { isoToTicks } from '../../time/ticks.ts';
import { diagnosisOf } from '../diagnosis/diagnose.ts';
import { sentenceText } from '../diagnosis/phrase.ts';
import { probeInput } from './probeInput.ts';
import type { ProbeGroup, ProbePicture } from './probeTypes.ts';

const at = (time: string) => isoToTicks(`2026-11-22T${time}Z`);
const WHOLE = { from: at('12:00:00'), to: at('14:10:00') };

function group(label: number, rows: number, last: string, more: Partial<ProbeGroup> = {}): ProbeGroup {
  return {
    id: label,
    label: String(label),
    kind: 'prefix',
    presence: 'found',
    schemeId: 'mds-prefixed',
    partitionKey: '',
    first: { ticks: at('12:00:00'), isExact: true },
    last: { ticks: at(last), isExact: true },
    gaps: [],
    hasStrangers: false,
    rows: { rows, isCount: false, standardError: rows / 20 },
    rowsIn: () => undefined,
    ...more,
  };
}

function found(groups: readonly ProbeGroup[], more: Partial<ProbePicture> = {}) {
  const read = { rows: 0, standardError: 0, requests: 0, isAtLeast: false };
  const picture = { groups, pending: [], requests: 0, rowsRead: 0, read, stage: 'done', ...more } as const;
  const labels = groups.map(({ label }) => label);
  return diagnosisOf({ ...probeInput(picture, WHOLE, at('14:30:00')), labels });
}

const OTHERS = Array.from({ length: 9 }, (_, label) => group(label, 200, '14:05:00'));

it('a probe tells which prefix stopped: its last row was read, and others wrote on', () => {
  const { findings } = found([...OTHERS, group(62, 180, '13:00:00')]);
  expect(findings.map(({ title, severity }) => [title, severity])).toEqual([
    ['Prefix 62 is silent', 'fault'],
  ]);
  expect(sentenceText(findings[0]?.sentence ?? [])).toMatch(
    /^Prefix 62: last row between 2026-11-22T13:00:00Z and 2026-11-22T13:01:00Z\. Usually one every [\d.]+ s; about 195 missing\.$/,
  );
  // A clock that is ahead does not make the silence longer.
  const ahead = found([...OTHERS, group(62, 180, '13:00:00'), group(63, 200, '14:45:00')]);
  const silence = ahead.findings.find(({ id }) => id === 'silent-prefix');
  expect(sentenceText(silence?.sentence ?? [])).toContain('about 195 missing.');
});

it('accuses nobody whose end is not known, who pauses as long, writes seldom, or stops with most others', () => {
  const end = { ticks: at('13:00:00'), isExact: false };
  const gap = { from: at('12:10:00'), to: at('12:50:00'), isFromExact: true, isToExact: true };
  const quiet = [
    group(62, 180, '13:00:00', { last: end }),
    group(62, 180, '13:00:00', { gaps: [gap] }),
    group(62, 20, '13:00:00'),
    group(62, 180, '14:04:00'),
  ];
  for (const one of quiet)
    expect(found([...OTHERS, one]).findings.filter(({ severity }) => severity === 'fault')).toEqual([]);
  const evening = OTHERS.map((one, index) => (index < 6 ? group(index, 200, '13:00:00') : one));
  expect(found(evening).findings).toEqual([]);
});

it('a hot prefix is told by its estimated rows, unless the estimate is too rough; what was not looked at is said', () => {
  const hot = found([...OTHERS, group(37, 4000, '14:05:00')], { incomplete: 'cut' });
  expect(hot.findings.map(({ title, severity }) => [title, severity])).toEqual([['Hot prefix 37', 'note']]);
  expect(sentenceText(hot.findings[0]?.sentence ?? [])).toMatch(
    /^Prefix 37 holds 69 % of an estimated 5,800 rows, /,
  );
  expect(hot.scope.checks.find(({ title }) => title === 'Burst')?.outcome).toBe('not checked');
  const rough = group(37, 4000, '14:05:00', { rows: { rows: 4000, isCount: false, standardError: 2100 } });
  const { findings, scope } = found([...OTHERS, rough]);
  expect([findings, scope.rows]).toEqual([[], '9 of 10 prefixes; the others were not read to their end']);
});
