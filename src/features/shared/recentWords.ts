import { formatInstant } from '../../core/time/formatInstant.ts';
import { tryTicks } from '../../core/time/ticks.ts';
import type { QueryForm } from '../../state/run/queryForm.ts';

/** `2026-11-21T23:45:00.0000000Z`: the fraction is left out if it is zero. */
const ISO = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d)?)(?:\.(\d+))?Z$/u;

/** .NET ticks, as links and keys hold them. */
const TICKS = /^\d{18,19}$/u;

/** A bound in UTC as a line can show it, exactly the typed instant; undefined if it is typed in another form. */
function utcWords(text: string): { readonly date: string; readonly time: string } | undefined {
  const typed = text.trim();
  const ticks = TICKS.test(typed) ? tryTicks(BigInt(typed)) : undefined;
  const found = ISO.exec(ticks?.ok === true ? formatInstant(ticks.value).text : typed);
  if (found === null) return undefined;
  const [, date = '', time = '', fraction = ''] = found;
  return { date, time: /^0*$/u.test(fraction) ? time : `${time}.${fraction}` };
}

function instantWords(text: string): string {
  const utc = utcWords(text);
  return utc === undefined ? text.trim() : `${utc.date} ${utc.time} UTC`;
}

function windowWords({ from, to }: QueryForm): string {
  if (from.trim() === '' && to.trim() === '') return 'all time';
  if (from.trim() === '') return `until ${instantWords(to)}`;
  if (to.trim() === '') return `since ${instantWords(from)}`;
  const start = utcWords(from);
  const end = utcWords(to);
  if (start === undefined || end === undefined) return `${instantWords(from)} to ${instantWords(to)}`;
  const endText = end.date === start.date ? end.time : `${end.date} ${end.time}`;
  return `${start.date} ${start.time} to ${endText} UTC`;
}

function matchWords(name: string, text: string, kind: QueryForm['pkMatch']): string {
  return text === '' ? '' : `${name} ${kind === 'begins' ? 'begins with' : 'is'} ${text}`;
}

/** A query in one line: window, filter, account. `hasWindow`: the scheme has a time that the window limits. */
export function recentWords(form: QueryForm, hasWindow = true) {
  const conditions = [
    form.filter.trim(),
    matchWords('PartitionKey', form.pk, form.pkMatch),
    matchWords('RowKey', form.rk, form.rkMatch),
    form.prefixes.trim() === '' ? '' : `prefixes ${form.prefixes.trim()}`,
  ].filter((text) => text !== '');
  return {
    /** "2026-11-21 23:45:00 to 2026-11-22 01:45:00 UTC", or as typed: "now-1h to now". */
    window: hasWindow ? windowWords(form) : 'all rows',
    /** Empty: all rows. */
    filter: conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`,
    account:
      form.endpoint === 'demo'
        ? 'demo account'
        : (form.endpoint.replace(/^https?:\/\//u, '').split('.')[0] ?? ''),
  };
}
