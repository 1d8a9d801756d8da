import { expect, it } from 'vitest';
import { readHash } from '../address/hashAddress.ts';
import { DEFAULT_DESIGN, formOfParams } from './designForm.ts';
import { designLink, stressLabLink } from './stressLink.ts';

const LAB = 'http://127.0.0.1:4281/';
const HOME = 'http://127.0.0.1:4280/';

it('a design goes to the stress lab and comes back with the prefixes that a load proved to be needed', () => {
  const [keys] = DEFAULT_DESIGN.designs;
  if (keys === undefined) throw new Error('The default has no design.');
  const there = readHash(stressLabLink(LAB, DEFAULT_DESIGN, keys).slice(LAB.length));
  expect(there.view).toBe('stress');
  expect([there.params.get('pk'), there.params.get('rk')]).toEqual([keys.partition, keys.row]);
  const loaded = { design: there.params.get('design') ?? '', partition: keys.partition, row: keys.row };
  const back = (prefixes?: number) =>
    formOfParams(readHash(designLink(HOME, loaded, prefixes).slice(HOME.length)).params);
  expect(back()).toEqual({ ...DEFAULT_DESIGN, designs: back()?.designs });
  expect(back()?.designs).toEqual(DEFAULT_DESIGN.designs);
  expect(back(4)?.designs).toEqual([
    keys,
    { partition: `{Writer mod 4:D3}_${keys.partition}`, row: keys.row },
  ]);
  const wider = designLink(HOME, { design: '', partition: '{Writer mod 2:D19}___{Ticks}', row: '{Guid}' }, 9);
  expect(formOfParams(readHash(wider.slice(HOME.length)).params)?.designs[1]?.partition).toBe(
    '{Writer mod 9:D19}___{Ticks}',
  );
});

it('a link to the stress lab carries nothing that looks like a credential', () => {
  const secret = 'sv=2022-11-02&sig=c2lnbmF0dXJlLWZvci10ZXN0cy1vbmx5LTMyLWJ5dGU%3D';
  const keys = { partition: secret, row: '{Ticks}' };
  const link = stressLabLink(LAB, { ...DEFAULT_DESIGN, properties: secret, designs: [keys] }, keys);
  expect(decodeURIComponent(decodeURIComponent(link))).not.toContain('c2lnbmF0dXJl');
});
