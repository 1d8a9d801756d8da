import { expect, it } from 'vitest';
import { createVirtualClock } from '../base/virtualClock.fixture.ts';
import { faultFrom } from '../wire/pageReader.fixture.ts';
import { FAKE_ACCOUNT_SAS, jsonResponse, scriptFetch } from '../wire/scriptedFetch.fixture.ts';
import { loadSdk } from '../wire/sdkLoader.fixture.ts';
import { openConnection } from './connection.ts';
import { readConnectionText } from './connectionText.ts';

const { signal } = new AbortController();

// A renewal tries its credential without a lane, so only this wait keeps it from disregarding Retry-After.
it.each([7, 30, 299])(
  'whoever asks without a lane waits for the Retry-After of %d s, too',
  async (seconds) => {
    const sentAtMs: number[] = [];
    const script = scriptFetch(() => {
      sentAtMs.push(clock.nowMs());
      return sentAtMs.length === 1
        ? jsonResponse({}, { 'Retry-After': String(seconds) }, 503)
        : jsonResponse({ value: [] });
    });
    const clock = createVirtualClock(script.fetch);
    const text = readConnectionText(`https://contoso.table.core.windows.net/?${FAKE_ACCOUNT_SAS}`);
    if (!text.ok) throw new Error(text.error.message);
    const { reader, lanes } = openConnection(text.value, clock.env, { loadSdk });
    const refused = faultFrom(clock.run(reader.readPage({ tableName: 'Orders' }, signal)));
    expect(await refused).toMatchObject({ kind: 'throttled', retryAfterMs: seconds * 1000 });
    expect(lanes.heldMs('primary')).toBe(seconds * 1000);
    await clock.run(reader.readPage({ tableName: 'Orders' }, signal));
    expect(sentAtMs.map((atMs) => atMs - (sentAtMs[0] ?? 0))).toEqual([0, seconds * 1000]);
  },
);

it('goes on waiting if another answer asks for a longer wait meanwhile', async () => {
  const sentAtMs: number[] = [];
  const script = scriptFetch(() => {
    sentAtMs.push(clock.nowMs());
    return jsonResponse({ value: [] });
  });
  const clock = createVirtualClock(script.fetch);
  const text = readConnectionText(`https://contoso.table.core.windows.net/?${FAKE_ACCOUNT_SAS}`);
  if (!text.ok) throw new Error(text.error.message);
  const { reader, lanes } = openConnection(text.value, clock.env, { loadSdk });
  const startMs = clock.nowMs();
  lanes.hold('primary', 4000, clock.env);
  const page = reader.readPage({ tableName: 'Orders' }, signal);
  await clock.advance(4);
  lanes.hold('primary', 4000, clock.env);
  await clock.run(page);
  expect(sentAtMs.map((atMs) => atMs - startMs)).toEqual([4004]);
});
