import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { holdsToken } from '../../core/secrets.ts';
import type { ConnectFault, ConnectionState } from '../../state/connection/connectionState.ts';
import { secondaryOffer } from '../../state/connection/secondaryOffer.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Checkbox } from '../../ui/controls/Checkbox.tsx';
import { EntryGroup } from '../../ui/controls/EntryGroup.tsx';
import { SecretField } from '../../ui/controls/SecretField.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { useServices } from '../shared/services.tsx';
import { useSecretText } from '../shared/useSecretText.ts';
import { ConnectFaultNotice } from './ConnectFaultNotice.tsx';
import css from './connect.module.css';
import { DiagnosisNotice } from './DiagnosisNotice.tsx';
import { droppedWords } from './droppedWords.ts';
import { FixTabs } from './FixTabs.tsx';
import { tokenFixes } from './tokenFixes.ts';

export interface ConnectFormProps {
  readonly state: Exclude<ConnectionState, { kind: 'connected' }>;
  readonly fault: ConnectFault | undefined;
  readonly onFault: (fault: ConnectFault | undefined) => void;
  readonly onConnected: () => void;
}

/** One secret at a time: a SAS names its account, a token does not. */
export function ConnectForm({ state, fault, onFault, onConnected }: ConnectFormProps): ReactNode {
  const { connection, hasDemo } = useServices();
  const [isSecondaryWanted, setSecondaryWanted] = useState(false);
  const isBusy = state.kind === 'connecting';
  const slow = isBusy ? state.slow : undefined;
  const dropped = state.kind === 'none' ? state.dropped : undefined;
  const entry = useEntry(dropped);
  const { field, cancel } = useFocusWhileBusy(isBusy);

  // A text that was understood is dropped at once; one with a typing fault stays, so that the user can
  // correct it.
  const { forget } = entry;
  useEffect(() => {
    if (isBusy) forget();
  }, [isBusy, forget]);
  // The clock of this page's server is out of reach once the page is locked to an account.
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
      <CredentialFields entry={entry} onEdit={onEdit} isDisabled={isBusy} fieldRef={field} />
      <SecondaryChoice text={entry.endpoint} isChosen={isSecondaryWanted} onChange={setSecondaryWanted} />
      {fault !== undefined && <ConnectFaultNotice fault={fault} onRetry={() => settle(connection.retry())} />}
      {slow !== undefined && <DiagnosisNotice diagnosis={slow} />}
      <div className={css.buttons}>
        <Button onPress={connect} look="primary" isDisabled={!entry.isFilled || isBusy}>
          {isBusy ? 'Connecting' : 'Connect'}
        </Button>
        {isBusy && (
          <Button onPress={connection.cancelAttempt} shortcut="Esc" ref={cancel}>
            Cancel
          </Button>
        )}
        {hasDemo && !isBusy && (
          <Button onPress={() => settle(connection.connectDemo())}>Connect to demo account</Button>
        )}
      </div>
      {fault === undefined && slow === undefined && <Advice kind={entry.kind} />}
    </EntryGroup>
  );
}

type Kind = 'sas' | 'token';

const KINDS = [
  { id: 'sas', label: 'SAS' },
  { id: 'token', label: 'Access token' },
] as const;

interface Entry {
  readonly kind: Kind;
  /** Which field takes the focus when it appears; undefined: none, the person is at the choice. */
  readonly focus: 'sas' | 'account' | 'token' | undefined;
  readonly sas: string;
  readonly account: string;
  readonly token: string;
  readonly choose: (kind: Kind) => void;
  readonly change: (field: 'sas' | 'account' | 'token', text: string) => void;
  readonly forget: () => void;
  readonly isFilled: boolean;
  /** For `connect`. */
  readonly pasted: string | { readonly account: string; readonly token: string };
  /** The account's endpoint, as far as it is typed. */
  readonly endpoint: string;
}

