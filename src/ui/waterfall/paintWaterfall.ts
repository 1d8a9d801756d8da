import {
  AXIS_HEIGHT,
  HEAD_HEIGHT,
  LABEL_WIDTH,
  OVERVIEW_HEIGHT,
  type TimeScale,
  TRACK_HEIGHT,
  tracksInSight,
  xOf,
} from './geometry.ts';
import { TEXT_SCALE } from '../theme/textScale.ts';
import type { Overview } from './overview.ts';
import { paintRequest } from './paintRequest.ts';
import { timeMarks } from './timeView.ts';
import type { Tracks } from './tracks.ts';
import type { WaterfallColors } from './waterfallColors.ts';
import type { WaterfallGrouping, WaterfallRequest } from './waterfallTypes.ts';

export interface WaterfallPicture {
  readonly requests: readonly WaterfallRequest[];
  readonly by: WaterfallGrouping;
  readonly tracks: Tracks;
  readonly overview: Overview;
  readonly scale: TimeScale;
  /** Length of the run in milliseconds. */
  readonly totalMs: number;
  readonly selected: number | undefined;
  readonly hovered: number | undefined;
  readonly scrollTop: number;
  /** CSS px. */
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
  readonly colors: WaterfallColors;
  /** A canvas `font` in body size. */
  readonly font: string;
}

/** Minimum distance of two axis marks in CSS px. */
const MARK_WIDTH = 90 * TEXT_SCALE;
/** Height in CSS px of the marks for trouble. */
const TROUBLE_HEIGHT = 9;

/** Paints the visible part. The canvas already has the right size. */
export function paintWaterfall(context: CanvasRenderingContext2D, picture: WaterfallPicture): void {
  const { pixelRatio, width, height, colors } = picture;
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = picture.font;
  context.textBaseline = 'middle';
  paintTracks(context, picture);
  // The header covers lines scrolled below it.
  context.fillStyle = colors.surface;
  context.fillRect(0, 0, width, HEAD_HEIGHT);
  paintOverview(context, picture);
  paintAxis(context, picture);
}

function paintAxis(context: CanvasRenderingContext2D, { scale, colors, width }: WaterfallPicture): void {
  context.fillStyle = colors['text-3'];
  context.textAlign = 'left';
  for (const { atMs, label } of timeMarks(scale.view, scale.width / MARK_WIDTH)) {
    const x = Math.round(xOf(scale, atMs));
    context.fillRect(x, HEAD_HEIGHT - 5, 1, 5);
    context.fillText(label, x + 4, OVERVIEW_HEIGHT + AXIS_HEIGHT / 2 - 1);
  }
  context.fillStyle = colors.line;
  context.fillRect(0, HEAD_HEIGHT - 1, width, 1);
}

function paintOverview(context: CanvasRenderingContext2D, picture: WaterfallPicture): void {
  const { overview, colors, scale, totalMs } = picture;
  const columns = overview.inFlight.length;
  const columnWidth = scale.width / columns;
  const bottom = OVERVIEW_HEIGHT - 4;
  const room = bottom - 4;
  context.fillStyle = colors['text-3'];
  context.textAlign = 'left';
  context.fillText('in flight', 16, OVERVIEW_HEIGHT / 2);
  context.globalAlpha = 0.55;
  context.fillStyle = colors['series-1'];
  for (const [column, count] of overview.inFlight.entries()) {
    const high = (count / overview.most) * room;
    context.fillRect(scale.left + column * columnWidth, bottom - high, columnWidth + 0.5, high);
  }
  context.globalAlpha = 1;
  for (const [column, kind] of overview.trouble.entries()) {
    if (kind === 0) continue;
    context.fillStyle = kind === 2 ? colors['danger-line'] : colors['warn-line'];
    context.fillRect(scale.left + column * columnWidth - 0.5, 3, 2, TROUBLE_HEIGHT);
  }
  // Time outside the view is dimmed; the view's edges are lines.
  const from = scale.left + (scale.view.fromMs / totalMs) * scale.width;
  const to = scale.left + (scale.view.toMs / totalMs) * scale.width;
  if (to - from >= scale.width - 0.5) return;
  context.globalAlpha = 0.7;
  context.fillStyle = colors.surface;
  context.fillRect(scale.left, 0, from - scale.left, OVERVIEW_HEIGHT);
  context.fillRect(to, 0, scale.left + scale.width - to, OVERVIEW_HEIGHT);
  context.globalAlpha = 1;
  context.strokeStyle = colors.accent;
  context.lineWidth = 1;
  context.strokeRect(Math.round(from) + 0.5, 1.5, Math.max(2, Math.round(to - from)), bottom);
}

function paintTracks(context: CanvasRenderingContext2D, picture: WaterfallPicture): void {
  const { tracks, scrollTop, height, colors, scale, width } = picture;
  const sight = tracksInSight(scrollTop, height - HEAD_HEIGHT, tracks.tracks.length);
  const selectedTrack = picture.selected === undefined ? -1 : (tracks.trackOf[picture.selected] ?? -1);
  context.fillStyle = colors['line-subtle'];
  for (const { atMs } of timeMarks(scale.view, scale.width / MARK_WIDTH)) {
    context.fillRect(Math.round(xOf(scale, atMs)), HEAD_HEIGHT, 1, height);
  }
  for (let row = sight.from; row < sight.to; row += 1) {
    const top = HEAD_HEIGHT + row * TRACK_HEIGHT - scrollTop;
    if (row === selectedTrack) {
      context.fillStyle = colors.selected;
      context.fillRect(0, top, width, TRACK_HEIGHT);
    }
    paintTrack(context, picture, row, top);
  }
  context.fillStyle = colors['line-subtle'];
  context.fillRect(LABEL_WIDTH - 8, HEAD_HEIGHT, 1, height);
}

function paintTrack(
  context: CanvasRenderingContext2D,
  picture: WaterfallPicture,
  row: number,
  top: number,
): void {
  const { tracks, requests, scale, colors } = picture;
  const track = tracks.tracks[row];
  if (track === undefined) return;
  context.save();
  context.beginPath();
  context.rect(scale.left - 1, top, picture.width - scale.left + 1, TRACK_HEIGHT);
  context.clip();
  for (const [at, position] of track.requests.entries()) {
    const request = requests[position];
    if (request === undefined) continue;
    const next = requests[track.requests[at + 1] ?? -1];
    paintRequest(context, {
      request,
      scale,
      colors,
      top,
      untilMs: picture.totalMs,
      isLane: picture.by === 'lane',
      isSelected: position === picture.selected,
      isHovered: position === picture.hovered,
      nextAtMs: picture.by === 'lane' ? next?.sentAtMs : next?.queuedAtMs,
      width: picture.width,
    });
  }
  context.restore();
  paintLabel(context, track.label, top, colors);
}

function paintLabel(
  context: CanvasRenderingContext2D,
  label: string,
  top: number,
  colors: WaterfallColors,
): void {
  if (label === '') return;
  context.save();
  context.beginPath();
  context.rect(0, top, LABEL_WIDTH - 10, TRACK_HEIGHT);
  context.clip();
  context.fillStyle = colors['text-2'];
  context.textAlign = 'left';
  context.fillText(label, 16, top + TRACK_HEIGHT / 2 + 0.5);
  context.restore();
}
