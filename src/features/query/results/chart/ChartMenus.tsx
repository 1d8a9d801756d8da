import {
  ChartArea,
  ChartColumn,
  ChartLine,
  ChartNoAxesColumn,
  Layers,
  ListOrdered,
  MoveVertical,
  Sigma,
  Timer,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { ChartValue, InstantSource } from '../../../../core/entities/chart/chartTypes.ts';
import type { RowGrouping } from '../../../../core/keyspace/map/grouping.ts';
import type { ColumnProfile } from '../../../../core/rows/columnProfile.ts';
import { secondsText } from '../../../../core/words.ts';
import type { ChartChoice, ChartKind } from '../../../../state/run/chartChoice.ts';
import { Menu, type MenuEntry } from '../../../../ui/controls/Menu.tsx';
import { VisibleText } from '../../../../ui/text/VisibleText.tsx';
import css from './chart.module.css';
import { splitName, STATISTIC_NAMES, statisticMeaning, valueName } from './chartWords.ts';
import { firstStatistic, fitChart, kindsOf, statisticsOf } from './fitChart.ts';

export interface ChartMenusProps {
  readonly choice: ChartChoice;
  readonly profiles: readonly ColumnProfile[];
  readonly onChange: (choice: ChartChoice) => void;
}

const KIND_NAMES: Readonly<Record<ChartKind, string>> = {
  areas: 'Areas',
  lines: 'Lines',
  bars: 'Bars',
  histogram: 'Histogram',
  top: 'Top values',
};
const KIND_WORDS: Partial<Readonly<Record<ChartKind, string>>> = {
  areas: 'Stacked where values add up, else lines',
  histogram: 'Rows by number',
  top: 'The most frequent values',
};
const KIND_ICONS: Readonly<Record<ChartKind, ReactNode>> = {
  areas: <ChartArea />,
  lines: <ChartLine />,
  bars: <ChartColumn />,
  histogram: <ChartNoAxesColumn />,
  top: <ListOrdered />,
};
const BUCKETS = [1, 5, 10, 30, 60, 300, 900, 3600, 21_600, 86_400];
const NUMBER_TYPES = new Set(['Edm.Int32', 'Edm.Int64', 'Edm.Double']);
const PROPERTY = 'property:';

function isNumber({ types }: ColumnProfile): boolean {
  return types.some(({ type }) => NUMBER_TYPES.has(type));
}

/** What a chart shows, in one row: value, statistic, width of buckets, split, kind and axis. */
export function ChartMenus({ choice, profiles, onChange }: ChartMenusProps): ReactNode {
  const { value, statistic, kind, bucketSeconds, isLog } = choice;
  const change = (part: Partial<ChartChoice>): void => onChange(fitChart({ ...choice, ...part }));
  const isOverTime = kind !== 'histogram' && kind !== 'top';
  return (
    <>
      <ValueMenu choice={choice} profiles={profiles} onChange={onChange} />
      {isOverTime && (
        <>
          <Choice
            label="Statistic"
            face={STATISTIC_NAMES[statistic]}
            icon={value.kind === 'rows' && statistic === 'count' ? <Sigma /> : undefined}
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
            label="Bucket"
            face={bucketSeconds === 0 ? 'Automatic' : secondsText(bucketSeconds)}
            icon={bucketSeconds === 0 ? <Timer /> : undefined}
            selected={String(bucketSeconds)}
            entries={[0, ...BUCKETS].map((seconds) => ({
              id: String(seconds),
              label: seconds === 0 ? 'Automatic' : secondsText(seconds),
            }))}
            onAction={(id) => change({ bucketSeconds: Number(id) })}
          />
          <SplitMenu choice={choice} profiles={profiles} onChange={onChange} />
        </>
      )}
      <Choice
        label="Chart kind"
        face={KIND_NAMES[kind]}
        icon={KIND_ICONS[kind]}
        selected={kind}
        entries={kindsOf(value).map((id) => ({
          id,
          label: KIND_NAMES[id],
          description: KIND_WORDS[id],
        }))}
        onAction={(id) => change({ kind: kindsOf(value).find((each) => each === id) ?? kind })}
      />
      {kind !== 'top' && (
        <Choice
          label="Axis"
          face={isLog ? 'Log' : 'Linear'}
          icon={isLog ? undefined : <MoveVertical />}
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

function Choice(props: {
  readonly label: string;
  readonly face: string;
  /** Instead of the face, which is its tooltip then: a default needs no word. */
  readonly icon?: ReactNode;
  readonly selected: string;
  readonly entries: readonly MenuEntry[];
  readonly onAction: (id: string) => void;
}): ReactNode {
  const { label, face, icon } = props;
  return (
    <Menu
      label={`${label}: ${face}`}
      face={
        icon === undefined ? (
          <VisibleText text={face} />
        ) : (
          <span className={css.icon} title={`${label}: ${face}`}>
            {icon}
          </span>
        )
      }
      look="subtle"
      placement="bottom start"
      entries={props.entries}
      selected={props.selected}
      onAction={props.onAction}
    />
  );
}

function ValueMenu({ choice, profiles, onChange }: ChartMenusProps): ReactNode {
  const { value } = choice;
  const numbers = profiles.filter(isNumber);
  const others = profiles.filter((profile) => !isNumber(profile));
  const choose = (next: ChartValue, isNumeric: boolean): void => {
    const shown = next.kind === 'property' && !isNumeric ? 'top' : 'areas';
    const isSpecial = choice.kind === 'histogram' || choice.kind === 'top';
    const kind = shown === 'top' || isSpecial ? shown : choice.kind;
    onChange(fitChart({ ...choice, value: next, statistic: firstStatistic(next, isNumeric), kind }));
  };
  const typesOf = ({ types }: ColumnProfile): string =>
    types.map(({ type }) => type.replace('Edm.', '')).join(', ');
  return (
    <>
      <Choice
        label="Value"
        face={value.kind === 'duration' ? 'Time between' : valueName(value)}
        selected={value.kind === 'property' ? PROPERTY + value.name : value.kind}
        entries={[
          { id: 'rows', label: 'Rows' },
          {
            id: 'bytes',
            label: 'Stored size',
            description: 'As the service counts it, for the columns read',
          },
          { id: 'duration', label: 'Time between', description: 'From one time of a row to another' },
          ...[...numbers, ...others].map((profile) => ({
            id: PROPERTY + profile.name,
            label: profile.name,
            description: typesOf(profile),
          })),
        ]}
        onAction={(id) => {
          const profile = profiles.find(({ name }) => PROPERTY + name === id);
          if (profile !== undefined) choose({ kind: 'property', name: profile.name }, isNumber(profile));
          else if (id === 'bytes') choose({ kind: 'bytes' }, true);
          else if (id === 'duration') choose(firstDuration(profiles), true);
          else choose({ kind: 'rows' }, true);
        }}
      />
      {value.kind === 'duration' && (
        <>
          <InstantMenu
            label="From"
            source={value.from}
            profiles={profiles}
            onChange={(from) => onChange({ ...choice, value: { ...value, from } })}
          />
          <InstantMenu
            label="To"
            source={value.to}
            profiles={profiles}
            onChange={(to) => onChange({ ...choice, value: { ...value, to } })}
          />
        </>
      )}
    </>
  );
}

function instantColumns(profiles: readonly ColumnProfile[]): readonly ColumnProfile[] {
  return profiles.filter(({ types }) => types.some(({ type }) => type === 'Edm.DateTime'));
}

/** How long rows take to arrive: the first thing that one asks. */
function firstDuration(profiles: readonly ColumnProfile[]): ChartValue {
  const [first] = instantColumns(profiles);
  return {
    kind: 'duration',
    from: first === undefined ? { kind: 'event' } : { kind: 'property', name: first.name },
    to: { kind: 'arrival' },
  };
}

const INSTANT_NAMES = { key: 'Time in the key', event: 'Event time', arrival: 'Timestamp' } as const;

function InstantMenu(props: {
  readonly label: string;
  readonly source: InstantSource;
  readonly profiles: readonly ColumnProfile[];
  readonly onChange: (source: InstantSource) => void;
}): ReactNode {
  const { source, onChange } = props;
  const columns = instantColumns(props.profiles);
  return (
    <Choice
      label={props.label}
      face={source.kind === 'property' ? source.name : INSTANT_NAMES[source.kind]}
      selected={source.kind === 'property' ? PROPERTY + source.name : source.kind}
      entries={[
        { id: 'key', label: INSTANT_NAMES.key },
        { id: 'event', label: INSTANT_NAMES.event, description: 'The best known time of the row' },
        { id: 'arrival', label: INSTANT_NAMES.arrival, description: 'When the service stored the row' },
        ...columns.map(({ name }) => ({ id: PROPERTY + name, label: name })),
      ]}
      onAction={(id) => {
        const column = columns.find(({ name }) => PROPERTY + name === id);
        if (column !== undefined) onChange({ kind: 'property', name: column.name });
        else onChange({ kind: id === 'key' || id === 'arrival' ? id : 'event' });
      }}
    />
  );
}

function SplitMenu({ choice, profiles, onChange }: ChartMenusProps): ReactNode {
  const { split } = choice;
  const fixed: readonly RowGrouping[] = [{ by: 'prefix' }, { by: 'partition' }, { by: 'identity' }];
  return (
    <Choice
      label="Split"
      face={splitName(split)}
      icon={split === undefined ? <Layers /> : undefined}
      selected={split === undefined ? 'total' : split.by === 'property' ? PROPERTY + split.name : split.by}
      entries={[
        { id: 'total', label: splitName(undefined) },
        ...fixed.map((each) => ({ id: each.by, label: splitName(each) })),
        ...profiles.map(({ name }) => ({ id: PROPERTY + name, label: splitName({ by: 'property', name }) })),
      ]}
      onAction={(id) => {
        const profile = profiles.find(({ name }) => PROPERTY + name === id);
        const next: RowGrouping | undefined =
          profile === undefined ? fixed.find(({ by }) => by === id) : { by: 'property', name: profile.name };
        onChange({ ...choice, split: next });
      }}
    />
  );
}
