import { exportBulkCsv } from '../core/keys/bulk/bulkCsv.ts';
import { BulkList, type TextCoder } from '../core/keys/bulk/bulkList.ts';
import type { BulkHint, BulkProgress, BulkSummary } from '../core/keys/bulk/bulkTypes.ts';
import { LineReader } from '../core/keys/bulk/lineReader.ts';
import { readBulk } from '../core/keys/bulk/readBulk.ts';
import { summarizeBulk } from '../core/keys/bulk/summarizeBulk.ts';
import { type KeyspaceMatrix, keyspaceMatrix } from '../core/keyspace/matrix.ts';
import type { Interval } from '../core/time/interval.ts';
import { type KeyMapRows, keyMapRows } from './keyMapRows.ts';
import { bytesOfText } from './keyText.ts';
import type {
  CsvRequest,
  DecodeRequest,
  KeyDecoderCall,
  KeyDecoderCalls,
  KeyDecoderRequest,
  KeyDecoderResponse,
  KeyMapRequest,
  KeysRequest,
  KeysView,
} from './keyDecoderProtocol.ts';

/** What surrounds the core: a worker's port, queue and clock, or a test's. */
export interface KeyDecoderHost {
  readonly post: (message: KeyDecoderResponse, transfer: ArrayBuffer[]) => void;
  /** Runs a function once the messages that wait now have been heard. */
  readonly later: (run: () => void) => void;
  readonly nowMs: () => number;
}

interface OpenExport {
  readonly chunks: Iterator<Uint8Array<ArrayBuffer>>;
  readonly rows: number;
  bytes: number;
}

/** A decode that is not done yet. */
interface OpenDecode {
  readonly id: number;
  reportedAtMs: number;
}

/** Work between two looks at the messages that wait. */
const SLICE_MS = 25;
/** Between two reports of progress. */
const REPORT_MS = 100;
/** The most keys that one answer holds: more than any screen has lines. */
const MOST_KEYS = 10_000;

const coder: TextCoder = (() => {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const encoder = new TextEncoder();
  return { decode: (bytes) => decoder.decode(bytes), encode: (text) => encoder.encode(text) };
})();

function emptyList(): BulkList {
  return new BulkList(new Uint8Array(0), new LineReader({}), coder);
}

/** The list of keys of one worker, and the answers about it. */
class KeyDecoder {
  list = emptyList();
  summary: BulkSummary | undefined;
  private map: KeyMapRows | undefined;

  take(list: BulkList, summary: BulkSummary | undefined): void {
    this.list = list;
    this.summary = summary;
    this.map = undefined;
  }

  keys({ from, to }: KeysRequest): KeysView {
    const { list } = this;
    const total = list.columns.count;
    const first = Math.max(0, from);
    const last = Math.min(total, to, first + MOST_KEYS);
    const keys = [];
    for (let index = first; index < last; index++) {
      const key = list.key(index);
      if (key !== undefined) keys.push(key);
    }
    return { total, keys };
  }

  matrix(request: KeyMapRequest): KeyspaceMatrix {
    this.map ??= keyMapRows(this.list);
    const span = this.summary?.span;
    const whole = span === undefined ? { from: 0n, to: 0n } : { from: span.first, to: span.last + 1n };
    const roundingTicks = this.summary?.schemes[0]?.roundingTicks;
    return keyspaceMatrix(this.map.rows, {
      ...(roundingTicks !== undefined && { roundingTicks }),
      window: (request.window ?? whole) as Interval,
      columns: request.columns,
      by: 'group',
      labels: this.map.prefixes,
    });
  }
}

type DecodeSteps = Generator<
  BulkProgress | undefined,
  { readonly list: BulkList; readonly summary: BulkSummary },
  undefined
>;

/**
 * Reads a list and sums it up.
 * @yields how far it is
 */
function* decodeSteps(bytes: Uint8Array, hint: BulkHint): DecodeSteps {
  const list = yield* readBulk(bytes, hint, coder);
  const summary = yield* summarizeBulk(list);
  return { list, summary };
}

const NEW_LIST = 'Another list of keys took the place of this one.';

/** Answers requests in order; a decode in slices, so that it can be given up. */
class KeyDecoderCore {
  private readonly host: KeyDecoderHost;
  private readonly decoder = new KeyDecoder();
  private readonly exports = new Map<number, OpenExport>();
  private decoding: OpenDecode | undefined;

