import type { ReactNode } from 'react';
import { DiagnosisNotice } from '../features/connect/DiagnosisNotice.tsx';
import { type CorsAllowed, fixesFor, READING } from '../features/connect/fixes.ts';
import { FixTabs } from '../features/shared/credential/FixTabs.tsx';
import { useSecretText, SecretField } from '../ui/controls/TextField.tsx';
import { Button } from '../ui/controls/Button.tsx';
import { EntryGroup } from '../ui/controls/Groups.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import type { Lab } from './lab.ts';
import type { SessionFault } from './openAccount.ts';
import type { SessionState } from './session.ts';
import css from './stress.module.css';

type Unconnected = Exclude<SessionState, { kind: 'connected' }>;

/** What the CORS rule and the SAS must allow in addition to reading. */
const WRITING: CorsAllowed = {
  methods: [...READING.methods, 'POST', 'PUT', 'MERGE', 'DELETE'],
  headers: [...READING.headers, 'content-type', 'if-match', 'prefer'],
  permissions: 'rwdlacu',
  permissionNames: 'Read, Write, Delete, List, Add, Create, Update',
};

const DROPPED = {
  idle: 'The SAS was forgotten after 30 minutes without use.',
  expired: 'The SAS has expired and was forgotten.',
  left: 'The SAS was forgotten when this page was left.',
} as const;

export function ConnectPane({ lab, state }: { readonly lab: Lab; readonly state: Unconnected }): ReactNode {
  const { session, hasDemo } = lab;
  const [text, setText] = useSecretText();
  const isBusy = state.kind === 'connecting';
  const connect = (): void => {
    if (text.trim() === '' || isBusy) return;
    setText('');
    void session.connect(text);
  };
  return (
    <section className={css.connect} aria-labelledby="connect-title">
      <h2 id="connect-title">How much does this partition take?</h2>
      <p>
        The stress lab makes a test table, loads it with your keys, measures where the service throttles, and
        deletes the table. It writes to that table only.
      </p>
      <EntryGroup className={css.entry} onEnter={connect}>
        <SecretField
          label="SAS URL or connection string"
          value={text}
          onChange={setText}
          placeholder="https://account.table.core.windows.net/?sv=..."
          description="An account SAS that may write: service Table, srt=co, sp=rwdlacu, for an hour. Access tokens are not accepted here. The SAS stays in this tab and goes only to its account."
          focusOnOpen
          isDisabled={isBusy}
        />
        {state.kind === 'none' && state.fault !== undefined && <FaultNotice fault={state.fault} />}
        {state.kind === 'none' && state.dropped !== undefined && (
          <Notice
            tone="warning"
            title={DROPPED[state.dropped]}
            nextStep="Paste a new SAS. You can then delete test tables that are still there."
          />
        )}
        <div className={css.buttons}>
          <Button look="primary" onPress={connect} isDisabled={text.trim() === '' || isBusy}>
            {isBusy ? 'Connecting' : 'Connect'}
          </Button>
          {hasDemo && (
            <Button onPress={() => void session.connectDemo()} isDisabled={isBusy}>
              Connect to demo account
            </Button>
          )}
        </div>
      </EntryGroup>
      <Notice tone="warning" title="Use a storage account that nobody else needs right now.">
        The account target, 20,000 operations per second, is shared by all tables of an account: a load here
        can slow down others.
      </Notice>
    </section>
  );
}

function FaultNotice({ fault }: { readonly fault: SessionFault }): ReactNode {
  switch (fault.kind) {
    case 'text':
      return <Notice tone="error" title={fault.fault.message} nextStep={fault.fault.nextStep} isLive />;
    case 'diagnosis':
      return <DiagnosisNotice diagnosis={fault.diagnosis} allowed={WRITING} />;
    case 'cors':
      return (
        <Notice
          tone="error"
          title="The CORS rule lets this page read, but not write."
          nextStep={
            <FixTabs
              fixes={fixesFor('cors-first', {
                origin: location.origin,
                endpoint: fault.endpoint,
                allowed: WRITING,
              })}
            />
          }
          isLive
        >
          Allow the methods POST, PUT, MERGE and DELETE for this page, in the first rule that matches it.
          Nothing was created.
        </Notice>
      );
  }
}
