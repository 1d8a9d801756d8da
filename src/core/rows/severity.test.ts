import { describe, expect, it } from 'vitest';
import { errorTexts, severityReader } from './severity.ts';

const column = (name: string, texts: readonly string[]) => ({
  name,
  values: texts.map((text) => ({ type: 'Edm.String', text })),
});

const read = (name: string, texts: readonly string[]): readonly string[] | undefined => {
  const reader = severityReader(column(name, texts));
  return reader && texts.map((text) => `${text} ${reader(text)?.word ?? '?'} ${reader(text)?.rank ?? '?'}`);
};

describe('how bad a row is', () => {
  it('is told by the numbers of ETW: 1 is the worst', () => {
    expect(read('Level', ['0', '1', '2', '3', '4', '5'])).toEqual([
      '0 Always info',
      '1 Critical critical',
      '2 Error error',
      '3 Warning warning',
      '4 Information info',
      '5 Verbose verbose',
    ]);
    // A Critical row may still arrive, so it is among the errors too.
    expect(errorTexts(column('EventLevel', ['0', '2', '3', '4', '5']))).toEqual(['1', '2']);
    expect(errorTexts(column('EventLevel', ['3', '4']))).toEqual([]);
  });

  it('is told by the numbers of Application Insights the other way round: 4 is the worst', () => {
    expect(read('severity_Level', ['0', '1', '2', '3', '4'])).toEqual([
      '0 Verbose verbose',
      '1 Information info',
      '2 Warning warning',
      '3 Error error',
      '4 Critical critical',
    ]);
    expect(errorTexts(column('SeverityLevel', ['0', '1', '2', '3', '4']))).toEqual(['3', '4']);
  });

  it('is told by words of every logger, in any case', () => {
    const ranks = {
      critical: ['CRITICAL', 'crit', 'Fatal', 'emergency', 'emerg', 'alert', 'panic'],
      error: ['Error', 'ERR', 'severe', 'failure'],
      warning: ['Warning', 'warn'],
      info: ['Information', 'informational', 'INFO', 'notice', 'always'],
      verbose: ['verbose', 'Debug', 'TRACE', 'fine', 'finer', 'finest'],
    };
    for (const [rank, words] of Object.entries(ranks))
      expect(read('LogLevel', words)).toEqual(words.map((word) => `${word} ${word} ${rank}`));
    expect(errorTexts(column('lvl', ['fatal', 'err', 'warn', 'info', 'debug']))).toEqual(['fatal', 'err']);
  });

  it('is not told where one value is of no scale, nor by a column of another name', () => {
    expect(read('Level', ['1', '6'])).toBeUndefined();
    expect(read('Severity', ['1', '2'])).toBeUndefined();
    expect(read('LogLevel', ['error', 'purple'])).toBeUndefined();
    expect(read('Floor', ['1', '2'])).toBeUndefined();
    expect(errorTexts(column('Level', []))).toEqual([]);
  });
});
