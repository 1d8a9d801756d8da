import { years } from '../base/years.ts';
import type { TickSpan } from '../base/scheme.ts';
import type { Forms } from './compileForms.ts';
import { type KeyForm, timeIn } from './keyForm.ts';
import { meet, textsIn } from './timeSpans.ts';

/** A table, and the part of a window that it holds. */
export interface TableWindow {
  readonly tableName?: string | undefined;
  readonly window: TickSpan;
}

/** The years 2000 to 2199. There are no tables of earlier or later times. */
const LIKELY = years(2000, 2200);
const LONGEST_WINDOW = LIKELY.to - LIKELY.from;

/** Limits a window to likely years: an open one would name a hundred thousand tables that cannot exist. */
function likelyWindow(window: TickSpan): TickSpan {
  return window.to - window.from <= LONGEST_WINDOW ? window : meet(window, LIKELY);
}

/**
 * The part of a table's name before its time, if a form matches; undefined otherwise. A form without a time matches the name of a table for
 * all times.
 */
function nameIn({ match, time, timeIndex }: KeyForm, tableName: string): string | undefined {
  const pieces = match(tableName);
  const text = pieces?.[timeIndex];
  if (time !== undefined && (text === undefined || timeIn(time, text, 0, text.length, {}) === undefined))
    return undefined;
  return pieces?.slice(0, Math.max(1, timeIndex)).join('');
}

/** How the names of the tables begin: as the given table's name does, else as the writer usually names them. */
export function tableNames(forms: Forms, tableName: string | undefined): readonly string[] {
  for (const form of forms) {
    const name = tableName === undefined ? undefined : nameIn(form, tableName);
    if (name !== undefined) return [name];
  }
  return forms[0]?.usual ?? [];
}

/** The tables of a window, oldest first: each holds a month, or ten days. */
export function tableWindows({ time }: KeyForm, name: string, asked: TickSpan): readonly TableWindow[] {
  const window = likelyWindow(asked);
  return Array.from(time === undefined ? [] : textsIn(time, window), ({ text, held }) => ({
    tableName: name + text,
    window: meet(window, held),
  }));
}
