import { Check, CodeXml } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { SnippetCredential } from '../../../core/snippets/snippet.ts';
import { JOBS } from '../../../core/snippets/jobs/jobs.ts';
import { SNIPPETS } from '../../../core/snippets/snippets.ts';
import type { ConnectionState } from '../../../state/connection/connectionState.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { announce } from '../../../ui/announce.ts';
import { Menu } from '../../../ui/controls/Menu.tsx';
import { useServices } from '../../shared/services.tsx';
import { useActions } from '../../shared/useActions.ts';
import { type CopyOutcome, copyQuery } from './copyQuery.ts';
import css from './run.module.css';

const LANGUAGES = [...SNIPPETS, ...JOBS];
const ENTRIES = [
  { section: 'Copy query as', languages: SNIPPETS },
  { section: 'Copy as job: every row, however many', languages: JOBS },
].flatMap(({ section, languages }) =>
  languages.map(({ id, title, description }) => ({ id, label: title, description, section })),
);

/** How long the button shows that it worked. */
const SHOWN_MS = 1600;

function credentialNow(state: ConnectionState): SnippetCredential {
  return state.kind === 'connected' && state.session.connection.facts.kind === 'token' ? 'token' : 'sas';
}

/** Copies the queries of a run as text for other tools, or as a job for another computer. None holds the credential: scripts read it from the environment. */
export function CopyQueryMenu({ run }: { readonly run: RunState }): ReactNode {
  const { activity, connection } = useServices();
  const [outcome, setOutcome] = useState<CopyOutcome>();
  const isCopied = outcome?.isCopied === true;
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async (id: string): Promise<void> => {
    const language = LANGUAGES.find((each) => each.id === id);
    if (language === undefined) return;
    const result = await copyQuery(run, credentialNow(connection.get()), language, (text) =>
      navigator.clipboard.writeText(text),
    );
    setOutcome(result);
    announce(result.words);
  };
  const start = (id: string): void => void activity.track(copy(id));
  useActions(
    ENTRIES.map(({ id, label }) => ({
      id: `results.copy.${id}`,
      group: 'Results',
      title: `Copy query as ${label}`,
      run: () => start(id),
    })),
  );
  return (
    <>
      {outcome?.isCopied === false && (
        <span className={css.warning} role="alert">
          {outcome.words}
        </span>
      )}
      <Menu
        label="Copy query as"
        face={isCopied ? <Check aria-hidden="true" /> : <CodeXml aria-hidden="true" />}
        look="subtle"
        placement="bottom end"
        entries={ENTRIES}
        onAction={start}
      />
    </>
  );
}
