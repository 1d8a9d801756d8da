import type { ReactNode } from 'react';
import type { KeySegment } from '../../core/keys/base/scheme.ts';
import { keyAnatomy } from '../../core/keys/keyAnatomy.ts';
import { KeyAnatomy } from '../../ui/keys/KeyAnatomy.tsx';
import css from './start.module.css';

interface Example {
  readonly text: string;
  /** What the chip shows; a key in its colours. */
  readonly face: ReactNode;
}

const PREFIXED = '0000000000000000012___0634925952000000000';
const INVERTED = '2519994143999999999';

/** A key in its colours, the padding of its prefix left out. */
function shortKey(text: string): readonly KeySegment[] {
  return keyAnatomy(undefined, 'partition', text).map((segment) =>
    segment.kind === 'prefix' ? { ...segment, text: `\u2026${segment.text.slice(-2)}` } : segment,
  );
}

const EXAMPLES: readonly Example[] = [
  { text: PREFIXED, face: <KeyAnatomy segments={shortKey(PREFIXED)} /> },
  {
    text: INVERTED,
    face: (
      <>
        <KeyAnatomy segments={keyAnatomy(undefined, 'row', INVERTED)} /> newest first
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
  { text: 'now-1h', face: <code>now-1h</code> },
];

/** What can be pasted, each one click away. */
export function DecodeExamples(props: {
  readonly onExample: (text: string, part: undefined) => void;
}): ReactNode {
  return (
    <div className={css.examples}>
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
    </div>
  );
}
