import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import { formOfAddress } from '../../../../state/run/recentQueries.ts';
import { savedForm } from '../../../../state/run/savedQueries.ts';
import type { SqlState } from '../../../../state/results/sql/sqlEngine.ts';
import { sqlOf, type SqlStore } from '../../../../state/results/sql/sqlStore.ts';
import { expectedColumns, IN_SIGHT, sourceOf, tableNames } from '../../../../state/results/sql/tableNames.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { Menu } from '../../../../ui/controls/Menu.tsx';
import type { EditorHelp } from '../../../../ui/editor/mountEditor.ts';
import { createSqlLanguage, type SqlNames } from '../../../../ui/editor/sqlLanguage.ts';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { formatBytes, formatPlural } from '../../../../ui/format.ts';
import { FilterField } from '../../../shared/filter/FilterField.tsx';
import { RUNS_ITSELF } from '../../../shared/keyOwners.ts';
import { useServices, useStore } from '../../../shared/services.tsx';
import css from './sql.module.css';
import { sqlExamples } from './sqlExamples.ts';

export interface SqlTabProps {
  /** The most useful columns, offered if the rows with all columns have too many bytes. */
  readonly front: readonly { readonly name: string }[];
  /** The rows of the result in sight, shown if it is an answer. */
  readonly children: ReactNode;
}

const TYPES: Readonly<Record<string, string>> = {
  text: 'VARCHAR',
  bytes: 'BLOB',
  int32: 'INTEGER',
  int64: 'BIGINT',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
  instant: 'TIMESTAMP_NS',
};

/** The tables and columns that are known because their rows are in DuckDB. */
function useNames(sql: SqlStore) {
  const { results } = useServices();
  const shown = useStore(results);
  const { loaded, functions } = useStore(sql);
  const source = sourceOf(shown);
  const run = useStore(source.services.run);
  // A run may end with other rows while the list of results stays the same, so its version counts, too.
  const version = run.phase === 'ended' ? `${run.runId} ${run.dataVersion}` : undefined;
  useEffect(() => {
    if (version !== undefined) sql.prepare(source.id);
  }, [sql, source.id, version]);
  return useMemo(() => {
    const tables = tableNames(shown).map(({ table, aliases, result }) => ({
      table,
      aliases,
      result,
      isSource: result.id === source.id,
      isAnswer: shown.all.some(({ id, answer }) => id === result.id && answer !== undefined),
      loaded: loaded.get(result.id),
      expected: shown.all.filter(({ id }) => id === result.id).flatMap(expectedColumns),
    }));
    const columnsOf = ({ loaded: held, expected }: (typeof tables)[number]) =>
      held === undefined
        ? expected.map((name) => ({ name, type: '' }))
        : [
            ...held.columns.map(({ name, kind }) => ({
              name,
              type: held.uuids.includes(name) ? 'UUID' : (TYPES[kind] ?? ''),
            })),
            ...held.types.map((name) => ({ name, type: 'VARCHAR' })),
          ];
    const names: SqlNames = {
      tables: new Map(
        tables.flatMap((one) => [...one.aliases, one.table].map((name) => [name, columnsOf(one)] as const)),
      ),
      functions,
    };
    return { source, version, tables, names };
  }, [shown, source, version, loaded, functions]);
}

/** Marks the fault of the last query at its place, while that text is still in the editor. */
function useHelp(fault: SqlState['fault']): EditorHelp {
  return useMemo(
    () => ({
      complete: () => undefined,
      problems: (text) => {
        if (fault?.at === undefined || fault.text !== text) return [];
        const { at, words } = fault;
        const length = /^\w+|^./.exec(text.slice(at))?.[0].length ?? 0;
        return [{ severity: 'error', from: at, to: at + length, message: words }];
      },
      hint: () => undefined,
      format: () => undefined,
    }),
    [fault],
  );
}

export function SqlTab({ front, children }: SqlTabProps): ReactNode {
  const services = useServices();
  const { query, recent, results } = services;
  const sql = sqlOf(services);
  const form = useStore(query);
  const { answer } = useStore(results).inSight;
  const state = useStore(sql);
  const known = useNames(sql);
  const { id } = known.source;
  const fault = state.fault?.text === form.sql || state.fault?.text === '' ? state.fault : undefined;
  const help = useHelp(fault);
  // The editor keeps one language object; only what that knows is updated.
  const [language] = useState(createSqlLanguage);
  useEffect(() => language.know(known.names), [language, known.names]);
  const isBusy = state.work !== undefined;
  const run = (): void => {
    const { sql: text } = query.get();
    if (text.trim() === '') return;
    query.commit();
    recent.add(query.get());
    sql.run(text);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.shiftKey || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      run();
    } else if (event.key === 'Escape' && isBusy && !event.defaultPrevented) {
      event.preventDefault();
      sql.cancel();
    }
  };
  if (state.off !== undefined)
    return (
      <EmptyState
        title="SQL is off"
        actions={
          <Button size="small" onPress={() => sql.prepare(id)}>
            Try again
          </Button>
        }
      >
        {state.off}
      </EmptyState>
    );
  return (
    <section className="column high low" aria-label="SQL" {...RUNS_ITSELF} onKeyDown={onKeyDown}>
      <div className={css.editor}>
        <FilterField
          label="SQL"
          hideLabel
          isMultiline
          value={form.sql}
          onChange={(text) => query.change({ sql: text })}
          onBlur={query.commit}
          placeholder="SELECT prefix, count(*) FROM result GROUP BY prefix"
          error={fault?.words}
          help={help}
          language={language}
        />
        {fault?.tooWide === id && answer === undefined && (
          <Button
            size="small"
            look="link"
            onPress={() =>
              sql.prepare(
                id,
                front.map(({ name }) => name),
              )
            }
          >
            {`Load the keys and ${formatPlural(front.length, 'column')}`}
          </Button>
        )}
      </div>
      <SqlTools sql={sql} known={known} onRun={run} />
      <Below known={known}>{answer && children}</Below>
    </section>
  );
}

