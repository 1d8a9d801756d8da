import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAfterScroll } from './afterScroll.ts';

describe('createAfterScroll', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const start = () => {
    const page = new EventTarget();
    const done: string[] = [];
    return {
      afterScroll: createAfterScroll(page),
      scroll: () => page.dispatchEvent(new Event('scroll')),
      done,
      noting: (name: string) => () => void done.push(name),
    };
  };
  const scrollFor = (ms: number, scroll: () => void): void => {
    for (let at = 0; at < ms; at += 20) {
      scroll();
      vi.advanceTimersByTime(20);
    }
  };

  it('runs at once while nothing is scrolled', () => {
    const { afterScroll, done, noting } = start();
    afterScroll(noting('a'));
    expect(done).toEqual(['a']);
  });

  it('waits until a scroll is over, then runs each once', () => {
    const { afterScroll, scroll, done, noting } = start();
    scroll();
    afterScroll(noting('a'));
    afterScroll(noting('b'));
    scrollFor(3000, scroll);
    expect(done).toEqual([]);
    vi.advanceTimersByTime(500);
    expect(done).toEqual(['a', 'b']);
    scroll();
    vi.advanceTimersByTime(60_000);
    expect(done).toEqual(['a', 'b']);
    afterScroll(noting('c'));
    expect(done).toEqual(['a', 'b', 'c']);
  });

  it('waits ten seconds at most', () => {
    const { afterScroll, scroll, done, noting } = start();
    scroll();
    afterScroll(noting('a'));
    scrollFor(9_900, scroll);
    expect(done).toEqual([]);
    scrollFor(200, scroll);
    expect(done).toEqual(['a']);
    vi.advanceTimersByTime(1000);
    expect(done).toEqual(['a']);
  });

  it('does not run what is taken back', () => {
    const { afterScroll, scroll, done, noting } = start();
    scroll();
    const takeBack = afterScroll(noting('a'));
    afterScroll(noting('b'));
    takeBack?.();
    vi.advanceTimersByTime(60_000);
    expect(done).toEqual(['b']);
  });
});
