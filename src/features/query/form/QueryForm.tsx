import { memo, type ReactNode } from 'react';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import type { PlanFault } from '../../../core/plan/queryPlan.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { fieldFault } from './fieldFaults.ts';
import { KeyMatchField } from './KeyMatchField.tsx';
import css from '../query.module.css';
import { RoundingField } from './RoundingField.tsx';
import { SchemeField } from './SchemeField.tsx';
import { TableField } from './TableField.tsx';
import { useTableNames, useTableSample } from './useTables.ts';
import { WindowFields } from './WindowFields.tsx';
import type { Session } from '../../../state/connection/session.ts';

/** The words of the writers' own configuration (eventVolume). */
const VOLUMES = [
  { id: '1', label: 'Small 1' },
  { id: '10', label: 'Medium 10' },
  { id: '100', label: 'Large 100' },
] as const;

export interface QueryFormProps {
  readonly session: Session | undefined;
  readonly fault: PlanFault | undefined;
  readonly isRunning: boolean;
  readonly onRun: () => void;
  readonly onCancel: () => void;
}

function Form(props: QueryFormProps): ReactNode {
  const { query } = useServices();
  const form = useStore(query);
  const tables = useTableNames(props.session);
  const { sample, isReading, fault: sampleFault } = useTableSample(props.session, form.table);
  const scheme = schemeById(form.scheme);
  const faultOf: FaultOf = (field) => fieldFault(props.fault, field, form);

  return (
    <section className={css.form} aria-label="Query">
      <div className={css.choose}>
        <TableField tables={tables} error={sampleFault ?? faultOf('table')?.message} />
        <SchemeField
          proposals={sample?.proposals ?? []}
          isReading={isReading}
          error={faultOf('scheme')?.message}
        />
        <SegmentedControl
          label="Event volume"
          segments={VOLUMES}
          value={String(form.volume)}
          onChange={(id) => query.change({ volume: id === '100' ? 100 : id === '10' ? 10 : 1 })}
          isDisabled={scheme !== undefined && !scheme.prefixed}
        />
        <div className={css.unprefixed}>
          <Checkbox
            label="Unprefixed too"
            isSelected={form.unprefixed}
            onChange={(unprefixed) => query.change({ unprefixed })}
            isDisabled={scheme !== undefined && !scheme.prefixed}
          />
        </div>
        <TextField
          label="Prefixes"
          value={form.prefixes}
          onChange={(prefixes) => query.change({ prefixes })}
          mono
          placeholder="all"
          isDisabled={scheme !== undefined && !scheme.prefixed}
          error={faultOf('prefixes')}
        />
        <RoundingField isDisabled={scheme === undefined || scheme.timeSource === 'none'} />
      </div>
      <div className={css.window}>
        <WindowFields fault={props.fault} />
        <div className={css.run}>
          <RunButton {...props} />
        </div>
      </div>
      <KeyFields faultOf={faultOf} />
    </section>
  );
}

function RunButton(props: Pick<QueryFormProps, 'isRunning' | 'onRun' | 'onCancel'>): ReactNode {
  return props.isRunning ? (
    <Button onPress={props.onCancel} shortcut="Esc">
      Cancel
    </Button>
  ) : (
    <Button look="primary" onPress={props.onRun} shortcut="Shift Enter">
      Run query
    </Button>
  );
}

type FaultOf = (field: PlanFault['field']) => PlanFault | undefined;

function KeyFields({ faultOf }: { readonly faultOf: FaultOf }): ReactNode {
  const { query } = useServices();
  const form = useStore(query);
  return (
    <div className={css.keys}>
      <TextField
        label="Filter"
        value={form.filter}
        onChange={(filter) => query.change({ filter })}
        mono
        placeholder="Level le 2 and Role eq 'ingest'"
        error={faultOf('filter')}
      />
      <KeyMatchField
        label="PartitionKey"
        text={form.pk}
        kind={form.pkMatch}
        onChange={({ text, kind }) =>
          query.change({
            ...(text !== undefined && { pk: text }),
            ...(kind !== undefined && { pkMatch: kind }),
          })
        }
        fault={faultOf('pk')}
      />
      <KeyMatchField
        label="RowKey"
        text={form.rk}
        kind={form.rkMatch}
        onChange={({ text, kind }) =>
          query.change({
            ...(text !== undefined && { rk: text }),
            ...(kind !== undefined && { rkMatch: kind }),
          })
        }
        fault={faultOf('rk')}
      />
      <TextField
        label="Columns"
        value={form.select}
        onChange={(select) => query.change({ select })}
        mono
        placeholder="all; or names: Level, Message"
        error={faultOf('select')}
      />
    </div>
  );
}

/** What to ask for. Its fields are heavy, and a run changes the view ten times a second: drawn only when they change. */
export const QueryForm = memo(Form);
