import type { Action } from '../../state/base/actions.ts';

const ARROWS = ['\u2190', '\u2192', '\u2191', '\u2193'];

function keysOf(
  group: string,
  lines: readonly (readonly [id: string, title: string, ...keys: string[]])[],
): readonly Action[] {
  return lines.map(([id, title, ...keys]) => ({ id, group, title, keys }));
}

/**
 * Keys that a control listens for while it has the focus. The palette lists them but cannot run them, unless the
 * current view registers an action with the same id.
 */
export const CONTROL_KEYS: readonly Action[] = [
  ...keysOf('Anywhere', [
    ['control.next', 'Next control', 'Tab'],
    ['control.previous', 'Previous control', 'Shift Tab'],
    ['control.close', 'Close what is open', 'Esc'],
  ]),
  ...keysOf('Query', [
    ['query.run', 'Run query', 'Shift Enter', 'Ctrl Enter'],
    ['query.cancel', 'Cancel the run and keep what has arrived', 'Esc'],
    ['time.apply', 'Apply the typed time, or take it back', 'Enter', 'Esc'],
    ['filter.complete', 'Suggest what to type next in the filter', 'Ctrl Space'],
    ['filter.format', 'Format the filter', 'Alt Shift F'],
  ]),
  ...keysOf('Map', [
    ['map.move', 'Move the cursor; each cell is read out', ...ARROWS],
    ['map.ends', 'First or last column', 'Home', 'End'],
    ['map.select', 'Extend the selection', 'Shift \u2190', 'Shift \u2192'],
    ['map.zoom', 'Zoom in or out at the cursor', '+', '-'],
    ['map.toSelection', 'Zoom to the selection', 'Z'],
    ['map.back', 'Previous zoom', 'Backspace'],
    ['map.reset', 'Show the whole map', 'R'],
    ['map.pin', 'Show the details of the cell', 'Enter'],
    ['map.clear', 'Close the details', 'Esc'],
  ]),
  ...keysOf('Timeline', [
    [
      'timeline.move',
      'Move over the times of all tracks, also past an end; each is read out',
      '\u2190',
      '\u2192',
    ],
    ['timeline.select', 'Select a stretch of time in all tracks', 'Shift \u2190', 'Shift \u2192', 'Enter'],
    ['timeline.zoomAt', 'Zoom in or out at the crosshair', '+', '-'],
    ['timeline.toSelection', 'Zoom to the selection', 'Z'],
    ['timeline.back', 'Previous zoom', 'Backspace'],
    ['timeline.reset', 'Show all of the time', 'R'],
  ]),
  ...keysOf('Rows', [
    ['rows.move', 'Move from cell to cell', ...ARROWS],
    ['rows.page', 'One screen up or down', 'PageUp', 'PageDown'],
    ['rows.ends', 'First or last row', 'Ctrl Home', 'Ctrl End'],
    ['rows.open', 'Show the whole row', 'Enter'],
    ['rows.copy', 'Copy the cell exactly', 'Ctrl C'],
  ]),
  ...keysOf('Requests over time', [
    ['requests.move', 'Move from request to request; each is read out', ...ARROWS],
    ['requests.trouble', 'Next or previous throttled or failed request', 'N', 'Shift N'],
    ['requests.zoom', 'Zoom in, out, or to the request', '+', '-', 'F'],
    ['requests.pan', 'Earlier or later', 'Shift \u2190', 'Shift \u2192'],
    ['requests.back', 'Previous zoom', 'Backspace'],
    ['requests.reset', 'Show the whole run', 'R'],
  ]),
];
