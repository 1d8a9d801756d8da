import { type ReactNode, useState } from 'react';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useServices, useStore } from '../shared/services.tsx';
import { useNow } from '../shared/shownTime.ts';
import { ConnectForm, showsFix } from './ConnectForm.tsx';
import type { ConnectFault, ConnectionState } from '../../state/connection/connectionState.ts';
import { Select } from '../../ui/controls/Select.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import css from './connect.module.css';
import { FixTabs } from '../shared/credential/FixTabs.tsx';
import { fixesFor } from './fixes.ts';
import { RetryFields } from './RetryFields.tsx';
import { timeLeft, canWrite } from './credentialWords.ts';
import { VisibleText, wordsOf } from '../../ui/text/VisibleText.tsx';
import { type CredentialName, credentialOf, type Session } from '../../state/connection/session.ts';
import { EntryGroup } from '../../ui/controls/Groups.tsx';
import { RenewalFields, useRenewal } from '../shared/credential/renewal.tsx';
import { Eye, PencilLine } from 'lucide-react';
import { cx } from '../../ui/classes.ts';

export interface ConnectDialogProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** If an account is connected, opens at the form for another credential. */
  readonly isRenewing: boolean;
}

/** The attempt in progress, even while another account is connected. */
function attemptOf(state: ConnectionState): Extract<ConnectionState, { kind: 'connected' }>['attempt'] {
  if (state.kind === 'connecting') return state;
  return state.kind === 'connected' ? state.attempt : undefined;
}

/**
 * Where the user pastes a credential, connects, and sees what it allows. The pasted text is removed from this component's state as soon as
 * it was used.
 */
export function ConnectDialog(props: ConnectDialogProps): ReactNode {
  const { connection } = useServices();
  const state = useStore(connection);
  const attempt = attemptOf(state);
  // The fault of an attempt in this dialog, or of one that began elsewhere and opened it.
  const [own, setFault] = useState<ConnectFault>();
  const fault = own ?? (state.kind === 'none' ? state.fault : undefined);

  const changeOpen = (isOpen: boolean): void => {
    // Esc, the cross and a press outside first cancel an attempt; the next one closes.
    if (!isOpen && attempt !== undefined) {
      connection.cancelAttempt();
      return;
    }
    if (!isOpen) {
      connection.forgetFailed();
      setFault(undefined);
    }
    props.onOpenChange(isOpen);
  };
  return (
    <Dialog
      title={state.kind === 'connected' ? 'Connected' : 'Connect to an account'}
      isOpen={props.isOpen}
      onOpenChange={changeOpen}
      size={hasFix(state, fault) ? 'wide' : 'normal'}
    >
      {state.kind === 'connected' ? (
        <ConnectedFacts
          session={state.session}
          isRenewing={props.isRenewing}
          onDone={() => changeOpen(false)}
        />
      ) : (
        <ConnectForm
          state={state}
          fault={fault}
          onFault={setFault}
          onConnected={() => props.onOpenChange(false)}
          onCancel={() => changeOpen(false)}
        />
      )}
    </Dialog>
  );
}

/** Notices with commands to copy need a wider dialog. */
function hasFix(state: ConnectionState, fault: ConnectFault | undefined): boolean {
  return state.kind === 'connected' ? state.session.headersExposed === false : showsFix(state, fault);
}

const TRANSPORTS = [
  {
    id: 'automatic',
    label: 'Automatic',
    description: 'Plain GET requests; the Azure SDK only if the service refuses them',
  },
  {
    id: 'sdk',
    label: '@azure/data-tables',
    description: "The SDK's headers, with a preflight for every page",
  },
] as const;

type KeyRange = Session['connection']['facts']['keyRange'];

/** The key range of the SAS, both ends included. The service omits all other rows silently. */
function keyRangeWords(range: KeyRange): string | undefined {
  if (range === undefined) return undefined;
  const end = (partition: string | undefined, row: string | undefined, open: string): string =>
    partition === undefined ? open : `${partition}${row === undefined ? '' : ` / ${row}`}`;
  const from = end(range.fromPartition, range.fromRow, 'the first');
  const to = end(range.toPartition, range.toRow, 'the last');
  return `only ${from} to ${to}. The service omits all other rows silently`;
}

/** Number of tables. A credential may not be allowed to list them. */
function listedWords(session: Session): string {
  const {
    tables,
    connection: { facts },
  } = session;
  if (!facts.canListTables) {
    const why = facts.kind === 'token' ? 'the address names one' : 'not allowed by this SAS';
    return `${why}. Type a name in the query`;
  }
  return tables === undefined ? 'not yet. Choose one in the query' : String(tables.names.length);
}

