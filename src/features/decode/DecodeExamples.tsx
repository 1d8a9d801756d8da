import type { ReactNode } from 'react';
import { keyAnatomy } from '../../core/keys/keyAnatomy.ts';
import type { KeyPart } from '../../core/keys/base/scheme.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { KeyAnatomy } from '../../ui/keys/KeyAnatomy.tsx';
import { useServices } from '../shared/services.tsx';
import { useStore } from '../shared/useStore.ts';
import css from './decode.module.css';

interface Example {
  readonly text: string;
  /** For its colours; undefined: plain text. */
  readonly part?: KeyPart;
  readonly says: string;
}

const EXAMPLES: readonly Example[] = [
  {
    text: '0000000000000000012___0634925952000000000',
    part: 'partition',
    says: 'prefix 12 of a high-volume table, then ticks',
  },
  { text: '0634925952000000000', part: 'partition', says: '.NET ticks: the partition of a minute' },
  { text: '2519994143999999999', part: 'row', says: 'inverted ticks: newest first ("log tail")' },
  { text: '06349259', part: 'partition', says: 'a key cut short: the interval that it covers' },
  {
    text: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    part: 'row',
    says: 'a ULID; UUIDs, KSUIDs, ObjectIds, snowflakes likewise',
  },
  {
    text: "GET /WADLogsTable(PartitionKey='0636543145200000000',RowKey='a___b___c___0000000000000000001') 404",
    says: 'a log line, a URL, a $filter, JSON, CSV: every key in it',
  },
  { text: 'now-1h', says: 'a time: every key it has' },
];

/** What can be pasted, each one click away. */
export function DecodeExamples(props: {
  readonly onExample: (text: string, part: undefined) => void;
}): ReactNode {
  return (
    <EmptyState title="Paste a key and see its time, to 100 ns" actions={<DemoOffer />}>
      <p className={css.leadText}>Nothing typed here leaves this tab. Try one:</p>
      <ul className={css.examples}>
        {EXAMPLES.map((example) => (
          <li key={example.text}>
            <button
              type="button"
              className={css.example}
              onClick={() => props.onExample(example.text, undefined)}
            >
              <span className={css.exampleKey}>
                {example.part === undefined ? (
                  <code>{example.text}</code>
                ) : (
                  <KeyAnatomy segments={keyAnatomy(undefined, example.part, example.text)} />
                )}
              </span>
              <span className={css.says}>{example.says}</span>
            </button>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}

/** From here to the main job in one click, where the server of this page brings a demo account. */
function DemoOffer(): ReactNode {
  const { connection, hasDemo, query } = useServices();
  const { kind } = useStore(connection);
  if (!hasDemo || kind !== 'none') return undefined;
  const tryDemo = (): void => {
    // What stands in the way is shown by the query view, which offers it again.
    void connection.connectDemo().then(query.open);
  };
  return <Button onPress={tryDemo}>Try the demo account</Button>;
}
