import { type ReactNode, useId } from 'react';
import { useConnectDoor, useServices, useStore } from '../shared/services.tsx';
import { useResultFiles } from '../shared/captures/useResultFiles.ts';
import { Button } from '../../ui/controls/Button.tsx';
import css from './start.module.css';

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
