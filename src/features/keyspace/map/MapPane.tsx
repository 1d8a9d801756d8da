import { type ReactNode, useMemo, useState } from 'react';
import type { Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import { clampTicks, TICKS_PER_SECOND, ticksFromUnixMs, ticksToIso } from '../../../core/time/ticks.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { useServices, useStore } from '../../shared/services.tsx';
import { useActions } from '../../shared/useActions.ts';
import { useZone } from '../../shared/shownTime.ts';
import { windowWords } from '../../shared/windowWords.ts';
import { FindingsBar } from '../../shared/map/FindingsBar.tsx';
import { VisibleText, wordsOf } from '../../../ui/text/VisibleText.tsx';
import css from './keyspace.module.css';
import { aboutWords, gridSummary } from '../../shared/map/keyspaceWords.ts';
import type { MapData } from '../../shared/map/mapData.ts';
import { MapPicture } from './MapPicture.tsx';
import { SaveMenu } from './SaveMenu.tsx';
import { useMapLook } from './useMapLook.ts';
import { cellsOfFinding, cellsOfSection } from '../../shared/map/zoomView.ts';
import type { MapSection, KeyspaceLook } from '../../../state/keyspace/keyspaceStore.ts';
import { useDiagnosis } from '../../shared/map/useDiagnosis.ts';
import { Slider } from '../../../ui/controls/Slider.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { CellLegend, ScaleSwitch } from '../../../ui/cellmap/CellLegend.tsx';

/** Longer labels may have levels. Labels of a design have none. */
const SHORT_LABEL = 10;
/** In a longer time span, fractions of a second do not matter. */
const LONG_TICKS = 60n * TICKS_PER_SECOND;
const isLong = (label: string): boolean => label.length > SHORT_LABEL;

const NONE: readonly Finding[] = [];

export interface MapPaneProps {
  readonly data: MapData;
  /** Shows which rows are selected, if the source has rows. */
  readonly selected?: ReactNode;
  /** What the source itself found; shown next to the findings. */
  readonly found?: ReactNode;
  /** The control that chooses how rows are grouped, if there is a choice. */
  readonly rows?: ReactNode;
  /** Further actions for the source, such as querying the visible part or closing it. */
  readonly query?: ReactNode;
  /** The name of the map, if several are shown. */
  readonly name?: string;
  /** Shown below the map, with the same time axis. */
  readonly strip?: ReactNode;
}

/** What the map is about, the findings and tools, the map or its table, and the details of what is chosen. */
export function MapPane({
  data: all,
  selected,
  found,
  rows,
  query: asks,
  name,
  strip,
}: MapPaneProps): ReactNode {
  const { keyspace } = useServices();
  const look = useStore(keyspace);
  const zone = useZone();
  const data = useMemo(() => drawnData(all), [all]);
  const { grid, labels } = data;
  const [asTable, setAsTable] = useState(false);
  const mapLook = useMapLook(data, look);
  const { sums, isElsewhere } = mapLook;
  const { diagnosed, findings, lit, setLit, highlights } = useFindings(all);
  const selection = look.selection && cellsOfSection(grid, look.selection);
  const { completeness, rowName = 'Prefix', hasSharedRow } = data;
  const summary = gridSummary(grid, labels, sums, completeness, {
    rowName,
    timeZone: zone.timeZone,
    hasSharedRow,
    findings: findings.map(({ title }) => title),
  });
  return (
    <div className={css.pane}>
      <About
        data={data}
        isElsewhere={isElsewhere}
        asTable={asTable}
        onAsTable={setAsTable}
        subject={name === undefined && <Subject data={data} />}
        asks={asks}
      >
        <FindingsBar
          of={name}
          diagnosed={diagnosed}
          isOver
          lit={lit}
          onChoose={(finding) => setLit(finding === lit ? undefined : finding)}
        />
        {found}
        {selected}
      </About>
      <MapTools
        data={data}
        look={look}
        mapLook={mapLook}
        hasLevels={name === undefined && labels.some(isLong)}
        rows={rows}
      />
      <MapPicture
        data={data}
        look={look}
        mapLook={mapLook}
        asTable={asTable}
        summary={summary}
        highlights={highlights}
        selection={selection}
        findings={findings}
        lit={lit}
        onLight={setLit}
      />
      {data.note !== undefined && data.note !== '' && <p className={css.note}>{wordsOf(data.note)}</p>}
      {strip}
    </div>
  );
}

/**
 * The map with the counts of the selected rows. If these could not be counted, all rows are drawn as left out. Findings are always about
 * all rows.
 */
function drawnData(data: MapData): MapData {
  const { grid, shown = grid } = data;
  return typeof shown === 'string'
    ? { ...data, grid: { ...grid, counts: new Uint32Array(grid.counts.length), all: grid.counts } }
    : { ...data, grid: shown };
}

/** What the rows are from: the table, the time, and how its keys are read. */
function Subject({ data }: { readonly data: MapData }): ReactNode {
  const { title, schemeTitle, whole } = data;
  const { nowMs } = useServices();
  const zone = useZone();
  // For a time of minutes to years, the name uses whole seconds, rounded outwards.
  const unit = whole.to - whole.from > LONG_TICKS ? TICKS_PER_SECOND : 1n;
  const from = clampTicks(whole.from - (whole.from % unit));
  const to = clampTicks(whole.to + ((unit - (whole.to % unit)) % unit));
  const range = { from: ticksToIso(from), to: ticksToIso(to) };
  const words = windowWords(range, ticksFromUnixMs(nowMs()), zone);
  return (
    <p className={css.subject}>
      <b>
        <VisibleText text={title} />
      </b>
      <span>
        {words?.times} <span className="third">{words?.detail}</span>
      </span>
      {schemeTitle !== undefined && <span className="third">{schemeTitle}</span>}
    </p>
  );
}

/** What the map is about, whether it is complete, what was found, and what can be done with it. */
function About(props: {
  readonly data: MapData;
  readonly isElsewhere: boolean;
  readonly asTable: boolean;
  readonly onAsTable: (asTable: boolean) => void;
  readonly subject: ReactNode;
  readonly asks: ReactNode;
  /** The findings. */
  readonly children: ReactNode;
}): ReactNode {
  const { data, isElsewhere, asTable, onAsTable, subject } = props;
  useActions([
    {
      id: 'map.table',
      group: 'Map',
      title: asTable ? 'Show the map' : 'Show the map as a table',
      run: () => onAsTable(!asTable),
    },
  ]);
  return (
    <div className={css.about}>
      {subject}
      <output className={css.completeness} aria-label="Map completeness">
        {isElsewhere && 'This map lacks the time or rows that the address zooms to, so it shows everything. '}
        {aboutWords({ ...data, note: '' })}
      </output>
      <div className={css.told}>
        {props.children}
        <div className={css.asks}>
          {props.asks}
          <Button look="subtle" size="small" isPressed={asTable} onPress={() => onAsTable(!asTable)}>
            {asTable ? 'Show as map' : 'Show as table'}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Whether some cells of a finding are outside a part of the map. */
function liesOutside({ cells }: Finding, part: MapSection): boolean {
  return cells.some(
    ({ rows, from, to }) =>
      from < part.from || to > part.to || (rows ?? []).some((row) => row < part.rowFrom || row >= part.rowTo),
  );
}

/** The findings, and the cells of the pressed one. Pressing a finding brings its cells into view. */
function useFindings(data: MapData) {
  const { grid } = data;
  const { keyspace } = useServices();
  const diagnosed = useDiagnosis(data);
  const findings = typeof diagnosed.findings === 'string' ? NONE : diagnosed.findings;
  const [chosen, setLit] = useState<Finding>();
  // When findings are computed again they are new objects, so the pressed one is recognized by its kind and place.
  const lit = chosen && (findings.find((each) => each === chosen || isSame(each, chosen)) ?? chosen);
  const onLight = (finding: Finding | undefined) => {
    setLit(finding);
    const { zoom } = keyspace.get();
    if (finding !== undefined && zoom !== undefined && liesOutside(finding, zoom))
      keyspace.zoomTo(undefined, true);
  };
  const highlights = useMemo(
    () => (lit === undefined ? [] : lit.cells.flatMap((cells) => cellsOfFinding(grid, cells))),
    [lit, grid],
  );
  return { diagnosed, findings, lit, setLit: onLight, highlights };
}

function isSame(a: Finding, b: Finding): boolean {
  const [cells] = a.cells;
  const [others] = b.cells;
  return a.title === b.title && cells?.from === others?.from && cells?.rows?.[0] === others?.rows?.[0];
}

/** Controls for colours and levels, and the buttons for zooming out. */
function MapTools(props: {
  readonly data: MapData;
  readonly look: KeyspaceLook;
  readonly mapLook: ReturnType<typeof useMapLook>;
  /** Whether labels are long enough to be split into levels. */
  readonly hasLevels: boolean;
  /** The control that chooses what a row of the map is. */
  readonly rows: ReactNode;
}): ReactNode {
  const { keyspace } = useServices();
  const { data, look, mapLook } = props;
  return (
    <div className={css.tools}>
      <ScaleSwitch basis={look.basis} onBasis={(basis) => keyspace.change({ basis })} />
      <Slider
        label="Brightness"
        min={-6}
        max={6}
        step={0.1}
        value={look.brightness}
        onChange={(brightness) => keyspace.change({ brightness: Math.round(brightness * 10) / 10 })}
      />
      <CellLegend scale={mapLook.scale} grid={data.grid} max={mapLook.max} />
      <span className={css.gap} />
      {props.rows}
      {props.hasLevels && (
        <div className={css.separator}>
          <TextField
            label="Labels are split at"
            mono
            value={look.separator}
            onChange={(separator) => keyspace.change({ separator })}
          />
        </div>
      )}
      <div className={css.asks}>
        <Button size="small" isDisabled={!keyspace.canGoBack()} onPress={keyspace.back} shortcut="Backspace">
          Back
        </Button>
        <Button
          size="small"
          isDisabled={look.zoom === undefined}
          onPress={() => keyspace.zoomTo(undefined, true)}
          shortcut="R"
        >
          Show all
        </Button>
        <SaveMenu data={data} look={look} mapLook={mapLook} />
      </div>
    </div>
  );
}
