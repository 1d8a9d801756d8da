import { type TimeScale, TRACK_HEIGHT, xOf } from './geometry.ts';
import { endOf } from './tracks.ts';
import type { WaterfallColors } from './waterfallColors.ts';
import type { WaterfallRequest } from './waterfallTypes.ts';

export interface RequestPicture {
  readonly request: WaterfallRequest;
  readonly scale: TimeScale;
  readonly colors: WaterfallColors;
  /** CSS px of the track's upper edge. */
  readonly top: number;
  /** The end of what is known of the run. */
  readonly untilMs: number;
  /** A lane is not held by what waits: neither wait is drawn. */
  readonly isLane: boolean;
  readonly isSelected: boolean;
  readonly isHovered: boolean;
  /** Where the next request of the track begins. */
  readonly nextAtMs: number | undefined;
  readonly width: number;
}

/**
 * Heights, CSS px, by phase: the more of a wait for the service, the taller. They tell the phases apart without colour.
 * The legend draws the same shapes.
 */
const PHASE_HEIGHTS = { queued: 2, service: 12, body: 8, decode: 4, wait: 2 } as const;

/** A request that took no time that can be seen is still seen. */
const LEAST_WIDTH = 2;
/** CSS px of room that a note needs. */
const LEAST_NOTE = 46;

/** One request: its phases from left to right, its mark, the wait for its retry, and a note where there is room. */
export function paintRequest(context: CanvasRenderingContext2D, picture: RequestPicture): void {
  const { request, scale, untilMs, isLane } = picture;
  const endMs = isLane ? (request.endedAtMs ?? untilMs) : endOf(request, untilMs);
  const beginMs = isLane ? request.sentAtMs : request.queuedAtMs;
  if (endMs < scale.view.fromMs || beginMs > scale.view.toMs) return;
  if (!isLane) paintBand(context, picture, [request.queuedAtMs, request.sentAtMs], 'queued', 'text-3');
  paintAnswer(context, picture);
  paintName(context, picture);
  if (!isLane && request.retryAtMs !== undefined) paintRetry(context, picture, request.retryAtMs);
  paintMark(context, picture);
  paintRing(context, picture, beginMs, endMs);
  paintNote(context, picture);
}

function middleOf({ top }: RequestPicture): number {
  return top + TRACK_HEIGHT / 2;
}

function paintBand(
  context: CanvasRenderingContext2D,
  picture: RequestPicture,
  [fromMs, toMs]: readonly [number, number],
  phase: keyof typeof PHASE_HEIGHTS,
  color: keyof WaterfallColors,
): void {
  if (toMs <= fromMs) return;
  const from = xOf(picture.scale, fromMs);
  const high = PHASE_HEIGHTS[phase];
  context.fillStyle = picture.colors[color];
  context.fillRect(from, middleOf(picture) - high / 2, Math.max(0.5, xOf(picture.scale, toMs) - from), high);
}

/** The time of the service, then the body, then decoding. */
function paintAnswer(context: CanvasRenderingContext2D, picture: RequestPicture): void {
  const { request, scale, colors, untilMs } = picture;
  const { sentAtMs, firstByteAtMs, endedAtMs = untilMs, decodedAtMs, outcome } = request;
  const from = xOf(scale, sentAtMs);
  const wide = Math.max(LEAST_WIDTH, xOf(scale, firstByteAtMs ?? endedAtMs) - from);
  const high = PHASE_HEIGHTS.service;
  const y = middleOf(picture) - high / 2;
  const color = colors[SERVICE_COLORS[outcome]];
  context.fillStyle = color;
  if (isSolid(request)) {
    context.fillRect(from, y, wide, high);
  } else {
    context.globalAlpha = 0.22;
    context.fillRect(from, y, wide, high);
    context.globalAlpha = 1;
    context.strokeStyle = color;
    context.lineWidth = 1;
    context.setLineDash(outcome === 'empty' ? [] : [3, 2]);
    context.strokeRect(from + 0.5, y + 0.5, Math.max(1, wide - 1), high - 1);
    context.setLineDash([]);
  }
  if (firstByteAtMs !== undefined) {
    paintBand(context, picture, [firstByteAtMs, endedAtMs], 'body', 'series-3');
    if (decodedAtMs !== undefined) {
      // The lane may have gone on by then.
      const until = picture.isLane ? Math.min(decodedAtMs, picture.nextAtMs ?? decodedAtMs) : decodedAtMs;
      paintBand(context, picture, [endedAtMs, until], 'decode', 'series-2');
    }
  }
}

