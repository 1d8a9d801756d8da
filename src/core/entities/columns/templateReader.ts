import type { EntityStore } from '../store/entityStore.ts';
import { VALUE_ABSENT, VALUE_TWICE } from '../store/propertyReader.ts';
import { type ColumnReader, textKey } from './columnFacts.ts';
import { TemplateMiner } from './templateMiner.ts';
import { templateTest } from './templateTest.ts';
import { isText, TextComparer } from './textComparer.ts';
import type { Steps } from '../../steps.ts';

/** Rows between two yields. */
const STEP = 2048;
/** References begin after the two special ones. */
const FIRST = VALUE_TWICE + 1;

/** Stands for the number of a text in rows that have none. */
const NO_TEXT = -1;

/**
 * Reads the template of each row's text, a column that no property holds. Values that are not texts have no template.
 * @param rows only these are read; undefined: all
 * @yields after a few thousand rows
 */
export function* templateReader(store: EntityStore, name: string, rows?: Uint32Array): Steps<ColumnReader> {
  const read = store.propertyReader(name);
  const miner = new TemplateMiner();
  const comparer = new TextComparer((text) => miner.add(text));
  const known = new Map<number, number>();
  const byRow = new Int32Array(store.rowCount);
  for (let at = 0; at < (rows ?? byRow).length; at++) {
    if (at % STEP === STEP - 1) yield undefined;
    const row = rows === undefined ? at : (rows[at] as number);
    const reference = read(row);
    if (reference === VALUE_ABSENT || reference === VALUE_TWICE) {
      byRow[row] = NO_TEXT;
      continue;
    }
    let number = known.get(reference);
    if (number === undefined) {
      const value = store.valueAt(reference);
      number = isText(value) ? comparer.of(value) : NO_TEXT;
      known.set(reference, number);
    }
    byRow[row] = number;
  }
  const templates = yield* miner.templates();
  const numbers = new Map<string, number>();
  const templateOf = Uint32Array.from(templates, (text) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  });
  const texts = [...numbers.keys()];
  return {
    referenceOf: (row) => {
      const number = byRow[row] as number;
      return number === NO_TEXT ? VALUE_ABSENT : (templateOf[number] as number) + FIRST;
    },
    keyOf: textKey,
    valueOf: (reference) => ({ type: 'Edm.String', text: texts[reference - FIRST] ?? '' }),
    *rowsOf(wanted) {
      // A template found in these rows selects its own group; one from other rows selects all texts that match it.
      const groups = new Set(wanted.map((text) => numbers.get(text)));
      const tests = wanted.filter((text) => !numbers.has(text)).map(templateTest);
      const isIt = (text: string): boolean => tests.some((test) => test(text));
      const passes = miner.added.map((text, number) => groups.has(templateOf[number]) || isIt(text));
      // Texts beyond those that are told apart share one number, so they are read again.
      const again = new TextComparer((text) => Number(isIt(text)));
      const mask = new Uint8Array(byRow.length);
      for (let row = 0; row < byRow.length; row++) {
        if (row % STEP === STEP - 1) yield undefined;
        const number = byRow[row] as number;
        if (number === NO_TEXT) continue;
        const isLeft = number === miner.others && tests.length > 0;
        mask[row] = passes[number] === true ? 1 : isLeft ? again.of(store.valueAt(read(row))) : 0;
      }
      return mask;
    },
  };
}
