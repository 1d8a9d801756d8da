import type { ReactNode } from 'react';
import { cx } from '../../ui/classes.ts';
import { Toolbar } from '../../ui/controls/Toolbar.tsx';
import keys from '../../ui/keys/keys.module.css';
import { type ExampleKey, INVERTED_KEY, PREFIXED_KEY } from './exampleKeys.ts';
import css from './start.module.css';

interface Example {
  readonly text: string;
  /** What the chip shows; a key in its colours. */
  readonly face: ReactNode;
}

function ShortKey({ segments }: ExampleKey): ReactNode {
  return (
    <bdi className={cx(keys.key, keys.inline)} dir="ltr">
      {segments.map(([kind, text]) => (
        <span key={kind} className={keys[kind]}>
          {text}
        </span>
      ))}
    </bdi>
  );
}

const EXAMPLES: readonly Example[] = [
  { text: PREFIXED_KEY.text, face: <ShortKey {...PREFIXED_KEY} /> },
  {
    text: INVERTED_KEY.text,
    face: (
      <>
        <ShortKey {...INVERTED_KEY} /> newest first
      </>
    ),
  },
  {
    text: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    face: (
      <>
        <code>{'01ARZ3NDEK\u2026'}</code> ULID
      </>
    ),
  },
  {
    text: "GET /WADLogsTable(PartitionKey='0636543145200000000',RowKey='a___b___c___0000000000000000001') 404",
    face: 'a log line',
  },
];

/**
 * Examples of what can be pasted, each one click away. They are a single tab stop with arrow keys inside, so that the demo is the next
 * stop.
 */
export function DecodeExamples(props: {
  readonly onExample: (text: string, part: undefined) => void;
}): ReactNode {
  return (
    <Toolbar className={css.examples} label="Examples">
      <span className={css.try}>Try</span>
      {EXAMPLES.map(({ text, face }) => (
        <button
          key={text}
          type="button"
          className={css.chip}
          title={text}
          onClick={() => props.onExample(text, undefined)}
        >
          {face}
        </button>
      ))}
    </Toolbar>
  );
}
