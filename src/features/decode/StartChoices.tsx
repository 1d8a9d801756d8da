import { type ReactNode, useId, memo } from 'react';
import { useConnectDoor } from '../shared/credential/connectDoor.ts';
import { useServices, useStore } from '../shared/services.tsx';
import { useGroupActions } from '../shared/useActions.ts';
import { useResultFiles } from '../shared/captures/useResultFiles.ts';
import { Button } from '../../ui/controls/Button.tsx';
import css from './start.module.css';
import type { SegmentKind } from '../../core/keys/base/scheme.ts';
import { cx } from '../../ui/classes.ts';
import keys from '../../ui/keys/keys.module.css';
import { useFilePicker } from '../../ui/controls/useFilePicker.tsx';
import { Toolbar } from '../../ui/controls/Toolbar.tsx';

/** What Keyscope is and who it is for, for someone who has never seen it. */
export function StartIntro(): ReactNode {
  return (
    <div className={css.intro}>
      <h2 className={css.title}>See what is in an Azure table, and when.</h2>
      <p className={css.lead}>
        For engineers who read Azure Table Storage: decode the time in keys to 100 ns, query 100 prefixes at
        once from this browser, and know whether the result is complete.
      </p>
    </div>
  );
}

/** The two ways to continue from the first screen. Once connected, they are the two views that read tables. */
export function StartChoices(): ReactNode {
  const services = useServices();
  const { connection, hasDemo, address, query, activity } = services;
  const { kind } = useStore(connection);
  const connect = useConnectDoor();
  const { openSample } = useResultFiles();
  if (kind === 'connected') {
    return (
      <div className={css.choices}>
        <Choice
          title="Query a table"
          says="Rows of a time window, all prefixes at once."
          onPress={query.open}
          isMain
        />
        <Choice
          title="Map a table"
          says="Who wrote when, without reading every row."
          onPress={() => address.write('keyspace', [], 'push')}
        />
      </div>
    );
  }
  const loadStart = () => import('../shared/startQuery.ts');
  // Usually the pointer is over the choice, or the focus on it, well before it is pressed, so load its code then.
  const prepareDemo = (): void =>
    void Promise.all([loadStart(), connection.prepare()]).catch(() => undefined);
  const startDemo = async (): Promise<void> => {
    const { tryDemo } = await loadStart();
    if ((await tryDemo(services)) !== undefined) connect();
  };
  // The dialog reports what went wrong.
  const tryDemo = (): void => void activity.track(startDemo()).catch(() => connect());
  return (
    <div className={css.choices}>
      {hasDemo && (
        <Choice
          title="Try the demo account"
          says="On this computer. One click to rows, map and findings."
          onPress={tryDemo}
          onAhead={prepareDemo}
          isMain
        />
      )}
      <Choice
        title="Connect to your account"
        says="With a read-only SAS or an access token. It stays in this tab and goes only to your account."
        onPress={() => connect(query.open)}
        isMain={!hasDemo}
      />
      {!hasDemo && (
        <Choice title="Open a sample" says="A saved result. No account, no network." onPress={openSample} />
      )}
    </div>
  );
}

function Choice(props: {
  readonly title: string;
  readonly says: string;
  readonly onPress: () => void;
  /** Called when the choice may soon be pressed. */
  readonly onAhead?: () => void;
  readonly isMain?: boolean;
}): ReactNode {
  const id = useId();
  return (
    <button
      type="button"
      className={css.choice}
      data-main={props.isMain === true ? '' : undefined}
      aria-label={props.title}
      aria-describedby={id}
      onClick={props.onPress}
      onPointerEnter={props.onAhead}
      onFocus={props.onAhead}
    >
      <strong>{props.title}</strong>
      <span id={id}>{props.says}</span>
    </button>
  );
}

/** Opens a saved result, for people without an account. It is a choice of its own if there is no demo. */
export function SampleButton(): ReactNode {
  const { connection, hasDemo } = useServices();
  const { kind } = useStore(connection);
  const { openSample } = useResultFiles();
  if (!hasDemo || kind === 'connected') return undefined;
  return (
    <Button look="subtle" size="small" onPress={openSample}>
      Open a sample
    </Button>
  );
}

interface ExampleKey {
  readonly text: string;
  readonly segments: readonly (readonly [kind: SegmentKind, text: string])[];
}

// Written out, so that the first screen needs no code that reads keys; a test compares them with what that code says.
export const PREFIXED_KEY: ExampleKey = {
  text: '0000000000000000012___0634925952000000000',
  segments: [
    ['prefix', '\u202612'],
    ['separator', '___'],
    ['date', '063492595200'],
    ['subsecond', '0000000'],
  ],
};

export const INVERTED_KEY: ExampleKey = {
  text: '2519994143999999999',
  segments: [
    ['inverted-date', '251999414399'],
    ['inverted-subsecond', '9999999'],
  ],
};

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

export interface EncodeFold {
  readonly isEncodeOpen: boolean;
  readonly onEncode: () => void;
}

/** Opens Encode, the reverse direction: from a time or a window to keys. */
export const EncodeButton = memo(function EncodeButton(props: EncodeFold): ReactNode {
  return (
    <Button look="subtle" isExpanded={props.isEncodeOpen} onPress={props.onEncode}>
      Encode
    </Button>
  );
});

/** Takes a file for the worker that reads long lists. */
export const OpenFile = memo(function OpenFile(props: {
  readonly onBulk: (source: Blob, name: string) => void;
}): ReactNode {
  const [field, open] = useFilePicker('Key file', ([file]) => file && props.onBulk(file, file.name));
  useGroupActions('Decode', [['decode.open', 'Open a file of keys', open]]);
  return (
    <>
      {field}
      <Button look="subtle" onPress={open}>
        Open file
      </Button>
    </>
  );
});
