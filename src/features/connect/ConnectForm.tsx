import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { READER_ROLE } from '../../core/entra.ts';
import { holdsSignature, holdsToken, splitToken } from '../../core/secrets.ts';
import type { ConnectFault, ConnectionState } from '../../state/connection/connectionState.ts';
import { secondaryOffer } from '../../state/connection/secondaryOffer.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Checkbox } from '../../ui/controls/Checkbox.tsx';
import { EntryGroup } from '../../ui/controls/Groups.tsx';
import { SecretField, useSecretText, TextField } from '../../ui/controls/TextField.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { useServices } from '../shared/services.tsx';
import { ConnectFaultNotice, DiagnosisNotice } from './DiagnosisNotice.tsx';
import css from './connect.module.css';
import { droppedWords } from './credentialWords.ts';
import { FixTabs, tokenFixes } from '../shared/credential/FixTabs.tsx';

export interface ConnectFormProps {
  readonly state: Exclude<ConnectionState, { kind: 'connected' }>;
  readonly fault: ConnectFault | undefined;
  readonly onFault: (fault: ConnectFault | undefined) => void;
  readonly onConnected: () => void;
  /** Ends the attempt, or closes the form if there is none. */
  readonly onCancel: () => void;
}

/** The form for a SAS or a token, one at a time: a SAS names its account, a token does not. */
export function ConnectForm({ state, fault, onFault, onConnected, onCancel }: ConnectFormProps): ReactNode {
  const { connection, hasDemo } = useServices();
  const [isSecondaryWanted, setSecondaryWanted] = useState(false);
  const isBusy = state.kind === 'connecting';
  const slow = isBusy ? state.slow : undefined;
  const dropped = state.kind === 'none' ? state.dropped : undefined;
  const entry = useEntry(dropped);
  const { field, cancel } = useFocusWhileBusy(isBusy);

  // A text that was understood is dropped at once. A text with a typing error stays, so that the user can correct it.
  const { forget } = entry;
  useEffect(() => {
    if (isBusy) forget();
  }, [isBusy, forget]);
  // Read the clock of this page's server now: it cannot be reached once the page is locked to an account.
  useEffect(() => void connection.prepare(), [connection]);

  const settle = (attempt: Promise<ConnectFault | undefined>): void => {
    onFault(undefined);
    void attempt.then((found) => {
      onFault(found);
      if (found === undefined) onConnected();
    });
  };
  const connect = (): void => {
    // An option that is hidden does not count as chosen.
    const secondary = isSecondaryWanted && secondaryOffer(entry.endpoint) !== undefined;
    if (entry.isFilled && !isBusy) settle(connection.connect(entry.pasted, { secondary }));
  };
  const onEdit = (): void => {
    onFault(undefined);
    connection.forgetFailed();
  };
  return (
    <EntryGroup className={css.body} onEnter={connect}>
      {dropped !== undefined && fault === undefined && (
        <Notice
          tone="warning"
          title={droppedWords(dropped)}
          nextStep="Paste another one to continue. Rows already read are kept."
        />
      )}
      <CredentialFields
        entry={entry}
        onEdit={onEdit}
        isDisabled={isBusy}
        hasCommand={!showsFix(state, fault)}
        fieldRef={field}
      />
      <SecondaryChoice entry={entry} isChosen={isSecondaryWanted} onChange={setSecondaryWanted} />
      {fault !== undefined && <ConnectFaultNotice fault={fault} onRetry={() => settle(connection.retry())} />}
      {slow !== undefined && <DiagnosisNotice diagnosis={slow} />}
      <div className="flex gap8">
        <Button onPress={connect} look="primary" isDisabled={!entry.isFilled || isBusy}>
          {isBusy ? 'Connecting' : 'Connect'}
        </Button>
        <Button onPress={onCancel} shortcut="Esc" ref={cancel}>
          Cancel
        </Button>
        {hasDemo && !isBusy && (
          <Button onPress={() => settle(connection.connectDemo())}>Connect to demo account</Button>
        )}
      </div>
      {fault === undefined && slow === undefined && <Advice kind={entry.kind} />}
    </EntryGroup>
  );
}

/** Whether a notice of the form holds commands to copy. */
export function showsFix(state: ConnectFormProps['state'], fault: ConnectFault | undefined): boolean {
  if (state.kind === 'connecting') return state.slow !== undefined;
  return fault !== undefined && 'diagnosis' in fault && fault.diagnosis?.fix !== undefined;
}

/** What the form says about each kind of credential. */
const KINDS = {
  sas: {
    segment: 'SAS',
    label: 'SAS URL or connection string',
    placeholder: 'https://account.table.core.windows.net/?sv=...',
    description: 'The SAS stays in this tab, goes only to its account',
    moved: 'This is a SAS. It was moved to its own field.',
    advice: {
      title: 'Best: read and list on tables, valid for a few hours, https only.',
      text: 'A SAS for one table or from a stored access policy works too. An account key is refused, because it can do anything to the account.',
    },
  },
  token: {
    segment: 'Access token',
    label: 'Access token',
    placeholder: 'eyJ0eXAiOiJKV1Qi...',
    description: 'The token stays in this tab, goes only to this account',
    moved: 'This is an access token. It was moved to its own field.',
    advice: {
      title: `Your user needs the role ${READER_ROLE}.`,
      text: 'The CORS rule of the account must allow the header authorization. Each page costs a preflight, so a SAS reads faster.',
    },
  },
} as const;

type Kind = keyof typeof KINDS;

const isKind = (id: string): id is Kind => id in KINDS;
const SEGMENTS = Object.entries(KINDS).map(([id, { segment }]) => ({ id, label: segment }));

