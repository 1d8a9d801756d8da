import { describe, expect, it } from 'vitest';
import { isoToTicks, ticksToIso } from '../../core/time/ticks.ts';
import { createDecodeMemory, type DecodeHint, decodeSteps } from './decoder.ts';
import { isBulkText, SHOWN_CHARS, SHOWN_KEYS } from './decoded.ts';
import { runSteps } from '../../core/steps.ts';

const NOW = isoToTicks('2026-11-21T00:00:00Z');
const NO_HINT: DecodeHint = { tableName: '', part: undefined };
const KEY = '0634925952000000000';

function decode(text: string, hint: DecodeHint = NO_HINT) {
  return runSteps(decodeSteps(text, NOW, hint, createDecodeMemory()));
}

function keysOf(text: string, hint: DecodeHint = NO_HINT) {
  const decoded = decode(text, hint);
  return decoded.kind === 'keys' ? decoded.keys : [];
}

describe('decode text', () => {
  it('searches for keys first; a lone time that is none is a time', () => {
    expect(decode('  \n')).toEqual({ kind: 'empty' });
    expect(decode(KEY)).toMatchObject({ kind: 'keys', isCut: false });
    expect(keysOf(' 2013-01-01T00:00:00Z ')[0]?.readings[0]).toMatchObject({
      schemeId: 'iso-o',
      ticks: isoToTicks('2013-01-01T00:00:00Z'),
    });
    expect(decode('now-1h')).toMatchObject({
      kind: 'time',
      time: { ticks: isoToTicks('2026-11-20T23:00:00Z') },
    });
  });

  it('reads keys that stand together in the light of each other', () => {
    const minutes = [0n, 5n, 10n, 25n].map((minute) => BigInt(KEY) + minute * 600_000_000n);
    const keys = keysOf(minutes.map((ticks) => `0000000000000000003___0${ticks}`).join('\n'));
    const windows = keys.map(({ readings }) => readings[0]?.window);
    expect(windows.map((window) => window && window.to - window.from)).toEqual(
      minutes.map(() => 3_000_000_000n),
    );
  });

  it('reads a column that crosses midnight as one', () => {
    const minutes = [-2n, -1n, 0n, 1n].map((minute) => `0${BigInt(KEY) + minute * 600_000_000n}`);
    const schemes = keysOf(minutes.join('\n')).map(({ readings }) => readings[0]?.schemeId);
    expect(schemes).toEqual(['wad', 'wad', 'wad', 'wad']);
    const days = [0n, 1n, 2n, 5n].map((day) => `0${BigInt(KEY) + day * 864_000_000_000n}`);
    expect(keysOf(days.join('\n')).map(({ readings }) => readings[0]?.schemeId)).toEqual(
      days.map(() => 'ticks19'),
    );
  });

  it('takes table and part from the hint', () => {
    const named = keysOf(KEY, { tableName: ' WADLogsTable ', part: 'partition' })[0];
    expect(named).toMatchObject({ tableName: 'WADLogsTable', part: 'partition' });
    expect(named?.readings[0]?.schemeId).toBe('wad');
  });

  it('keeps what a text might be all the same, where nothing is likely', () => {
    const decoded = decode('Company.Logger');
    expect(decoded.kind).toBe('nothing');
    const unlikely = decoded.kind === 'nothing' ? decoded.unlikely : [];
    expect(unlikely.length).toBeGreaterThan(0);
    expect(unlikely.every((reading) => reading.confidence < 0.3)).toBe(true);
  });

  it('has no readings for what is no word', () => {
    expect(decode('\u{1f600}\u{1f600}\u{1f600}')).toMatchObject({ kind: 'nothing', unlikely: [] });
  });

  it.each([
    [
      "PartitionKey ge '0634925952000000000' and PartitionKey lt '0634925955000000000' and Level le 2",
      { from: 634925952000000000n, to: 634925955000000000n },
    ],
    // These ticks count down from 3155378975999999999, so the lower key is the later time.
    [
      "PartitionKey ge '2520447583999999999' and PartitionKey lt '2520447586999999999'",
      { from: 634931389000000001n, to: 634931392000000001n },
    ],
  ])('reads two bounds of a key as one range: %s', (text, window) => {
    const [range, ...others] = keysOf(text);
    expect(others).toEqual([]);
    expect(range?.readings[0]?.window).toEqual(window);
    expect(range?.note).toContain('the upper');
  });

  it.each([
    "PartitionKey ge '0634925952000000000' or PartitionKey lt '0634925955000000000'",
    "PartitionKey ge '0634925952000000000' and RowKey lt '0634925955000000000'",
    '0634925952000000000\n0634925955000000000',
    // The lower bound is above the upper one.
    "PartitionKey ge '0634925955000000000' and PartitionKey lt '0634925952000000000'",
    // The prefixes differ, so only unlikely readings are of both keys.
    "PartitionKey ge '0000000000000000012___0634925952000000000' and PartitionKey lt '0000000000000000013___0634925955000000000'",
  ])('keeps both keys where they are no range: %s', (text) => {
    const keys = keysOf(text);
    expect(keys).toHaveLength(2);
    for (const { readings } of keys) expect(ticksToIso(readings[0]?.ticks ?? 0n)).toMatch(/^2013-01-01T00:0/);
  });

  it('shows a bounded number of keys and says that it was cut', () => {
    const many = Array.from({ length: SHOWN_KEYS + 50 }, () => KEY).join(' ');
    const decoded = decode(many);
    expect(decoded.kind === 'keys' && [decoded.keys.length, decoded.isCut]).toEqual([SHOWN_KEYS, true]);
  });

  it('sends long texts to the worker: many lines, or very many characters', () => {
    const lines = (count: number): string => Array.from({ length: count }, () => KEY).join('\n');
    expect(isBulkText(lines(SHOWN_KEYS))).toBe(false);
    expect(isBulkText(`${lines(SHOWN_KEYS)}\n`)).toBe(false);
    expect(isBulkText(lines(SHOWN_KEYS + 2))).toBe(true);
    expect(isBulkText('x'.repeat(SHOWN_CHARS + 1))).toBe(true);
  });
});

