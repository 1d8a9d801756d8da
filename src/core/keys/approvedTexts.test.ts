import { describe, expect, it } from 'vitest';
import { approvedIn } from '../approvals.fixture.ts';
import {
  FORM_COUNT,
  factsOfList,
  factsOfPasted,
  factsOfTemplate,
  factsOfWriter,
  PASTED,
  TEMPLATES,
  WRITER_COUNT,
} from './approvedTexts.fixture.ts';

/*
 * What is said of pasted texts, lists, samples and templates: written down once, so that nothing of it changes unseen. Whether it is
 * right is decided by the tests with their own writers. After a change that is meant: APPROVE=1 with this file, and read the difference.
 */

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const CASES: ReadonlyMap<string, () => readonly string[]> = new Map([
  ...PASTED.map((text, at) => [`pasted ${at}`, () => factsOfPasted(text)] as const),
  ...numbers(FORM_COUNT).map((at) => [`list ${at}`, () => factsOfList(at)] as const),
  ...numbers(WRITER_COUNT).map((at) => [`writer ${at}`, () => factsOfWriter(at)] as const),
  ...TEMPLATES.map((text) => [`template ${text.slice(0, 60)}`, () => factsOfTemplate(text)] as const),
]);

const approved = approvedIn(new URL('./fixtures/approvedTexts.json', import.meta.url), CASES);

describe('what was approved', () => {
  it.each([...CASES.keys()])('of %s', (name) => {
    expect(CASES.get(name)?.()).toEqual(approved[name]);
  });
});
