import { Filter, FilterX, ChevronDown, ChevronUp } from 'lucide-react';
import { LONGEST_KEY } from '../../../../core/keys/base/entityKey.ts';
import { type ReactNode, useEffect, useState } from 'react';
import type { Entity } from '../../../../core/entities/entity.ts';
import type { RowInstant } from '../../../../core/entities/order/timeColumn.ts';
import { keyAnatomy } from '../../../../core/keys/keyAnatomy.ts';
import type { KeyReading } from '../../../../core/keys/base/scheme.ts';
import { schemeById } from '../../../../core/keys/schemeRegistry.ts';
import { formatInstant } from '../../../../core/time/formatInstant.ts';
import { distanceText } from '../../../../core/time/durationText.ts';
import { ticksFromParts, ticksFromUnixMs } from '../../../../core/time/ticks.ts';
import type { RowFilter } from '../../../../core/rows/rowQuery.ts';
import { decodeUtf8 } from '../../../../core/entities/bytes/utf8.ts';
import { type CellFormat, formatCell, type FormattedCell } from '../../../../core/rows/cellFormats.ts';
import { keyInstant } from '../../../../core/rows/keyInstant.ts';
import { columnOfRef } from './rowColumns.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { CopyButton } from '../../../../ui/controls/CopyButton.tsx';
import { IconButton } from '../../../../ui/controls/IconButton.tsx';
import { formatCount } from '../../../../ui/format.ts';
import { InstantText } from '../../../../ui/keys/InstantText.tsx';
import { KeyAnatomy } from '../../../../ui/keys/KeyAnatomy.tsx';
import { KeyAnatomyBlocks } from '../../../../ui/keys/KeyAnatomyBlocks.tsx';
import { NameText, wordsOf } from '../../../../ui/text/VisibleText.tsx';
import { useServices, useStore, useSession } from '../../../shared/services.tsx';
import { useNow } from '../../../shared/shownTime.ts';
import { cellFilter } from '../../../shared/selection/filterWords.ts';
import {
  keyProperties,
  compareEntities,
  entityFilter,
  entityJsonText,
  entityUrl,
} from '../../../../core/rows/entityText.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import type { RowView } from './RowCell.tsx';
import type { RowList } from './useRowList.ts';
import css from './rows.module.css';
import { ValueText } from '../../../../ui/keys/ValueText.tsx';
import { LINE_BOUNDS } from '../../../../ui/text/textParts.ts';

/** How many properties are shown at first and added with each press: as many as an entity in Azure can have (252). */
const SHOWN_PROPERTIES = 252;

/** A whole entity, without loss: keys and every property with its type, then both keys in their parts. */
export function EntityInspector(props: {
  readonly run: RunState;
  readonly list: RowList;
  /** The position of the row; undefined if the list has another order now. */
  readonly position: number | undefined;
  /** Undefined until it has arrived. */
  readonly row: RowView | undefined;
  readonly onGoTo: (position: number) => void;
  readonly formatOf: (columnId: string) => CellFormat;
}): ReactNode {
  const { run, list } = props;
  const { row, time, queryIndex } = props.row ?? {};
  const { schemeId } = run.plan.request;
  const [kept, setKept] = useState<Entity>();
  const { entity: entities } = useServices();
  const [shown, setShown] = useState(SHOWN_PROPERTIES);
  useEffect(() => {
    if (row !== undefined) entities.ask(row);
  }, [row, entities]);
  const { question, answer: entity, fault } = useStore(entities);

  if (row === undefined) return <p className={css.inspectorEmpty}>Loading the row</p>;
  if (fault !== undefined) return <p className={css.inspectorEmpty}>{wordsOf(fault)}</p>;
  // The previous entity stays until the next one arrives, so that the pane does not flicker while the cursor moves.
  if (entity === undefined || question === undefined) return undefined;
  const twice = new Set(entity.properties.filter(({ duplicate }) => duplicate).map(({ name }) => name));
  return (
    <div className={css.inspector}>
      <EntityTools
        entity={entity}
        // A run may read several tables, so the table is that of the row's query.
        table={run.plan.queries.find(({ index }) => index === queryIndex)?.tableName ?? run.form.table}
        onStep={(by) => {
          const to = (props.position ?? -1) + by;
          if (to >= 0 && to < (list.answer?.total ?? 0)) props.onGoTo(to);
        }}
        kept={kept}
        onKeep={setKept}
      />
      {kept !== undefined && <EntityComparison left={kept} right={entity} />}
      {time !== undefined && (
        <EntityTime time={time} rounded={list.rounded} reading={readTime(entity, schemeId)} />
      )}
      <table className={css.properties}>
        <tbody>
          {keyProperties(entity).map((property) => (
            <Property
              key={property.name}
              {...property}
              format={property.type === 'Edm.String' ? 'text' : 'automatic'}
              onFilter={list.addFilter}
            />
          ))}
          {entity.properties.slice(0, shown).map((property, position) => (
            <Property
              // A name may occur twice; the position tells the two apart.
              key={`${position} ${property.name}`}
              {...property}
              isTwice={twice.has(property.name)}
              format={props.formatOf(columnOfRef({ name: property.name }))}
              onFilter={list.addFilter}
            />
          ))}
        </tbody>
      </table>
      {entity.properties.length > shown && (
        <Button look="link" size="small" onPress={() => setShown(shown + SHOWN_PROPERTIES)}>
          {`Show more: ${formatCount(entity.properties.length - shown)} properties follow`}
        </Button>
      )}
      <KeysInParts entity={entity} schemeId={schemeId} />
    </div>
  );
}