/** Which request it is, in its bar, where there is room: a lane has many. */
function paintName(context: CanvasRenderingContext2D, picture: RequestPicture): void {
  const { request, scale, colors, untilMs, isLane } = picture;
  if (!isLane) return;
  const begin = xOf(scale, request.sentAtMs);
  // Neighbours follow without a pause.
  context.fillStyle = colors.surface;
  context.fillRect(begin - 0.5, picture.top, 1, TRACK_HEIGHT);
  const from = Math.max(scale.left, begin) + 5;
  const to = Math.min(picture.width, xOf(scale, request.firstByteAtMs ?? request.endedAtMs ?? untilMs)) - 3;
  if (to - from < context.measureText(request.name).width) return;
  context.fillStyle = isSolid(request) ? colors.surface : colors.text;
  context.textAlign = 'left';
  context.fillText(request.name, from, middleOf(picture) + 0.5);
}

/** Hollow: nothing came of it, or not yet. */
function isSolid({ outcome }: WaterfallRequest): boolean {
  return outcome === 'answered' || outcome === 'throttled' || outcome === 'failed';
}

const SERVICE_COLORS: Readonly<Record<WaterfallRequest['outcome'], keyof WaterfallColors>> = {
  answered: 'series-1',
  empty: 'series-1',
  open: 'series-1',
  throttled: 'warn-line',
  failed: 'danger-line',
  cancelled: 'state-stopped',
};

/** The wait for the next try: a dashed line, with its reason where there is room. */
function paintRetry(context: CanvasRenderingContext2D, picture: RequestPicture, retryAtMs: number): void {
  const { request, scale, colors, untilMs } = picture;
  const from = xOf(scale, request.decodedAtMs ?? request.endedAtMs ?? untilMs);
  const to = xOf(scale, retryAtMs);
  const y = middleOf(picture);
  context.strokeStyle = colors['warn-line'];
  context.lineWidth = PHASE_HEIGHTS.wait;
  context.setLineDash([4, 3]);
  context.beginPath();
  context.moveTo(from, y);
  context.lineTo(to, y);
  context.stroke();
  context.setLineDash([]);
  if (request.retryNote === undefined) return;
  const wide = context.measureText(request.retryNote).width;
  const [left, right] = [Math.max(from, scale.left) + 16, Math.min(to, picture.width) - 6];
  if (right - left < wide) return;
  context.fillStyle = colors.surface;
  context.fillRect(left - 3, y - 6, wide + 6, 12);
  context.fillStyle = colors['text-2'];
  context.textAlign = 'left';
  context.fillText(request.retryNote, left, y + 0.5);
}

/** A shape at the end of what went wrong: a triangle for throttled, a cross for failed. */
function paintMark(context: CanvasRenderingContext2D, picture: RequestPicture): void {
  const { request, scale, colors } = picture;
  if (request.outcome !== 'throttled' && request.outcome !== 'failed') return;
  const x = xOf(scale, request.endedAtMs ?? picture.untilMs) + 6;
  const y = middleOf(picture);
  context.beginPath();
  if (request.outcome === 'throttled') {
    context.moveTo(x - 4.5, y + 4);
    context.lineTo(x, y - 4.5);
    context.lineTo(x + 4.5, y + 4);
    context.closePath();
    context.fillStyle = colors['warn-line'];
    context.fill();
    context.strokeStyle = colors.surface;
    context.lineWidth = 1;
    context.stroke();
    return;
  }
  context.moveTo(x - 3.5, y - 3.5);
  context.lineTo(x + 3.5, y + 3.5);
  context.moveTo(x + 3.5, y - 3.5);
  context.lineTo(x - 3.5, y + 3.5);
  context.strokeStyle = colors['danger-line'];
  context.lineWidth = 2;
  context.stroke();
}

function paintRing(
  context: CanvasRenderingContext2D,
  picture: RequestPicture,
  beginMs: number,
  endMs: number,
): void {
  if (!picture.isSelected && !picture.isHovered) return;
  const { scale, colors, top } = picture;
  const from = Math.max(scale.left, xOf(scale, beginMs)) - 1.5;
  const to = Math.max(from + LEAST_WIDTH + 2, xOf(scale, endMs) + 1.5);
  context.strokeStyle = picture.isSelected ? colors.focus : colors['text-3'];
  context.lineWidth = picture.isSelected ? 1.5 : 1;
  context.strokeRect(from, top + 1.5, to - from, TRACK_HEIGHT - 3);
}

/** Words behind the request, where neither the edge nor the next one is in the way. */
function paintNote(context: CanvasRenderingContext2D, picture: RequestPicture): void {
  const { request, scale, colors } = picture;
  if (request.retryAtMs !== undefined || request.note === '' || picture.isLane) return;
  const isMarked = request.outcome === 'throttled' || request.outcome === 'failed';
  const end = xOf(scale, Math.max(request.endedAtMs ?? picture.untilMs, request.decodedAtMs ?? 0));
  const from = Math.max(scale.left, end) + (isMarked ? 16 : 6);
  const room =
    (picture.nextAtMs === undefined ? picture.width - 20 : xOf(scale, picture.nextAtMs) - 6) - from;
  if (end < scale.left || room < LEAST_NOTE || context.measureText(request.note).width > room) return;
  context.fillStyle = colors['text-3'];
  context.textAlign = 'left';
  context.fillText(request.note, from, middleOf(picture) + 0.5);
}
