import { describe, expect, it } from 'vitest';
import type { PlannedQuery } from '../../../core/plan/queryPlan.ts';
import { EMPTY_FORM, type QueryForm } from '../../../state/run/queryForm.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { activityWords } from './PauseDialog.tsx';
import { nextSteps } from './RunBar.tsx';

type Checks = RunState['guards'];

function check(state: Checks[number]['state'], partitionKey?: string): Checks[number] {
  return {
    index: 0,
    position: 'above',
    label: 'above prefix 9 (PartitionKey)',
    state,
    headersExposed: true,
    ...(partitionKey !== undefined && { key: { partitionKey, rowKey: '' } }),
  };
}

const key = (prefix: number): string => `${String(prefix).padStart(19, '0')}___0639308160000000000`;
const PLAIN = '0639308160000000000';

function steps(form: Partial<QueryForm>, guards: Checks): readonly string[] {
  const query = { prefix: 0 } as PlannedQuery;
  const plan = { queries: [query] } as unknown as RunState['plan'];
  return nextSteps({ form: { ...EMPTY_FORM, ...form }, guards, plan }).map(
    ({ label, change }) => `${label} ${JSON.stringify(change)}`,
  );
}

describe('what to run next', () => {
  it('is the smallest event volume that holds the prefix which was found', () => {
    const ten = 'Run with 10 prefixes {"volume":10,"prefixes":""}';
    const hundred = 'Run with 100 prefixes {"volume":100,"prefixes":""}';
    expect(steps({ volume: 1 }, [check('hit', key(1))])).toEqual([ten]);
    expect(steps({ volume: 1 }, [check('hit', key(3)), check('hit', key(10))])).toEqual([hundred]);
    expect(steps({ volume: 10 }, [check('clear'), check('hit', key(10))])).toEqual([hundred]);
  });

  it('is keys without a prefix, if such a key was found and they were left out', () => {
    const plain = 'Run with keys without a prefix {"unprefixed":true}';
    expect(steps({ volume: 100 }, [check('hit', PLAIN)])).toEqual([plain]);
    expect(steps({ volume: 100, unprefixed: true }, [check('hit', PLAIN)])).toEqual([]);
  });

  it('is nothing that would not read the row: no more prefixes exist, or the scheme has none', () => {
    expect(steps({ volume: 10 }, [check('hit', key(100))])).toEqual([]);
    expect(steps({ volume: 100 }, [check('hit', key(7))])).toEqual([]);
    expect(steps({ volume: 10 }, [check('clear', key(10)), check('failed')])).toEqual([]);
    const none = { queries: [{} as PlannedQuery] } as unknown as RunState['plan'];
    expect(nextSteps({ form: EMPTY_FORM, guards: [check('hit', key(1))], plan: none })).toEqual([]);
  });
});

describe('what a run does', () => {
  const progress = (...states: readonly RunState['progress'][number]['state'][]) =>
    states.map((state) => ({ state })) as unknown as RunState['progress'];
  const said = (phase: RunState['phase'], states: RunState['progress'], guards: Checks) =>
    activityWords({ phase, progress: states, guards });

  it('is said once its queries are read', () => {
    const guards = [check('clear'), check('waiting'), check('hit')];
    expect(said('running', progress('done', 'reading'), guards)).toBeUndefined();
    expect(said('running', progress('waiting', 'done'), guards)).toBeUndefined();
    expect(said('running', progress('done', 'failed'), guards)).toBe('Coverage checks, 2 of 3.');
    expect(said('running', progress('done'), [check('clear')])).toContain('Last check');
    expect(said('ended', progress('done'), guards)).toBeUndefined();
  });

  it('is to wait, if the service is in trouble', () => {
    const said = (kind: 'throttled' | 'service' | 'network' | 'timeout') =>
      activityWords({
        phase: 'running',
        progress: progress('reading'),
        guards: [],
        trouble: { kind, message: '', nextStep: '' },
      });
    const busy = 'Azure is busy, waiting.';
    const away = 'Azure is busy or out of reach, waiting.';
    expect([said('throttled'), said('service'), said('network'), said('timeout')]).toEqual([
      busy,
      busy,
      away,
      away,
    ]);
  });
});
