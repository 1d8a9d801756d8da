// For `npm run bench -- map`: script time of the painted map in a page of a real browser.
import { createElement, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Cell, Scatter, ScatterChart, XAxis, YAxis } from 'recharts';
import { type CellGrid, COUNTED, wholeGrid } from '../../src/core/keyspace/map/cellGrid.ts';
import { marginals } from '../../src/core/keyspace/map/marginals.ts';
import { heatScale } from '../../src/core/keyspace/map/heatScale.ts';
import { mapLayout } from '../../src/ui/cellmap/layout.ts';
import { CellCanvas } from '../../src/ui/cellmap/CellCanvas.tsx';
import { type Viewport, wholeViewport } from '../../src/ui/cellmap/viewport.ts';
import { bestQuarter, seeded, timeOf } from './timing.ts';

const SIZE = { width: 1200, height: 700 } as const;
/** Few, because recharts takes almost a second for each. */
const RECHARTS_UPDATES = 5;
const UPDATES = 40;
const WARM_UP = 10;

interface Updates {
  readonly ms: number;
  readonly faults: readonly string[];
}

function gridOf(rowCount: number, columnCount: number, seed: number): CellGrid {
  const random = seeded(seed);
  const counts = Uint32Array.from({ length: rowCount * columnCount }, () => 1 + ((random() >>> 8) % 50));
  const states = new Uint8Array(counts.length).fill(COUNTED);
  return { rowCount, columnCount, from: 0n, bucketTicks: 600_000_000n, counts, states };
}

/**
 * Renders one element after the other, each in one synchronous update, and measures the time of each. `check` examines the result at the
 * end.
 */
function timed(
  elements: readonly ReactElement[],
  warmUp: number,
  check: (host: HTMLElement) => readonly string[],
): Updates {
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  const times = elements.map((element) => timeOf(() => flushSync(() => root.render(element))));
  const faults = check(host);
  root.unmount();
  host.remove();
  return { ms: bestQuarter(times.slice(warmUp)), faults };
}

function mapOf(grid: CellGrid, brightness: number, viewport: Viewport): ReactElement {
  const { max } = marginals(grid, wholeGrid(grid));
  const scale = heatScale({ basis: 'max', max, bucketTicks: grid.bucketTicks, brightness });
  const layout = mapLayout({ ...SIZE, rows: grid.rowCount, labelChars: 3 });
  return createElement(CellCanvas, { grid, scale, viewport, layout, ...SIZE, pixelRatio: 1 });
}

/** Every cell has rows, so a pixel in the middle of the map must be painted. */
function isPainted(host: HTMLElement): readonly string[] {
  const context = host.querySelector('canvas')?.getContext('2d');
  const pixel = context?.getImageData(SIZE.width / 2, SIZE.height / 2, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = pixel?.data ?? [];
  return alpha === 255 && red + green + blue > 0 ? [] : ['the map is not painted'];
}

/** Updates 10,000 cells with other counts. */
function updateMap(): Updates {
  const elements = Array.from({ length: UPDATES + WARM_UP }, (_, seed) => {
    const grid = gridOf(100, 100, seed);
    return mapOf(grid, 0, wholeViewport(grid));
  });
  return timed(elements, WARM_UP, isPainted);
}

function rechartsOf({ rowCount, columnCount, counts }: CellGrid): ReactElement {
  const data = Array.from(counts, (count, at) => ({
    x: at % columnCount,
    y: Math.floor(at / columnCount),
    count,
  }));
  const cells = data.map(({ x, y, count }) =>
    createElement(Cell, { key: `${x} ${y}`, fill: `hsl(200 60% ${90 - count}%)` }),
  );
  return createElement(
    ScatterChart,
    SIZE,
    createElement(XAxis, { type: 'number', dataKey: 'x', domain: [0, columnCount] }),
    createElement(YAxis, { type: 'number', dataKey: 'y', domain: [0, rowCount] }),
    createElement(Scatter, { data, shape: 'square', isAnimationActive: false }, cells),
  );
}

/** The same with recharts. */
function updateRecharts(): Updates {
  const elements = Array.from({ length: RECHARTS_UPDATES + 1 }, (_, seed) =>
    rechartsOf(gridOf(100, 100, seed)),
  );
  return timed(elements, 1, (host) => {
    const drawn = host.querySelectorAll('.recharts-scatter-symbol path').length;
    return drawn === 10_000 ? [] : [`recharts drew ${drawn} cells`];
  });
}

/** Drags the brightness from dark to light, or moves a view of three quarters of the rows and columns across the map. */
function drag(what: 'brightness' | 'pan'): Updates {
  const grid = gridOf(2000, 1000, 1);
  const elements = Array.from({ length: UPDATES + WARM_UP }, (_, step) => {
    const share = step / (UPDATES + WARM_UP);
    if (what === 'brightness') return mapOf(grid, share * 12 - 6, wholeViewport(grid));
    const part = (size: number) => ({ from: (share / 4) * size, to: (share / 4 + 0.75) * size });
    return mapOf(grid, 0, { rows: part(grid.rowCount), columns: part(grid.columnCount) });
  });
  return timed(elements, WARM_UP, isPainted);
}

Object.assign(globalThis, { keyscopeBench: { updateMap, updateRecharts, drag } });
