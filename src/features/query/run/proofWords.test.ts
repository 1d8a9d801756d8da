import { describe, expect, it } from 'vitest';
import { KEY_SCHEMES } from '../../../core/keys/schemeRegistry.ts';
import { captureSummary, readSummary } from '../../../state/results/capture/captureSummary.ts';
import { EMPTY_FORM } from '../../../state/run/queryForm.ts';
import { rig } from '../../../state/run/queryRun.fixture.ts';
import type { EndedRun } from '../../../state/run/runState.ts';
import type { FakeFault } from '../../../tables/connection/tableService.fixture.ts';
import { LATENCY_MS } from '../../../tables/run/runRig.fixture.ts';
import { proofSentences, proofText, saidBy, subjectWords } from './proofWords.ts';

function started(options: Parameters<typeof rig>[0], filter = '') {
  const made = rig(options);
  const { clock, nowMs } = made.clock.env;
  clock.learn({ of: 'the table service', saidMs: nowMs(), sentMs: nowMs(), receivedMs: nowMs() });
  made.run.start(made.plan, made.session, { ...EMPTY_FORM, filter });
  return { made };
}

async function ended(options: Parameters<typeof rig>[0], filter = ''): Promise<EndedRun> {
  const { made } = started(options, filter);
  await made.ended();
  const run = made.run.get();
  if (run.phase !== 'ended') throw new Error('It still runs.');
  return run;
}

/** The sentences, without the times of the virtual clock. */
const said = (run: EndedRun): readonly string[] =>
  proofSentences(run, saidBy(run.completeness)).map((text) =>
    text.replace(/\d{4}-\d\d-\d\dT[\d:]+Z/gu, 'TIME'),
  );

/** Lets the first request of one prefix fail, or all of them. */
const failing =
  (always: boolean) =>
  (filter: string, request: number): FakeFault | undefined => {
    if (filter !== 'q1' || (request > 0 && !always)) return undefined;
    return { fault: always ? { kind: 'bad-request', status: 400 } : { kind: 'throttled', status: 503 } };
  };

