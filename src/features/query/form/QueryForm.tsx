import { ArrowDownToLine, CopyPlus, Radio } from 'lucide-react';
import { memo, type ReactNode, useCallback } from 'react';
import type { PlanFault } from '../../../core/plan/queryPlan.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { IconButton, Tooltip } from '../../../ui/controls/IconButton.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { type Follow, FollowNote } from '../follow/useFollow.tsx';
import { ColumnsPart } from './ColumnsPart.tsx';
import { fieldFault, type FormPart } from './fieldFaults.ts';
import css from './form.module.css';
import type { PartProps } from './formPart.ts';
import { KeyMatch } from './KeyMatch.tsx';
import { KeyOptions } from './KeyOptions.tsx';
import { QueryFilter } from './QueryFilter.tsx';
import { RoundingPart } from './RoundingPart.tsx';
import { SavedQueries } from '../saved/SavedQueries.tsx';
import { TableField } from './TableField.tsx';
import { TimeRange } from './TimeRange.tsx';
import { useTableNames, useTableSample } from './useTables.ts';
import type { Session } from '../../../state/connection/session.ts';

export interface QueryFormProps {
  readonly session: Session | undefined;
  /** What would be sent. */
  readonly planLine: ReactNode;
  /** Which rows of the filter the time range leaves out. */
  readonly filterNote: string | undefined;
  /** Every fault of the form. */
  readonly faults: readonly PlanFault[];
  readonly isRunning: boolean;
  /** The result below is of this form. */
  readonly isRan: boolean;
  /** The button that runs the query is below: the form shows none. */
  readonly isRunElsewhere: boolean;
  /** The part that is open. */
  readonly openPart: FormPart | undefined;
  readonly onOpenPart: (part: FormPart | undefined) => void;
  readonly onRun: () => void;
  /** Keeps the result in sight. Undefined: there is none to keep. */
  readonly onRunBeside: (() => void) | undefined;
  readonly onCancel: () => void;
  /** Sets the time range to the newest rows. */
  readonly onNewest: () => void;
  readonly isSearching: boolean;
  readonly follow: Follow;
}

function Form(props: QueryFormProps): ReactNode {
  const { faults, openPart, onOpenPart } = props;
  const { query, results } = useServices();
  const form = useStore(query);
  const tables = useTableNames(props.session);
  const { file, services } = useStore(results).inSight;
  const ran = services.run.get();
  // The name was guessed from that of a file: it is not sampled, because nobody asked for this table.
  const isGuess = file !== undefined && ran.phase !== 'idle' && ran.form.table === form.table;
  const sampled = useTableSample(props.session, isGuess ? '' : form.table);
  const setOpen = useCallback(
    (part: FormPart, isOpen: boolean): void => {
      query.commit();
      query.adopt();
      onOpenPart(isOpen ? part : undefined);
    },
    [query, onOpenPart],
  );
  const of = (part: FormPart): PartProps => ({
    faults,
    isOpen: openPart === part,
    onOpenChange: (isOpen) => setOpen(part, isOpen),
  });

  return (
    <section className={css.form} aria-label="Query">
      <div className={css.row}>
        <div className={css.table}>
          <TableField tables={tables} error={sampled.fault ?? fieldFault(faults, 'table', form)?.message} />
        </div>
        <div className={css.time}>
          <TimeRange {...of('time')} />
        </div>
        <div className={css.filter}>
          <QueryFilter faults={faults} sample={sampled.sample} note={props.filterNote} />
        </div>
        <div className={css.go} data-ran={(props.isRan && !props.isRunning) || undefined}>
          <span className={css.newer}>
            <Tooltip text="Newest rows">
              <Button icon={<ArrowDownToLine />} onPress={props.onNewest} isBusy={props.isSearching}>
                Newest
              </Button>
            </Tooltip>
            <Tooltip text="Follow: read new rows as they arrive">
              <Button icon={<Radio />} onPress={props.follow.press} isPressed={props.follow.isFollowed}>
                Follow
              </Button>
            </Tooltip>
          </span>
          {props.onRunBeside !== undefined && (
            <IconButton
              label="Run beside"
              icon={<CopyPlus />}
              onPress={props.onRunBeside}
              shortcut="Alt Enter"
            />
          )}
          <SavedQueries />
          {!props.isRunElsewhere && (
            <span className={css.run}>
              <RunButton {...props} />
            </span>
          )}
        </div>
      </div>
      <div className={css.chips}>
        <KeyOptions {...of('keys')} sampled={sampled} />
        <ColumnsPart {...of('columns')} />
        <KeyMatch {...of('pk')} part="pk" />
        <KeyMatch {...of('rk')} part="rk" />
        <RoundingPart {...of('rounding')} sampled={sampled} />
        {props.planLine}
      </div>
      <FollowNote follow={props.follow} />
    </section>
  );
}

function RunButton(props: Pick<QueryFormProps, 'isRunning' | 'onRun' | 'onCancel'>): ReactNode {
  return props.isRunning ? (
    <Button onPress={props.onCancel} shortcut="Esc">
      Cancel
    </Button>
  ) : (
    <Button look="primary" onPress={props.onRun} shortcut="Shift Enter" ariaLabel="Run query">
      Run
    </Button>
  );
}

/** What to read. Its fields are heavy, and a run changes the view ten times a second: drawn only when they change. */
export const QueryForm = memo(Form);
