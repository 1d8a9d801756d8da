// Compares the painted map with recharts drawing the same cells, in a page of a real browser, for `npm run bench -- keyspace`.
import { createElement, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Cell, Scatter, ScatterChart, XAxis, YAxis } from 'recharts';
import { type CellGrid, COUNTED, wholeGrid } from '../../src/core/keyspace/map/cellGrid.ts';
import { binPoints } from '../../src/core/keyspace/map/keyPoints.ts';
import { marginals } from '../../src/core/keyspace/map/marginals.ts';
import { heatScale } from '../../src/core/keyspace/map/heatScale.ts';
import { mapLayout } from '../../src/ui/cellmap/layout.ts';
import { CellCanvas } from '../../src/ui/cellmap/CellCanvas.tsx';
import { type Viewport, wholeViewport } from '../../src/ui/cellmap/viewport.ts';

const WIDTH = 1200;
const HEIGHT = 700;
const BUCKET_TICKS = 600_000_000n;

export interface KeyspaceFigures {
  /** Script time of each update in milliseconds, without the first ones. */
  readonly times: readonly number[];
  readonly faults: readonly string[];
}

/** Numbers below 2^32, the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
}

function gridOf(rowCount: number, columnCount: number, seed: number): CellGrid {
  const random = seeded(seed);
  const counts = Uint32Array.from({ length: rowCount * columnCount }, () => 1 + ((random() >>> 8) % 50));
  const states = new Uint8Array(counts.length).fill(COUNTED);
  return { rowCount, columnCount, from: 0n, bucketTicks: BUCKET_TICKS, counts, states };
}

/** Renders states in turn, each in one synchronous update. `check` examines the result afterwards. */
function timed(
  elements: readonly ReactElement[],
  warmUp: number,
  check: (host: HTMLElement) => readonly string[],
): KeyspaceFigures {
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  const times = elements.map((element) => {
    const startedAtMs = performance.now();
    flushSync(() => root.render(element));
    return performance.now() - startedAtMs;
  });
  const faults = check(host);
  root.unmount();
  host.remove();
  return { times: times.slice(warmUp), faults };
}

function mapOf(grid: CellGrid, brightness: number, viewport: Viewport): ReactElement {
  const { max } = marginals(grid, wholeGrid(grid));
  const scale = heatScale({ basis: 'max', max, bucketTicks: grid.bucketTicks, brightness });
  const { rowCount: rows } = grid;
  const layout = mapLayout({ width: WIDTH, height: HEIGHT, rows, labelChars: 3 });
  return createElement(CellCanvas, {
    grid,
    scale,
    viewport,
    layout,
    width: WIDTH,
    height: HEIGHT,
    pixelRatio: 1,
  });
}

/** Every cell has rows, so the middle of the map must be painted. */
function isPainted(host: HTMLElement): readonly string[] {
  const pixel = host
    .querySelector('canvas')
    ?.getContext('2d')
    ?.getImageData(WIDTH / 2, HEIGHT / 2, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = pixel?.data ?? [];
  return alpha === 255 && red + green + blue > 0 ? [] : ['the map is not painted'];
}

/** Updates the map with other counts, `updates` times. */
function updateMap(rows: number, columns: number, updates: number, warmUp: number): KeyspaceFigures {
  const elements = Array.from({ length: updates + warmUp }, (_, seed) => {
    const grid = gridOf(rows, columns, seed);
    return mapOf(grid, 0, wholeViewport(grid));
  });
  return timed(elements, warmUp, isPainted);
}

function rechartsOf(grid: CellGrid): ReactElement {
  const { rowCount, columnCount } = grid;
  const data = Array.from(grid.counts, (count, at) => ({
    x: at % columnCount,
    y: Math.floor(at / columnCount),
    count,
  }));
  const cells = data.map(({ x, y, count }) =>
    createElement(Cell, { key: `${x} ${y}`, fill: `hsl(200 60% ${90 - count}%)` }),
  );
  return createElement(
    ScatterChart,
    { width: WIDTH, height: HEIGHT },
    createElement(XAxis, { type: 'number', dataKey: 'x', domain: [0, columnCount] }),
    createElement(YAxis, { type: 'number', dataKey: 'y', domain: [0, rowCount] }),
    createElement(Scatter, { data, shape: 'square', isAnimationActive: false }, cells),
  );
}

function updateRecharts(rows: number, columns: number, updates: number, warmUp: number): KeyspaceFigures {
  const elements = Array.from({ length: updates + warmUp }, (_, seed) =>
    rechartsOf(gridOf(rows, columns, seed)),
  );
  return timed(elements, warmUp, (host) => {
    const drawn = host.querySelectorAll('.recharts-scatter-symbol path').length;
    return drawn === rows * columns ? [] : [`recharts drew ${drawn} of ${rows * columns} cells`];
  });
}

/** Drags the brightness from dark to light. */
function dragBrightness(rows: number, columns: number, steps: number, warmUp: number): KeyspaceFigures {
  const grid = gridOf(rows, columns, 1);
  const elements = Array.from({ length: steps + warmUp }, (_, step) =>
    mapOf(grid, (step / (steps + warmUp)) * 12 - 6, wholeViewport(grid)),
  );
  return timed(elements, warmUp, isPainted);
}

/** Pans over three quarters of the cells. */
function pan(rows: number, columns: number, steps: number, warmUp: number): KeyspaceFigures {
  const grid = gridOf(rows, columns, 1);
  const elements = Array.from({ length: steps + warmUp }, (_, step) => {
    const share = (step / (steps + warmUp)) * 0.25;
    const part = (size: number) => ({ from: share * size, to: (share + 0.75) * size });
    return mapOf(grid, 0, { rows: part(rows), columns: part(columns) });
  });
  return timed(elements, warmUp, isPainted);
}

/** Counts keys again into 100 x 300 cells. */
function rebin(keys: number, rounds: number, warmUp: number): KeyspaceFigures {
  const random = seeded(3);
  const columnCount = 300;
  const span = Number(BUCKET_TICKS) * columnCount;
  const points = {
    count: keys,
    baseTicks: 0n,
    offsets: Float64Array.from({ length: keys }, () => Math.floor((random() / 2 ** 32) * span)),
    groups: Uint32Array.from({ length: keys }, () => (random() >>> 8) % 100),
  };
  const rowOfGroup = Uint32Array.from({ length: 100 }, (_, row) => row);
  const times: number[] = [];
  let counted = 0;
  for (let round = 0; round < rounds + warmUp; round += 1) {
    const startedAtMs = performance.now();
    const { counts } = binPoints(points, {
      from: 0n,
      bucketTicks: BUCKET_TICKS,
      columnCount,
      rowCount: 100,
      rowOfGroup,
    });
    times.push(performance.now() - startedAtMs);
    counted = counts.reduce((sum, count) => sum + count, 0);
  }
  return { times: times.slice(warmUp), faults: counted === keys ? [] : [`${counted} of ${keys} keys`] };
}

Object.assign(globalThis, { keyscopeBench: { updateMap, updateRecharts, dragBrightness, pan, rebin } });