describe('the memory of the text before', () => {
  it('gives the keys that did not change the readings that they had, so that they are not drawn anew', () => {
    const lines = Array.from({ length: 200 }, (_, minute) =>
      String(634_925_952_000_000_000n + BigInt(minute) * 600_000_000n).padStart(19, '0'),
    );
    const memory = createDecodeMemory();
    const keysOf = (text: string) => {
      memory.next();
      const decoded = runSteps(decodeSteps(text, NOW, NO_HINT, memory));
      return decoded.kind === 'keys' ? decoded.keys : [];
    };
    const before = keysOf(lines.join('\n'));
    const after = keysOf(`${lines.join('\n')} x`);
    expect(before.length).toBe(200);
    const kept = after.filter((key, at) => key.readings === before[at]?.readings);
    expect(kept.length).toBeGreaterThanOrEqual(199);
    // What a text does not need is forgotten after the next text.
    keysOf('now-1h');
    keysOf('now-2h');
    expect(keysOf(lines.join('\n'))[0]?.readings).not.toBe(before[0]?.readings);
  });

  it('reads a key again when the keys beside it change', () => {
    const memory = createDecodeMemory();
    const texts = [[0n, 5n, 10n, 25n], [0n, 1n, 2n, 3n], [0n, 10n, 20n, 40n], [0n], [0n, 5n, 10n, 25n]].map(
      (minutes) =>
        minutes.map((minute) => `0000000000000000003___0${BigInt(KEY) + minute * 600_000_000n}`).join('\n'),
    );
    const windows = texts.map((text) => {
      memory.next();
      const decoded = runSteps(decodeSteps(text, NOW, NO_HINT, memory));
      expect(decoded).toEqual(decode(text));
      const window = decoded.kind === 'keys' ? decoded.keys[0]?.readings[0]?.window : undefined;
      return window && window.to - window.from;
    });
    expect(new Set(windows).size).toBe(2);
  });
});

describe('a text that begins like a time and is none', () => {
  it.each([
    ['2024-03-05T14:30:00+0260', /offset minute 60/],
    ['2024-03-05T21:07:00+15:30', /at most 14:00/],
    ['2024-03-05T14-75Z', /Expected ":"/],
    ['2024-03-05T09:11:00+0130x', /Nothing may follow/],
    ['2024-03-05T09:11:00 EST', /"EST" is not an offset/],
    ['2024-03-05 13:11 pm', /"pm" is not an offset/],
    ['2024-03-05 +02:00', /needs a time of day/],
    ['2024-03-05+02:00', /needs a time of day/],
    ['23:59', /later than now\. Write "yesterday 23:59" or "today 23:59"\./],
    ['30m', /is a span, and one time is needed\. Write its start, now-30m\./],
    ['14h', /two meanings\. Write 14:00/],
    ['yesterday', /Write its start, 2026-11-20T00:00:00Z/],
    ['device7', undefined],
    ['7monkeys', undefined],
  ])('%s: says why', (text, why) => {
    const decoded = runSteps(decodeSteps(text, NOW, NO_HINT, createDecodeMemory()));
    const said = decoded.kind === 'nothing' ? decoded.why : undefined;
    expect(decoded.kind).toBe('nothing');
    expect(why === undefined ? said === undefined : why.test(said ?? '')).toBe(true);
  });
});

describe('isBulkText', () => {
  it('keeps stacked combining marks out of the field', () => {
    expect(isBulkText(`a${'\u0301'.repeat(100_000)}`)).toBe(true);
    expect(isBulkText('e\u0301'.repeat(10_000))).toBe(false);
    expect(isBulkText(`a${'\u0301'.repeat(30)} `.repeat(1000))).toBe(false);
    expect(isBulkText(`a${'\u0301'.repeat(490)} `.repeat(90))).toBe(true);
    // A log with many curly quotes and dashes still fits into the field.
    expect(isBulkText('\u201ca\u201d \u2013 '.repeat(2000))).toBe(false);
  });

  it('keeps texts out of the field in scripts that take a browser many times as long', () => {
    for (const word of ['\u0e01\u0e49\u0e33 ', '\u0915\u094d\u0937\u093f ']) {
      expect([word, isBulkText(word.repeat(300))]).toEqual([word, false]);
      expect([word, isBulkText(word.repeat(10_000))]).toEqual([word, true]);
    }
  });
});
