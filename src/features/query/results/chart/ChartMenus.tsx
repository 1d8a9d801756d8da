import type { ReactNode } from 'react';
import type { ChartValue, InstantSource } from '../../../../core/entities/chart/chartTypes.ts';
import type { ColumnRef } from '../../../../core/entities/columns/columnRef.ts';
import type { RowGrouping } from '../../../../core/keyspace/map/grouping.ts';
import type { ColumnSet, ColumnSummary } from '../../../../core/rows/columnProfile.ts';
import { capital, secondsText } from '../../../../core/words.ts';
import type { ChartChoice, ChartKind } from '../../../../state/run/chartChoice.ts';
import { columnId, columnOfId, propertyOfId } from '../../../../state/run/groupChoice.ts';
import { Labelled } from '../../../../ui/controls/Groups.tsx';
import { Menu, type MenuEntry } from '../../../../ui/controls/Menu.tsx';
import { SearchMenu } from '../../../../ui/controls/SearchMenu.tsx';
import { VisibleText } from '../../../../ui/text/VisibleText.tsx';
import {
  isQuantity,
  numberEntries,
  parameterEntry,
  propertyEntry,
  splitName,
  STATISTIC_NAMES,
  statisticMeaning,
  valueName,
} from './chartWords.ts';
import { firstStatistic, fitChart, kindsOf, statisticsOf } from './chartModel.ts';
import { MeasureMenus } from './MeasureMenus.tsx';

export interface ChartMenusProps {
  readonly choice: ChartChoice;
  readonly columns: ColumnSet;
  /** The parameters of the selected templates. */
  readonly parameters: readonly ColumnRef[];
  readonly onChange: (choice: ChartChoice) => void;
}

const KINDS: Readonly<Record<ChartKind, { readonly label: string; readonly description?: string }>> = {
  areas: { label: 'Areas', description: 'Stacked where values add up, else lines' },
  lines: { label: 'Lines' },
  bars: { label: 'Bars' },
  histogram: { label: 'Histogram', description: 'Rows by number' },
  top: { label: 'Top values', description: 'A bar for each value: its rows, or a statistic of a number' },
};
const BUCKETS = [1, 5, 10, 30, 60, 300, 900, 3600, 21_600, 86_400];

/** The choices of a chart in one row: value, statistic, width of buckets, split, kind and axis. */
export function ChartMenus({ choice, columns, parameters, onChange }: ChartMenusProps): ReactNode {
  const { value, statistic, kind, bucketSeconds, isLog } = choice;
  const change = (part: Partial<ChartChoice>): void => onChange(fitChart({ ...choice, ...part }));
  const isOverTime = kind !== 'histogram' && kind !== 'top';
  return (
    <>
      <ValueMenu choice={choice} columns={columns} parameters={parameters} onChange={onChange} />
      {isOverTime && (
        <>
          <Choice
            text="as"
            label="Statistic"
            face={STATISTIC_NAMES[statistic]}
            selected={statistic}
            entries={statisticsOf(value).map((id) => ({
              id,
              label: STATISTIC_NAMES[id],
              description: statisticMeaning(id, value),
            }))}
            onAction={(id) =>
              change({ statistic: statisticsOf(value).find((each) => each === id) ?? statistic })
            }
          />
          <Choice
            text="per"
            label="Bucket"
            face={bucketSeconds === 0 ? 'Automatic' : secondsText(bucketSeconds)}
            selected={String(bucketSeconds)}
            entries={[0, ...BUCKETS].map((seconds) => ({
              id: String(seconds),
              label: seconds === 0 ? 'Automatic' : secondsText(seconds),
            }))}
            onAction={(id) => change({ bucketSeconds: Number(id) })}
          />
          <SplitMenu choice={choice} columns={columns} onChange={onChange} />
        </>
      )}
      <Choice
        text="drawn as"
        label="Chart kind"
        face={KINDS[kind].label}
        selected={kind}
        entries={kindsOf(value).map((id) => ({ id, ...KINDS[id] }))}
        onAction={(id) => change({ kind: kindsOf(value).find((each) => each === id) ?? kind })}
      />
      {kind === 'top' ? (
        <MeasureMenus
          {...{ columns, parameters }}
          text="Bars show"
          measure={choice.measure}
          onChange={(measure) => change({ measure })}
        />
      ) : (
        <Choice
          text="axis"
          label="Axis"
          face={isLog ? 'Log' : 'Linear'}
          selected={isLog ? 'log' : 'linear'}
          entries={[
            { id: 'linear', label: 'Linear' },
            { id: 'log', label: 'Log', description: 'Powers of ten; zero has its own place' },
          ]}
          onAction={(id) => change({ isLog: id === 'log' })}
        />
      )}
    </>
  );
}

