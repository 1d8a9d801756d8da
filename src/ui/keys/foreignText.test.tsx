import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { COUNTED, emptyGrid } from '../../core/keyspace/map/cellGrid.ts';
import { heatScale } from '../../core/keyspace/map/heatScale.ts';
import { describe, expect, it } from 'vitest';
import { FieldFault } from '../controls/FieldFrame.tsx';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { Notice } from '../feedback/Notice.tsx';
import { PrefixStrip } from '../feedback/PrefixStrip.tsx';
import { StatusLine } from '../feedback/StatusLine.tsx';
import { GridHeader } from '../grid/GridHeader.tsx';
import { GridRow } from '../grid/DataGrid.tsx';
import { CellFacts } from '../cellmap/CellFacts.tsx';
import { MapReadout } from '../cellmap/MapReadout.tsx';
import { cellFacts, cellLines } from '../cellmap/cellWords.ts';
import { oneCell } from '../cellmap/mapGeometry.ts';
import { LabelLevels } from '../cellmap/MapMarks.tsx';
import { KeyAnatomy } from './KeyAnatomy.tsx';
import { KeyAnatomyBlocks } from './KeyAnatomyBlocks.tsx';
import { SegmentCard } from './InteractiveKey.tsx';
import { ValueText } from './ValueText.tsx';
import { Lines, NameText, VisibleText, Words } from '../text/VisibleText.tsx';

/** Text that a stranger could put into a row, a name, an address or an answer. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ['zero-width characters', '\u200b'.repeat(100_000)],
  ['bidi controls between letters', 'a\u202e'.repeat(50_000)],
  ['different unseen characters', '\u200b\u202e\u2066\u0000\ufeff'.repeat(20_000)],
  ['combining marks', '\u0301'.repeat(100_000)],
  ['letters', 'x'.repeat(100_000)],
  ['lines', 'x\n'.repeat(50_000)],
  ['spaces', ' '.repeat(100_000)],
];

const SCALE = heatScale({ basis: 'max', max: 1, bucketTicks: 600_000_000n });
const GRID = emptyGrid({ rowCount: 1, columnCount: 1, from: 0n, bucketTicks: 600_000_000n }, COUNTED);
const BOX = { left: 0, top: 0, width: 400, height: 200 };

/** Every component that shows text from outside. */
const CELL = oneCell({ row: 0, column: 0 });

function places(text: string): Readonly<Record<string, ReactElement>> {
  const segments = [
    { kind: 'prefix', text, label: text, value: text },
    { kind: 'date', text, label: 'time' },
  ] as const;
  const column = { id: 'a', title: text, note: text, width: 100 };
  return {
    VisibleText: <VisibleText text={text} />,
    Words: <Words text={text} />,
    Lines: <Lines text={text} />,
    ValueText: <ValueText text={text} />,
    KeyAnatomy: <KeyAnatomy segments={segments} />,
    'KeyAnatomy, interactive': <KeyAnatomy segments={segments} label={text} interactive />,
    KeyAnatomyBlocks: <KeyAnatomyBlocks segments={segments} label="key" />,
    SegmentCard: <SegmentCard segment={segments[0]} worth={undefined} left={0} top={0} />,
    Notice: (
      <Notice tone="error" title={text} nextStep={text}>
        {text}
      </Notice>
    ),
    EmptyState: <EmptyState title={text}>{text}</EmptyState>,
    StatusLine: (
      <StatusLine
        state="complete"
        isPast={false}
        claim={text}
        sentences={[text]}
        card={{ label: 'Proof', isOpen: false, onOpenChange: () => undefined, children: undefined }}
        facts={[{ label: 'a', value: text }]}
        steps={undefined}
        actions={undefined}
      />
    ),
    PrefixStrip: <PrefixStrip isPast={false} cells={[{ label: text, state: 'done', detail: text }]} />,
    FieldFault: (
      <FieldFault error={{ message: text, nextStep: text, from: 5, to: text.length - 5 }} text={text} />
    ),
    GridHeader: (
      <GridHeader
        gridId="g"
        columns={[column]}
        widths={[100]}
        growing={0}
        sort={[]}
        cursorColumn={undefined}
        acts={{ current: { resize: () => undefined } }}
        pinned={0}
        drawn={{ from: 0, to: 1 }}
      />
    ),
    GridRow: (
      <GridRow
        gridId="g"
        row={0}
        element={0}
        top={0}
        columns={[column]}
        widths={[100]}
        growing={0}
        isSelected={false}
        rangeFrom={0}
        rangeTo={0}
        pinned={0}
        drawn={{ from: 0, to: 1 }}
        cursorColumn={undefined}
        label={text}
        renderCell={() => text}
        content={text}
      />
    ),
    CellFacts: (
      <CellFacts
        label="Chosen cell"
        facts={cellLines(cellFacts(GRID, [text], CELL, SCALE), 'Prefix', undefined)}
        link={undefined}
      >
        Select
      </CellFacts>
    ),
    MapReadout: (
      <MapReadout
        facts={cellFacts(GRID, [text], CELL, SCALE)}
        rowName="Prefix"
        timeZone={undefined}
        hint=""
      />
    ),
    NameText: <NameText text={text} />,
    LabelLevels: (
      <LabelLevels
        box={BOX}
        labels={[text, 'b']}
        separator="___"
        clock={undefined}
        rows={{ from: 0, to: 2 }}
      />
    ),
  };
}

describe.each(HOSTILE)('a text of 100,000 %s', (_what, text) => {
  it.each(Object.entries(places(text)))('makes %s draw few elements and few characters', (_name, element) => {
    const html = renderToStaticMarkup(element);
    expect(html.match(/<[a-z]/g)?.length ?? 0).toBeLessThan(200);
    expect(html.length).toBeLessThan(60_000);
    expect(html.length).toBeGreaterThan(0);
  });
});