/** The reading of the key that holds the time. */
function readTime(entity: Entity, schemeId: string | undefined): KeyReading | undefined {
  const scheme = schemeId === undefined ? undefined : schemeById(schemeId);
  if (Math.max(entity.rowKey.length, entity.partitionKey.length) > LONGEST_KEY) return undefined;
  const row = scheme?.read(entity.rowKey, 'row', {});
  if (row?.ticks !== undefined) return row;
  const partition = scheme?.read(entity.partitionKey, 'partition', {});
  return partition?.ticks === undefined ? undefined : partition;
}

/** How often "ago" is updated. */
const CLOCK_MS = 1000;

const BASIS_WORDS = { event: 'event time', key: 'key time', arrival: 'stored' } as const;

/** The best known time in large type, and below it how long ago that was, the local time, and the time in the key if it differs. */
function EntityTime(props: {
  readonly time: RowInstant;
  readonly rounded: string;
  readonly reading: KeyReading | undefined;
}): ReactNode {
  const { time, reading } = props;
  const nowTicks = ticksFromUnixMs(useNow(CLOCK_MS));
  const ticks = ticksFromParts(time.seconds, time.fraction);
  const keyTicks = reading?.ticks;
  return (
    <div className={css.entityTime}>
      <InstantText instant={ticks} size="large" />
      <span className="third">
        {BASIS_WORDS[time.basis]}
        {time.basis === 'key' && props.rounded}, {distanceText(ticks, nowTicks)}
      </span>
      <LocalTime ticks={ticks} />
      {keyTicks !== undefined && keyTicks !== ticks && (
        <span className="third">
          key <InstantText instant={keyTicks} />
        </span>
      )}
    </div>
  );
}

/** The local time, if it differs from UTC. */
function LocalTime({ ticks }: { readonly ticks: bigint }): ReactNode {
  const { localZone } = useServices();
  const local = formatInstant(ticks, localZone);
  if (/^(?:Z|[+-]00:00)$/.test(local.zone)) return undefined;
  return (
    <span className="third">
      local <InstantText instant={local} />
    </span>
  );
}

/** A value in the format of its column. */
function FormattedLines({ formatted }: { readonly formatted: FormattedCell }): ReactNode {
  if (formatted.kind === 'instant') return <InstantLines instant={formatted} />;
  return (
    <div className="breaks small mono">
      <ValueText text={formatted.text} />
      {formatted.kind === 'text' && formatted.note !== undefined && (
        <span className="third"> ({formatted.note})</span>
      )}
    </div>
  );
}

/** An instant in UTC, in local time, and how long ago it was. */
function InstantLines(props: { readonly instant: Extract<FormattedCell, { kind: 'instant' }> }): ReactNode {
  const { instant } = props;
  const nowTicks = ticksFromUnixMs(useNow(CLOCK_MS));
  return (
    <div className="grid third small">
      <InstantText instant={instant.ticks} />
      <LocalTime ticks={instant.ticks} />
      <span>
        {distanceText(instant.ticks, nowTicks)}
        {instant.isGuess && ', a guess: the value looks like a time'}
      </span>
    </div>
  );
}

function KeysInParts(props: { readonly entity: Entity; readonly schemeId: string | undefined }): ReactNode {
  const { entity, schemeId } = props;
  return (
    <details className={css.keyParts}>
      <summary>Keys in parts</summary>
      {(['partition', 'row'] as const).map((part) => {
        const [label, text] =
          part === 'row' ? ['RowKey', entity.rowKey] : ['PartitionKey', entity.partitionKey];
        const segments = keyAnatomy(schemeId, part, text);
        const instant = keyInstant(schemeId, part, text);
        return (
          <section key={part} aria-label={label}>
            <h3>{label}</h3>
            <KeyAnatomyBlocks segments={segments} label={`${label} in parts`} />
            <KeyAnatomy segments={segments} label={label} wrap />
            {instant !== undefined && <InstantLines instant={instant} />}
          </section>
        );
      })}
    </details>
  );
}