/** A menu with a label before it. `entries` may be a function if there may be many: a search field then finds each. */
export function Choice(props: {
  /** Shown before the menu. */
  readonly text: string;
  readonly label: string;
  readonly face: string;
  readonly selected: string | undefined;
  readonly entries: readonly MenuEntry[] | (() => readonly MenuEntry[]);
  readonly onAction: (id: string) => void;
}): ReactNode {
  const { text, label, face, entries, ...menu } = props;
  const button = {
    ...menu,
    label: `${label}: ${face}`,
    face: <VisibleText text={face} />,
    look: 'subtle',
    placement: 'bottom start',
  } as const;
  return (
    <Labelled text={text}>
      {typeof entries === 'function' ? (
        <SearchMenu {...button} entries={entries} />
      ) : (
        <Menu {...button} entries={entries} />
      )}
    </Labelled>
  );
}

function ValueMenu({ choice, columns, parameters, onChange }: ChartMenusProps): ReactNode {
  const { value } = choice;
  const choose = (next: ChartValue, isNumeric: boolean): void => {
    const shown = next.kind === 'property' && !isNumeric ? 'top' : 'areas';
    const isSpecial = choice.kind === 'histogram' || choice.kind === 'top';
    const kind = shown === 'top' || isSpecial ? shown : choice.kind;
    onChange(fitChart({ ...choice, value: next, statistic: firstStatistic(next, isNumeric), kind }));
  };
  return (
    <>
      <Choice
        text="Show"
        label="Value"
        face={value.kind === 'duration' ? 'Time between' : valueName(value)}
        selected={value.kind === 'property' ? columnId(value) : value.kind}
        entries={() => [
          { id: 'rows', label: 'Rows' },
          {
            id: 'bytes',
            label: 'Stored size',
            description: 'As the service counts it, for the columns read',
          },
          { id: 'duration', label: 'Time between', description: 'From one time of a row to another' },
          ...parameters.map(parameterEntry),
          ...numberEntries(columns.all),
        ]}
        onAction={(id) => {
          const ref = columnOfId(id);
          if (ref !== undefined) choose({ kind: 'property', ...ref }, isQuantity(ref, columns));
          else if (id === 'bytes') choose({ kind: 'bytes' }, true);
          else if (id === 'duration') choose(firstDuration(columns), true);
          else choose({ kind: 'rows' }, true);
        }}
      />
      {value.kind === 'duration' &&
        (['from', 'to'] as const).map((end) => (
          <InstantMenu
            key={end}
            end={end}
            source={value[end]}
            columns={columns}
            onChange={(source) => onChange({ ...choice, value: { ...value, [end]: source } })}
          />
        ))}
    </>
  );
}

function isInstant({ types }: ColumnSummary): boolean {
  return types.includes('Edm.DateTime');
}

/** The first duration to suggest is how long rows take to arrive, because it is what people ask first. */
function firstDuration(columns: ColumnSet): ChartValue {
  const first = columns.all.find(isInstant);
  return {
    kind: 'duration',
    from: first === undefined ? { kind: 'event' } : { kind: 'property', name: first.name },
    to: { kind: 'arrival' },
  };
}

const INSTANT_NAMES = { key: 'Time in the key', event: 'Event time', arrival: 'Timestamp' } as const;

function InstantMenu(props: {
  readonly end: 'from' | 'to';
  readonly source: InstantSource;
  readonly columns: ColumnSet;
  readonly onChange: (source: InstantSource) => void;
}): ReactNode {
  const { source, columns, onChange } = props;
  return (
    <Choice
      text={props.end}
      label={capital(props.end)}
      face={source.kind === 'property' ? source.name : INSTANT_NAMES[source.kind]}
      selected={source.kind === 'property' ? columnId(source) : source.kind}
      entries={() => [
        { id: 'key', label: INSTANT_NAMES.key },
        { id: 'event', label: INSTANT_NAMES.event, description: 'The best known time of the row' },
        { id: 'arrival', label: INSTANT_NAMES.arrival, description: 'When the service stored the row' },
        ...columns.all.filter(isInstant).map(propertyEntry),
      ]}
      onAction={(id) => {
        const name = propertyOfId(id);
        if (name !== undefined) onChange({ kind: 'property', name });
        else onChange({ kind: id === 'key' || id === 'arrival' ? id : 'event' });
      }}
    />
  );
}

function SplitMenu({ choice, columns, onChange }: Omit<ChartMenusProps, 'parameters'>): ReactNode {
  const { split } = choice;
  const fixed: readonly RowGrouping[] = [{ by: 'prefix' }, { by: 'partition' }, { by: 'identity' }];
  return (
    <Choice
      text="split by"
      label="Split"
      face={splitName(split)}
      selected={split === undefined ? 'total' : split.by === 'property' ? columnId(split) : split.by}
      entries={() => [
        { id: 'total', label: splitName(undefined) },
        ...fixed.map((each) => ({ id: each.by, label: splitName(each) })),
        ...columns.all.map(propertyEntry),
      ]}
      onAction={(id) => {
        const name = propertyOfId(id);
        const next: RowGrouping | undefined =
          name === undefined ? fixed.find(({ by }) => by === id) : { by: 'property', name };
        onChange({ ...choice, split: next, hidden: [] });
      }}
    />
  );
}
