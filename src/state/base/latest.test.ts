import { describe, expect, it } from 'vitest';
import { createActivity } from './activity.ts';
import { createLatest } from './latest.ts';

/** A store whose questions the test answers one by one. */
function asked(isUnwanted?: (open: string, next: string) => boolean) {
  const activity = createActivity((done) => void setImmediate(done));
  const open: {
    question: string;
    signal: AbortSignal;
    answer: (text: string) => void;
    fail: (why: unknown) => void;
  }[] = [];
  const latest = createLatest<string, string>(
    (question, { signal }) =>
      new Promise((answer, fail) => {
        open.push({ question, signal, answer, fail });
      }),
    activity,
    isUnwanted,
  );
  return { latest, open, idle: () => activity.idle() };
}

describe('the answer to the last question', () => {
  it('stays if the next question fails, with the message of the failure or a default one', async () => {
    for (const [why, fault] of [
      [new Error('The worker ended.'), 'The worker ended.'],
      ['no error', 'The rows could not be read.'],
      [undefined, 'The rows could not be read.'],
    ] as const) {
      const { latest, open, idle } = asked();
      latest.ask('one');
      open[0]?.answer('first');
      await idle();
      expect(latest.get()).toEqual({ question: 'one', answer: 'first' });
      latest.ask('two');
      open[1]?.fail(why);
      await idle();
      expect(latest.get()).toEqual({ question: 'one', answer: 'first', fault });
      latest.ask('three');
      open[2]?.answer('third');
      await idle();
      expect(latest.get()).toEqual({ question: 'three', answer: 'third' });
    }
  });

  it('is not awaited once the next question makes it useless, and then fails silently', async () => {
    const { latest, open, idle } = asked((from, to) => to.startsWith(from));
    latest.ask('o');
    latest.ask('on');
    expect(open[0]?.signal.aborted).toBe(true);
    open[0]?.fail(new Error('aborted'));
    await new Promise<void>((done) => void setImmediate(done));
    expect(latest.get()).toEqual({});
    latest.ask('two');
    expect([open.length, open[1]?.question, open[1]?.signal.aborted]).toEqual([2, 'on', false]);
    open[1]?.answer('an answer');
    await new Promise<void>((done) => void setImmediate(done));
    open[2]?.answer('the last');
    await idle();
    expect(latest.get()).toEqual({ question: 'two', answer: 'the last' });
  });
});