const ACCOUNT_NAME = /^\s*[a-z0-9]{3,24}\s*$/i;
const SAS = /(?:^|[?&\s"'`])sig\s*=/i;

type Dropped = Extract<ConnectionState, { kind: 'none' }>['dropped'];

/** What is typed. A token that is pasted into the field of the SAS goes to its own, and the other way round. */
function useEntry(dropped: Dropped): Entry {
  const isTokenNext = dropped?.name === 'access token';
  const [sas, setSas] = useSecretText();
  const [token, setToken] = useSecretText();
  const [account, setAccount] = useState(isTokenNext ? dropped.url : '');
  const [shown, setShown] = useState<Pick<Entry, 'kind' | 'focus'>>(
    isTokenNext ? { kind: 'token', focus: 'token' } : { kind: 'sas', focus: 'sas' },
  );
  const change: Entry['change'] = (field, text) => {
    if (field === 'sas' && holdsToken(text)) {
      setSas('');
      setToken(text);
      setShown({ kind: 'token', focus: account === '' ? 'account' : 'token' });
    } else if (field !== 'sas' && SAS.test(text)) {
      setSas(text);
      if (field === 'token') setToken('');
      setShown({ kind: 'sas', focus: 'sas' });
    } else if (field === 'sas') setSas(text);
    else if (field === 'account') setAccount(text);
    else setToken(text);
  };
  const { kind } = shown;
  const isToken = kind === 'token';
  return {
    ...shown,
    sas,
    account,
    token,
    choose: (chosen) => setShown({ kind: chosen, focus: undefined }),
    change,
    forget: () => {
      setSas('');
      setToken('');
    },
    isFilled: isToken ? account.trim() !== '' && token.trim() !== '' : sas.trim() !== '',
    pasted: isToken ? { account, token } : sas,
    endpoint: !isToken
      ? sas
      : ACCOUNT_NAME.test(account)
        ? `https://${account.trim()}.table.core.windows.net`
        : account,
  };
}

function CredentialFields(props: {
  readonly entry: Entry;
  readonly onEdit: () => void;
  readonly isDisabled: boolean;
  readonly fieldRef: Ref<HTMLInputElement & HTMLTextAreaElement>;
}): ReactNode {
  const { entry, onEdit, isDisabled, fieldRef } = props;
  const edit =
    (field: 'sas' | 'account' | 'token') =>
    (text: string): void => {
      entry.change(field, text);
      onEdit();
    };
  return (
    <>
      <SegmentedControl
        label="Connect with"
        segments={KINDS}
        value={entry.kind}
        onChange={(id) => {
          entry.choose(id === 'token' ? 'token' : 'sas');
          onEdit();
        }}
        isDisabled={isDisabled}
      />
      {entry.kind === 'sas' ? (
        <SecretField
          label="SAS URL or connection string"
          value={entry.sas}
          onChange={edit('sas')}
          placeholder="https://account.table.core.windows.net/?sv=..."
          description="Keyscope only reads. The SAS stays in this tab, goes only to its account, and is forgotten after 30 minutes without use."
          focusOnOpen={entry.focus === 'sas'}
          isDisabled={isDisabled}
          ref={fieldRef}
        />
      ) : (
        <>
          <TextField
            label="Account"
            value={entry.account}
            onChange={edit('account')}
            placeholder="contoso"
            description="Its name or its endpoint. Add the table, https://contoso.table.core.windows.net/Orders, if your role is for one table."
            focusOnOpen={entry.focus === 'account'}
            isDisabled={isDisabled}
            mono
          />
          <SecretField
            label="Access token"
            value={entry.token}
            onChange={edit('token')}
            placeholder="eyJ0eXAiOiJKV1Qi..."
            description="Keyscope only reads. The token stays in this tab, goes only to this account, and is forgotten after 30 minutes without use."
            focusOnOpen={entry.focus === 'token'}
            isDisabled={isDisabled}
            ref={fieldRef}
          />
          <FixTabs label="Get a token with" fixes={tokenFixes(undefined)} />
        </>
      )}
    </>
  );
}

function Advice({ kind }: { readonly kind: Kind }): ReactNode {
  if (kind === 'sas') {
    return (
      <Notice tone="info" title="Best: read and list on tables, valid for a few hours, https only.">
        A SAS for one table or from a stored access policy works too. An account key is refused, because it
        can do anything to the account.
      </Notice>
    );
  }
  return (
    <Notice tone="info" title="Your user needs the role Storage Table Data Reader.">
      The CORS rule of the account must allow the header authorization. Each page costs a preflight, so a SAS
      reads faster.
    </Notice>
  );
}

/** Chosen before connecting: the page is locked to its hosts before the first request. */
function SecondaryChoice(props: {
  readonly text: string;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}): ReactNode {
  const host = secondaryOffer(props.text);
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
        minutes. A result is Unverifiable if it may lack newer rows, or if the lag cannot be read (a SAS needs
        srt with s for that).
      </p>
    </div>
  );
}

/** The pressed button disappears during the attempt: Cancel gets the focus, and afterwards the field. */
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