function SqlTools(props: {
  readonly sql: SqlStore;
  readonly known: Known;
  readonly onRun: () => void;
}): ReactNode {
  const { sql, known, onRun } = props;
  const { query } = useServices();
  const { sql: text } = useStore(query);
  const { work, memory } = useStore(sql);
  const write = (next: string): void => query.change({ sql: next });
  const other = known.tables.find(({ isSource, isAnswer }) => !isSource && !isAnswer);
  const columnsOf = (table: string) => known.names.tables.get(table) ?? [];
  const examples = sqlExamples(
    columnsOf(IN_SIGHT),
    other && { table: other.table, columns: columnsOf(other.table) },
  );
  return (
    <div className={css.tools}>
      {work === undefined ? (
        <Button size="small" look="primary" onPress={onRun} isDisabled={text.trim() === ''}>
          Run SQL
        </Button>
      ) : (
        <Button size="small" onPress={sql.cancel}>
          Cancel SQL
        </Button>
      )}
      <Menu
        label="Examples"
        look="subtle"
        isDisabled={examples.length === 0}
        entries={examples}
        onAction={(chosen) => write(examples.find(({ id }) => id === chosen)?.sql ?? '')}
      />
      <HistoryMenu onChoose={write} />
      <span role="status">{work}</span>
      <span className="rest" />
      <span>
        <span className="mono">{IN_SIGHT}</span> is{' '}
        {known.tables.find(({ isSource }) => isSource)?.result.name}
      </span>
      {memory !== undefined && (
        <>
          <span>{formatBytes(memory)} in memory</span>
          <Button size="small" look="link" onPress={sql.free}>
            Free memory
          </Button>
        </>
      )}
    </div>
  );
}

/** A menu of the texts of saved queries, by name, and then of those that were run. */
function HistoryMenu({ onChoose }: { readonly onChoose: (text: string) => void }): ReactNode {
  const { recent, saved } = useServices();
  const named = useStore(saved).map((link) => ({ label: link.name, text: savedForm(link).sql }));
  const run = useStore(recent).map((address) => formOfAddress(address)?.sql ?? '');
  const entries = [
    ...named.map(({ label, text }) => ({ label, description: text, text })),
    ...[...new Set(run)].map((text) => ({ label: text.replaceAll(/\s+/g, ' ').slice(0, 100), text })),
  ]
    .filter(({ text }) => text !== '')
    .map((entry, at) => ({ ...entry, id: String(at) }));
  return (
    <Menu
      label="History"
      look="subtle"
      isDisabled={entries.length === 0}
      entries={entries}
      onAction={(id) => onChoose(entries[Number(id)]?.text ?? '')}
    />
  );
}

type Known = ReturnType<typeof useNames>;

/** The rows of an answer, or else the tables that a query can use, which fold away above an answer. */
function Below({ known, children }: { readonly known: Known; readonly children: ReactNode }): ReactNode {
  if (children === undefined)
    return (
      <div className="scroll fill">
        <Tables {...known} />
      </div>
    );
  return (
    <>
      <details className={css.folded}>
        <summary>Tables and columns</summary>
        <Tables {...known} />
      </details>
      <div className="scroll fill">{children}</div>
    </>
  );
}

/** Lists the tables and columns that a query can use. */
function Tables({ names, tables }: Pick<Known, 'names' | 'tables'>): ReactNode {
  return (
    <ul className={css.tables} aria-label="Tables">
      {tables.map(({ table, aliases, result, loaded }) => (
        <li key={table}>
          <span className="mono">{[...aliases, table].join(' = ')}</span>: {result.name},{' '}
          {formatPlural(result.run.rows, 'row')}
          {loaded !== undefined && loaded.lossyRows > 0 && (
            <>. {formatPlural(loaded.lossyRows, 'row')} with invalid Unicode, shown as U+FFFD</>
          )}
          {loaded !== undefined && loaded.left.length > 0 && <>. Not loaded: {loaded.left.join(', ')}</>}
          <span className={css.columns}>
            {(names.tables.get(table) ?? []).map(({ name, type }) => `${name} ${type}`.trim()).join(', ')}
          </span>
        </li>
      ))}
    </ul>
  );
}