/** A property as a row of a table. */
export function Property(props: {
  readonly name: string;
  readonly type: string;
  readonly text: string;
  /** A property with the same name is above. */
  readonly duplicate?: boolean;
  /** The name occurs twice in the entity, so the only possible filter is for that. */
  readonly isTwice?: boolean;
  /** The format of the property's column in the list. */
  readonly format: CellFormat;
  /** Keeps the rows that have this value, or those that do not. */
  readonly onFilter?: (filter: RowFilter) => void;
}): ReactNode {
  const { name, type, text, duplicate: isAgain = false, onFilter } = props;
  const cell = props.isTwice === true ? 'twice' : { type, text };
  const formatted = formatCell({ type, text }, props.format, decodeUtf8);
  return (
    <tr>
      <th scope="row">
        <NameText text={name} />
        {isAgain && <span className="third"> (again)</span>}
      </th>
      <td>
        <span className="breaks small mono">
          {type === 'Edm.DateTime' ? wordsOf(text, LINE_BOUNDS) : <ValueText text={text} />}
        </span>{' '}
        <span className="third">{wordsOf(type.replace(/^Edm\./, ''))}</span>
        {formatted !== undefined && <FormattedLines formatted={formatted} />}
      </td>
      <td className="nowrap">
        {onFilter !== undefined && !isAgain && (
          <>
            <IconButton
              size="small"
              label={`Filter to this value of ${name}`}
              icon={<Filter />}
              onPress={() => onFilter(cellFilter({ name }, cell, false))}
            />
            <IconButton
              size="small"
              label={`Exclude this value of ${name}`}
              icon={<FilterX />}
              onPress={() => onFilter(cellFilter({ name }, cell, true))}
            />
          </>
        )}
        <CopyButton label={`Copy ${name}`} text={text} size="small" />
      </td>
    </tr>
  );
}

/** The tools above an entity: to the neighbours in the list, to copy it, and to compare it with another one. */
function EntityTools(props: {
  readonly entity: Entity;
  readonly table: string;
  readonly onStep: (by: -1 | 1) => void;
  /** The entity that others are compared with; undefined if there is none. */
  readonly kept: Entity | undefined;
  readonly onKeep: (entity: Entity | undefined) => void;
}): ReactNode {
  const { entity, table, onStep, kept, onKeep } = props;
  const endpoint = useSession()?.connection.endpoint.url;
  const filter = entityFilter(entity);
  const url = endpoint === undefined ? undefined : entityUrl(endpoint, table, entity);
  return (
    <div className={css.entityTools}>
      <IconButton size="small" label="Previous row" icon={<ChevronUp />} onPress={() => onStep(-1)} />
      <IconButton size="small" label="Next row" icon={<ChevronDown />} onPress={() => onStep(1)} />
      <CopyButton label="Copy as JSON" face="JSON" text={() => entityJsonText(entity)} size="small" />
      {filter !== undefined && <CopyButton label="Copy $filter" face="$filter" text={filter} size="small" />}
      {url !== undefined && <CopyButton label="Copy URL without SAS" face="URL" text={url} size="small" />}
      <Button look="link" size="small" onPress={() => onKeep(kept === undefined ? entity : undefined)}>
        {kept === undefined ? 'Compare' : 'End comparison'}
      </Button>
    </div>
  );
}

/** Two entities side by side. Differences are marked, and equal properties are counted. */
function EntityComparison(props: { readonly left: Entity; readonly right: Entity }): ReactNode {
  const all = compareEntities(props.left, props.right);
  const different = all.filter(({ isSame }) => !isSame);
  if (props.left === props.right)
    return <p className="third">Choose another row to compare this one with.</p>;
  return (
    <section aria-label="Comparison">
      <p className="third">{`${different.length} of ${all.length} properties differ.`}</p>
      <table className={css.properties}>
        <thead>
          <tr>
            <th scope="col">Property</th>
            <th scope="col">Kept row</th>
            <th scope="col">This row</th>
          </tr>
        </thead>
        <tbody>
          {different.map(({ name, left, right }) => (
            <tr key={name}>
              <th scope="row">
                <NameText text={name} />
              </th>
              <ComparedCell text={left} />
              <ComparedCell text={right} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ComparedCell({ text }: { readonly text: string | undefined }): ReactNode {
  return (
    <td className={css.compared}>
      {text === undefined ? (
        <span className="third">absent</span>
      ) : (
        <mark className={css.match}>
          <span className="breaks small mono">
            <ValueText text={text} />
          </span>
        </mark>
      )}
    </td>
  );
}