/** What is connected and what its credential allows. */
function ConnectedFacts(props: {
  readonly session: Session;
  /** Opens with the form for another credential. */
  readonly isRenewing: boolean;
  readonly onDone: () => void;
}): ReactNode {
  const { connection } = useServices();
  const now = useNow(1000);
  const [isRenewing, setRenewing] = useState(props.isRenewing);
  const { session } = props;
  const { endpoint, facts, secondary, tableName } = session.connection;
  const left = timeLeft(facts.expiresAtMs, now);
  const name = credentialOf(session);
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['Endpoint', endpoint.url],
    ['Secondary', secondary === undefined ? undefined : `${secondary.host}, also read; may lag`],
    facts.kind === 'token'
      ? ['Access token', `Microsoft Entra, service version ${facts.version}`]
      : ['Kind of SAS', `${facts.kind}, version ${facts.version}`],
    ['Tenant', facts.tenantId],
    ['Table', facts.tableName ?? tableName],
    ['Keys', keyRangeWords(facts.keyRange)],
    ['Tables listed', listedWords(session)],
    ['Expiry', `${facts.expiryText} (${left.text})`],
    ['From address', facts.ipRange],
    ['This page', 'Locked to this account. Disconnecting reloads the page and keeps your query.'],
  ];
  return (
    <div className={css.body}>
      <HostBadge
        connection={session.connection}
        isDemo={session.demo !== undefined}
        timeLeft={facts.expiresAtMs === undefined ? left.text : `${left.text} left`}
      />
      <dl className={css.facts}>
        {lines.map(
          ([name, value]) =>
            value !== undefined && (
              <div key={name} className={css.fact}>
                <dt>{name}</dt>
                <dd>
                  <VisibleText text={value} />
                </dd>
              </div>
            ),
        )}
      </dl>
      {session.headersExposed === false && <HiddenHeaders endpoint={endpoint} />}
      {session.warnings.length > 0 && (
        <Notice tone="warning" title={`About this ${name}`}>
          <ul className={css.list}>
            {session.warnings.map((warning) => (
              <li key={warning}>{wordsOf(warning)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Select
        label="Transport"
        options={TRANSPORTS}
        value={session.transport}
        onChange={connection.chooseTransport}
        description={`In use: ${session.transport === 'sdk' ? 'sdk' : session.connection.transportInUse()}`}
      />
      <RetryFields />
      {isRenewing && <RenewForm name={name} onClose={() => setRenewing(false)} />}
      <div className="flex gap8">
        <Button look="primary" onPress={props.onDone}>
          Done
        </Button>
        {!isRenewing && <Button onPress={() => setRenewing(true)}>{`Replace the ${name}`}</Button>}
        <Button onPress={connection.disconnect}>Disconnect</Button>
      </div>
    </div>
  );
}

/** Shown if connected while CORS hides the headers that say whether a result continues. */
function HiddenHeaders({ endpoint }: Pick<Session['connection'], 'endpoint'>): ReactNode {
  return (
    <Notice
      tone="warning"
      title="CORS hides the service's headers from this page, so no result can be Complete."
      nextStep={
        <>
          <p className={css.next}>
            The first CORS rule that matches this page does not expose x-ms-*. Expose x-ms-* in it, or put a
            rule for this origin before it. Then connect again.
          </p>
          <FixTabs fixes={fixesFor('cors-first', { origin: location.origin, endpoint })} />
        </>
      }
    />
  );
}

function RenewForm(props: {
  /** The kind of credential that is in use. */
  readonly name: CredentialName;
  readonly onClose: () => void;
}): ReactNode {
  const renewal = useRenewal();
  const { phase, isFilled, submit } = renewal;
  return (
    <EntryGroup className={css.body} onEnter={submit}>
      <RenewalFields
        renewal={renewal}
        name={props.name}
        description="For the same account, table and keys, or more. Rows already read are kept, and a paused run continues."
      />
      {phase === 'done' && <Notice tone="success" title={`The new ${props.name} is in use.`} isLive />}
      <div className="flex gap8">
        <Button onPress={submit} isDisabled={!isFilled || phase === 'asking'}>
          {phase === 'asking' ? 'Checking' : 'Replace'}
        </Button>
        <Button look="subtle" onPress={props.onClose}>
          {phase === 'done' ? 'Close' : 'Keep the old one'}
        </Button>
      </div>
    </EntryGroup>
  );
}

type Connection = Session['connection'];

/** The host that receives every request, large enough to be checked at a glance. */
function HostBadge(props: {
  readonly connection: Connection;
  readonly isDemo: boolean;
  readonly timeLeft: string;
}): ReactNode {
  const { endpoint, facts } = props.connection;
  const { account, host } = endpoint;
  const writes = canWrite(facts);
  const rights =
    facts.permissions.length > 0
      ? facts.permissions.join(', ')
      : `rights set by ${facts.kind === 'token' ? 'the roles of its user' : 'the stored access policy'}`;
  return (
    <div className={css.badge}>
      <p className={css.badgeHost}>
        <bdi>
          {host.startsWith(`${account}.`) ? (
            <>
              <strong>{account}</strong>
              {host.slice(account.length)}
            </>
          ) : (
            <>
              {host}/<strong>{account}</strong>
            </>
          )}
        </bdi>
      </p>
      <p className={css.badgeFacts}>
        <span>{props.isDemo ? 'Demo account on this computer' : endpoint.cloud}</span>
        {endpoint.secondary && <span>Secondary: read-only copy, may lag</span>}
        <span className={cx('inline gap4 icons', writes && 'warn')}>
          {writes ? <PencilLine aria-hidden /> : <Eye aria-hidden />}
          {writes ? `Can change data: ${rights}` : rights}
        </span>
        <span>{props.timeLeft}</span>
      </p>
    </div>
  );
}