describe('the proof of a result', () => {
  it('says of a Complete one what was read, checked, repeated and when, a sentence each; its capture says the same', async () => {
    const run = await ended({ prefixes: 3, rowsEach: 45, script: failing(false) });
    const proof = [
      '3 of 3 queries were read to the end.',
      '1 of 1 coverage check found no rows outside the plan.',
      'Continuation tokens were readable (last one at TIME), so a page without one is the last.',
      'No row was out of order, sent twice, or not requested.',
      '18 requests sent, 1 retry.',
      "Read at TIME, by the service's clock.",
    ];
    expect(said(run)).toEqual([
      ...proof,
      'Late rows are not expected: the window ended more than 10 min before it was read.',
    ]);
    const late = { ...run, completeness: { ...run.completeness, arrivalNote: 'Late rows possible.' } };
    expect(said(late)).toEqual(['Late rows possible.', ...proof]);
    const { window: _none, ...open } = run.plan.request;
    expect(said({ ...run, plan: { ...run.plan, request: open } }).at(-1)).toBe(
      'The query has no end in time: it does not hold rows written after it was read.',
    );
    expect(said({ ...run, isServiceTime: false })).toContain(
      "Read at TIME, by this computer's clock: no answer told the service's.",
    );
    const request = { ...run.plan.request, schemeId: KEY_SCHEMES[0]?.id ?? '' };
    const saved = captureSummary({ ...run, plan: { ...run.plan, request } }, 0);
    const opened = readSummary(JSON.parse(saved.ok ? saved.value : ''), 2, run.rows);
    expect(opened.ok && said(opened.value.run)).toEqual([
      'Anyone can edit a file, so it proves nothing: run the query again for a proven result.',
      ...proof,
    ]);
  });

  it('begins with what is missing, and what to do', async () => {
    const failed = await ended({ prefixes: 2, rowsEach: 45, script: failing(true), outside: true });
    expect(failed.completeness.state).toBe('incomplete');
    const lines = said(failed);
    expect(lines[0]).toMatch(/^1 query failed \(prefix 1\): /);
    expect(lines).toContain('Continue reads 1 of 2 key ranges that were not read.');
    expect(lines).toContain('1 of 2 queries were read to the end.');
    expect(lines).toContain('0 of 1 coverage check found no rows outside the plan, 1 found rows.');
  });

  it('counts no end and no check whose token CORS may hide', async () => {
    const run = await ended({ prefixes: 2, rowsEach: 5, hidesTokens: true });
    const hidden = said(run);
    expect(hidden).toContain('0 of 2 queries were read to the end.');
    expect(hidden).toContainEqual(
      expect.stringMatching(/^Continue reads \d of \d key ranges? that may hold more rows\.$/u),
    );
    expect(hidden).toContain('0 of 1 coverage check found no rows outside the plan, 1 has no answer.');
    expect(hidden.filter((text) => /tokens? (?:were|arrived)/u.test(text))).toEqual([]);
    // The tokens were hidden only later.
    const { requests } = await ended({ prefixes: 2, rowsEach: 45 });
    expect(said({ ...run, requests })).toContain('The last readable continuation token arrived at TIME.');
  });

  it('as text holds the claim, the query and the same sentences, and never a secret', async () => {
    const filter = `Url eq 'https://a.example/?sv=2021&sig=${'a1B2'.repeat(10)}abc='`;
    const run = await ended({ prefixes: 1, rowsEach: 45 }, filter);
    const text = proofText(run, saidBy(run.completeness), 'Rows.csv: 45 rows of 45.');
    expect(text).toMatch(/^Rows\.csv: 45 rows of 45\.\nComplete: 45 rows from 1 of 1 prefixes\.\n/);
    expect(text).toContain('\n- 1 of 1 query was read to the end.\n');
    expect(text).toContain('looks like a secret');
    expect(text).not.toContain('sig=');
    expect(proofText(run, saidBy(run.completeness), `a.csv: 1 row of 45, ${filter}`)).not.toContain('sig=');
    const open = await ended({ prefixes: 1, rowsEach: 45 }, 'Level eq 2');
    expect(proofText(open, saidBy(open.completeness))).toMatch(
      /\nOrders of https:\/\/a\.example\/, .*2026-11-20T00:00:00\.0000000Z <= time < 2026-11-20T01:00:00\.0000000Z, where Level eq 2\.\n/,
    );
  });

  it('names everything that narrows the query, and leaves out only what looks like a secret', async () => {
    const run = await ended({ prefixes: 1, rowsEach: 5 }, 'Level eq 2');
    const asked = (request: object): string =>
      subjectWords({ ...run, plan: { ...run.plan, request: { ...run.plan.request, ...request } } }) ?? '';
    expect(asked({ schemeId: 'mds-prefixed', volume: 10, prefixes: [3, 4] })).toContain(
      ', only prefixes 3-4, ',
    );
    expect(asked({ rowKey: { kind: 'begins', text: 'a' }, select: ['A', 'B'] })).toMatch(
      /, RowKey begins with 'a', .*, where Level eq 2, only the columns A, B\.$/u,
    );
    // A query for one row has no window.
    const is = (text: string) => ({ kind: 'is', text });
    expect(asked({ partitionKey: is('p'), rowKey: is('r') })).toContain(
      ", PartitionKey is 'p', RowKey is 'r', all time, where",
    );
    const secret = asked({ partitionKey: is(`sig=${'a1B2'.repeat(10)}abc=`) });
    expect(secret).toMatch(/^Orders of .*, \(looks like a secret\), /u);
    expect(secret).not.toContain('a1B2');
  });

  it('claims no more than is known of rows kept, of a run that still reads, of keys that are not checked, and of rounds', async () => {
    const run = await ended({ prefixes: 2, rowsEach: 45 });
    const kept = { ...run, completeness: { ...run.completeness, filterNote: '1 row could not be checked.' } };
    expect(said(kept)).toContain('No row was out of order or sent twice.');
    const { made } = started({ prefixes: 2, rowsEach: 45 });
    await made.clock.advance(LATENCY_MS * 2);
    const reading = made.run.get();
    const soFar = proofSentences(reading, saidBy(reading.completeness));
    expect(soFar).toContain('0 of 2 queries were read so far; each end is proven when all are read.');
    expect(soFar.filter((text) => text.includes('is the last'))).toEqual([]);
    const { plan } = run;
    expect(said({ ...run, guards: [], plan: { ...plan, guards: [] } })).toContain(
      'No coverage checks: rows with keys outside the plan were not looked for.',
    );
    const follow: EndedRun['follow'] = {
      everySeconds: 15,
      phase: 'waiting',
      rounds: 2,
      total: { added: 0, changed: 0, late: 0 },
      lateRows: new Set(),
      againBytes: 0,
      requestsLeftOut: 0,
      rereads: [
        { ms: 600_000, begunMs: 9e11 },
        { ms: 15_000, begunMs: 9e11 + 300_000 },
      ],
      readAtMs: 9e11,
      fault: 'The service is busy.',
    };
    const completeness = { ...run.completeness, firstReadAtMs: 9e11, readAtMs: 9e11 };
    const followed = said({ ...run, follow, completeness });
    expect(followed).toContain("Read from TIME to TIME, by the service's clock.");
    expect(followed).toContain('The round after it was not: The service is busy.');
    expect(followed.join(' ')).toContain(
      'the last 15 s again, and the last 1 min, 3 min and 10 min at those intervals',
    );
    expect(followed.join(' ')).toContain('Rows deleted at the service stay');
  });
});