type FieldId = 'account' | 'secret';

interface Entry {
  readonly kind: Kind;
  /** Which field takes the focus when it appears; undefined: none, because the user is still choosing. */
  readonly focus: FieldId | undefined;
  readonly account: string;
  readonly secret: string;
  readonly choose: (kind: Kind) => void;
  readonly change: (field: FieldId, text: string) => void;
  readonly forget: () => void;
  readonly isFilled: boolean;
  /** What to pass to `connect`. */
  readonly pasted: string | { readonly account: string; readonly token: string };
  /** The account's endpoint, as typed so far. */
  readonly endpoint: string;
}

const ACCOUNT_NAME = /^\s*[a-z0-9]{3,24}\s*$/i;

type Dropped = Extract<ConnectionState, { kind: 'none' }>['dropped'];

/** The texts of the fields. A credential pasted into the wrong field moves to its own masked field, which then appears. */
function useEntry(dropped: Dropped): Entry {
  const isTokenNext = dropped?.name === 'access token';
  const [secret, setSecret] = useSecretText();
  const [account, setAccount] = useState(isTokenNext ? dropped.url : '');
  const [{ kind, focus }, setShown] = useState<Pick<Entry, 'kind' | 'focus'>>({
    kind: isTokenNext ? 'token' : 'sas',
    focus: 'secret',
  });
  const change: Entry['change'] = (field, text) => {
    const found = holdsToken(text) ? 'token' : holdsSignature(text) ? 'sas' : undefined;
    if (found === undefined) return field === 'account' ? setAccount(text) : setSecret(text);
    const { account: named, token } = found === 'token' ? splitToken(text) : { account: '', token: text };
    if (named !== '') setAccount(named);
    setSecret(token);
    if (found === kind && field === 'secret') return;
    const isAccountNext = found === 'token' && named === '' && (account === '' || field === 'account');
    setShown({ kind: found, focus: isAccountNext ? 'account' : 'secret' });
    announce(KINDS[found].moved);
  };
  const isToken = kind === 'token';
  return {
    kind,
    focus,
    account,
    secret,
    choose: (chosen) => {
      setSecret('');
      setShown({ kind: chosen, focus: undefined });
    },
    change,
    forget: () => setSecret(''),
    isFilled: secret.trim() !== '' && (!isToken || account.trim() !== ''),
    pasted: isToken ? { account, token: secret } : secret,
    endpoint: !isToken
      ? secret
      : ACCOUNT_NAME.test(account)
        ? `https://${account.trim()}.table.core.windows.net`
        : account,
  };
}

function CredentialFields(props: {
  readonly entry: Entry;
  readonly onEdit: () => void;
  readonly isDisabled: boolean;
  /** False if a notice already shows the command for getting a token. */
  readonly hasCommand: boolean;
  readonly fieldRef: Ref<HTMLInputElement & HTMLTextAreaElement>;
}): ReactNode {
  const { entry, onEdit, isDisabled, hasCommand, fieldRef } = props;
  const { kind, focus } = entry;
  const { label, placeholder, description } = KINDS[kind];
  const edit =
    (field: FieldId) =>
    (text: string): void => {
      entry.change(field, text);
      onEdit();
    };
  return (
    <>
      <SegmentedControl
        label="Connect with"
        segments={SEGMENTS}
        value={kind}
        onChange={(id) => {
          if (isKind(id)) entry.choose(id);
          onEdit();
        }}
        isDisabled={isDisabled}
      />
      {kind === 'token' && (
        <TextField
          label="Account"
          value={entry.account}
          onChange={edit('account')}
          placeholder="contoso"
          description="Its name or its endpoint. Add the table, https://contoso.table.core.windows.net/Orders, if your role is for one table."
          focusOnOpen={focus === 'account'}
          isDisabled={isDisabled}
          mono
        />
      )}
      <SecretField
        key={kind}
        label={label}
        value={entry.secret}
        onChange={edit('secret')}
        placeholder={placeholder}
        description={`Keyscope only reads. ${description}, and is forgotten after 30 minutes without use.`}
        focusOnOpen={focus === 'secret'}
        isDisabled={isDisabled}
        ref={fieldRef}
      />
      {kind === 'token' && hasCommand && <FixTabs label="Get a token with" fixes={tokenFixes(undefined)} />}
    </>
  );
}

function Advice({ kind }: { readonly kind: Kind }): ReactNode {
  const { title, text } = KINDS[kind].advice;
  return (
    <Notice tone="info" title={title}>
      {text}
    </Notice>
  );
}

/** Chosen before connecting: the page is locked to its hosts before the first request. */
function SecondaryChoice(props: {
  readonly entry: Pick<Entry, 'kind' | 'endpoint'>;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}): ReactNode {
  const { kind, endpoint } = props.entry;
  const host = secondaryOffer(endpoint);
  if (host === undefined) return undefined;
  return (
    <div>
      <Checkbox
        label="Read from the secondary endpoint too"
        isSelected={props.isChosen}
        onChange={props.onChange}
      />
      <p className={css.choiceNote}>
        Twelve requests at a time instead of six, if the account has RA-GRS. <bdi>{host}</bdi> lags by
        minutes. A result is Unverifiable if it may lack newer rows, or if the lag cannot be read
        {kind === 'sas' ? ' (a SAS needs srt with s for that)' : ''}.
      </p>
    </div>
  );
}

/** The pressed button disappears during the attempt, so Cancel gets the focus, and the field gets it back afterwards. */
function useFocusWhileBusy(isBusy: boolean) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (isBusy) cancel.current?.focus();
    else if (wasBusy.current) field.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);
  return { field, cancel };
}