  constructor(host: KeyDecoderHost) {
    this.host = host;
  }

  answer(request: KeyDecoderRequest): void {
    const { id } = request;
    try {
      if (request.kind === 'next') this.step(id);
      else if (request.kind === 'abort') this.abort(id);
      else if (request.kind === 'decode') void this.decode(id, request.input);
      else if (request.kind === 'keys') this.done(id, this.decoder.keys(request.input));
      else if (request.kind === 'matrix') this.done(id, this.decoder.matrix(request.input));
      else if (request.kind === 'exportCsv') this.export(id, request.input);
      else this.reset(id);
    } catch (error) {
      this.exports.delete(id);
      this.fail(id, error);
    }
  }

  private done(id: number, output: KeyDecoderCalls[KeyDecoderCall]['output']): void {
    this.host.post({ id, kind: 'done', output }, []);
  }

  private fail(id: number, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.host.post({ id, kind: 'failed', message }, []);
  }

  private abort(id: number): void {
    this.exports.delete(id);
    if (this.decoding?.id === id) this.decoding = undefined;
  }

  private reset(id: number): void {
    this.drop();
    this.done(id, undefined);
  }

  /** Lets go of the list before, and of all that runs on it. */
  private drop(): void {
    for (const id of this.exports.keys()) this.fail(id, new Error(NEW_LIST));
    this.exports.clear();
    if (this.decoding !== undefined) this.fail(this.decoding.id, new Error(NEW_LIST));
    this.decoding = undefined;
    this.decoder.take(emptyList(), undefined);
  }

  private async decode(id: number, { source, ...hint }: DecodeRequest): Promise<void> {
    this.drop();
    // The first step is told at once: it says how much there is to read.
    const open: OpenDecode = { id, reportedAtMs: Number.NEGATIVE_INFINITY };
    this.decoding = open;
    try {
      const raw = source instanceof Uint8Array ? source : new Uint8Array(await source.arrayBuffer());
      // The file may have come too late.
      if (this.decoding === open) this.slice(open, decodeSteps(bytesOfText(raw), hint));
    } catch (error) {
      if (this.decoding !== open) return;
      this.decoding = undefined;
      this.fail(id, new Error(`The keys could not be read. ${String(error)}`));
    }
  }

  /** Works for a slice of time, and goes on when other messages have been heard. */
  private slice(open: OpenDecode, steps: DecodeSteps): void {
    if (this.decoding !== open) return;
    try {
      if (this.advance(open, steps)) this.host.later(() => this.slice(open, steps));
    } catch (error) {
      this.decoding = undefined;
      this.fail(open.id, error);
    }
  }

  /** False once all is done. */
  private advance(open: OpenDecode, steps: DecodeSteps): boolean {
    const { host } = this;
    const untilMs = host.nowMs() + SLICE_MS;
    for (let atMs = 0; atMs < untilMs; atMs = host.nowMs()) {
      const step = steps.next();
      if (step.done === true) {
        this.decoding = undefined;
        this.decoder.take(step.value.list, step.value.summary);
        this.done(open.id, step.value.summary);
        return false;
      }
      if (step.value !== undefined && host.nowMs() - open.reportedAtMs >= REPORT_MS) {
        open.reportedAtMs = host.nowMs();
        host.post({ id: open.id, kind: 'progress', progress: step.value }, []);
      }
    }
    return true;
  }

  private export(id: number, { formulaGuard = true }: CsvRequest): void {
    const { list } = this.decoder;
    const chunks = exportBulkCsv(list, formulaGuard);
    this.exports.set(id, { chunks, rows: list.columns.count, bytes: 0 });
    this.step(id);
  }

  /** One chunk, or the end: the next is made when the reader asks, so that it never runs ahead. */
  private step(id: number): void {
    const open = this.exports.get(id);
    if (open === undefined) return;
    const chunk = open.chunks.next();
    if (chunk.done === true) {
      this.exports.delete(id);
      this.done(id, { rows: open.rows, bytes: open.bytes });
    } else {
      open.bytes += chunk.value.length;
      this.host.post({ id, kind: 'chunk', bytes: chunk.value }, [chunk.value.buffer]);
    }
  }
}

/** All that the worker does; tests call it directly. */
export function createKeyDecoderCore(host: KeyDecoderHost): (request: KeyDecoderRequest) => void {
  const core = new KeyDecoderCore(host);
  return (request) => core.answer(request);
}
