import { type TimeScale, TRACK_HEIGHT, xOf } from './geometry.ts';
import { endOf } from './tracks.ts';
import type { WaterfallColors } from './waterfallColors.ts';
import type { WaterfallRequest } from './waterfallTypes.ts';

export interface RequestPicture {
  readonly request: WaterfallRequest;
  readonly scale: TimeScale;
  readonly colors: WaterfallColors;
  /** Top edge of the line in CSS px. */
  readonly top: number;
  /** The end of the time that is known so far. */
  readonly untilMs: number;
  /** True for a line per lane. Waiting requests hold no lane, so waits are not drawn. */
  readonly isLane: boolean;
  readonly isSelected: boolean;
  readonly isHovered: boolean;
  /** Start of the next request on the line. */
  readonly nextAtMs: number | undefined;
  readonly width: number;
}

/**
 * Heights of the phases in CSS px. They tell the phases apart without colour; the wait for the service is the tallest. The legend
 * draws the same shapes.
 */
const PHASE_HEIGHTS = { queued: 2, service: 12, body: 8, decode: 4, wait: 2 } as const;

/** Even a request that took no measurable time must be visible. */
const LEAST_WIDTH = 2;
/** Minimum width for a note in CSS px. */
const LEAST_NOTE = 46;

/** Draws one request: its phases from left to right, its mark, the wait for its retry, and a note if there is room. */
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

/** Draws the time of the service, then the body, then decoding. */
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
      // The lane may already have its next request by then.
      const until = picture.isLane ? Math.min(decodedAtMs, picture.nextAtMs ?? decodedAtMs) : decodedAtMs;
      paintBand(context, picture, [endedAtMs, until], 'decode', 'series-2');
    }
  }
}

/** Draws the request's name inside its bar if there is room, because a lane has many requests. */
function paintName(context: CanvasRenderingContext2D, picture: RequestPicture): void {
  const { request, scale, colors, untilMs, isLane } = picture;
  if (!isLane) return;
  const begin = xOf(scale, request.sentAtMs);
  // Neighbouring requests touch, so a gap separates them.
  context.fillStyle = colors.surface;
  context.fillRect(begin - 0.5, picture.top, 1, TRACK_HEIGHT);
  const from = Math.max(scale.left, begin) + 5;
  const to = Math.min(picture.width, xOf(scale, request.firstByteAtMs ?? request.endedAtMs ?? untilMs)) - 3;
  if (to - from < context.measureText(request.name).width) return;
  context.fillStyle = isSolid(request) ? colors.surface : colors.text;
  context.textAlign = 'left';
  context.fillText(request.name, from, middleOf(picture) + 0.5);
}

/** False if the request got nothing, or not yet: its bar is hollow. */
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

/** Draws the wait for the next try as a dashed line, with its reason if there is room. */
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

/** Draws a mark at the end of a failed request: a triangle for throttled, a cross for failed. */
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

/** Draws the note after the request, unless the edge or the next request is in the way. */
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
