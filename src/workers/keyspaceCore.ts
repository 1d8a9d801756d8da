import { type ModelAnswer, modelAnswer } from '../core/keyspace/model/modelAnswer.ts';
import type { ModelInput } from '../core/keyspace/model/modelTypes.ts';
import { simulateSteps } from '../core/keyspace/model/simulate.ts';
import { FileRows, type FileSummary } from '../core/keyspace/sources/fileRows.ts';
import type {
  FileRequest,
  KeyspaceCall,
  KeyspaceCalls,
  KeyspaceRequest,
  KeyspaceResponse,
} from './keyspaceProtocol.ts';
import { encodingOfText } from './keyText.ts';
import { StoreMap } from './storeMap.ts';

/** What surrounds the core: a worker's port, queue and clock, or a test's. */
export interface KeyspaceHost {
  readonly post: (message: KeyspaceResponse) => void;
  /** Runs a function once the messages that wait now have been heard. */
  readonly later: (run: () => void) => void;
  readonly nowMs: () => number;
}

/** Work between two looks at the messages that wait. */
const SLICE_MS = 25;
/** Between two reports of progress. */
const REPORT_MS = 100;
const MARK_BYTES = 4;
/** Text handed to the reader at once: a browser may read megabytes. */
const PART_CHARS = 1 << 18;

const NOT_READ = 'No file is read: drop one first.';

/** Answers requests; files and simulations in slices, so that they can be given up. */
class KeyspaceCore {
  private readonly host: KeyspaceHost;
  private map: StoreMap | undefined;
  /** What may be given up. */
  private readonly open = new Set<number>();

  constructor(host: KeyspaceHost) {
    this.host = host;
  }

  answer(request: KeyspaceRequest): void {
    const { id } = request;
    try {
      if (request.kind === 'abort') this.open.delete(id);
      else if (request.kind === 'readFile') void this.work(id, this.readFile(id, request.input));
      else if (request.kind === 'simulate') void this.work(id, this.simulate(id, request.input));
      else if (request.kind === 'matrix') this.done(id, this.rows().matrix(request.input));
      else if (request.kind === 'facts') this.done(id, this.rows().facts(request.input));
      else {
        this.map = undefined;
        this.done(id, undefined);
      }
    } catch (error) {
      this.fail(id, error);
    }
  }

  private rows(): StoreMap {
    if (this.map === undefined) throw new Error(NOT_READ);
    return this.map;
  }

  private done(id: number, output: KeyspaceCalls[KeyspaceCall]['output']): void {
    this.host.post({ id, kind: 'done', output });
  }

  private fail(id: number, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.host.post({ id, kind: 'failed', message });
  }

  /** Posts what comes of a work, unless it was given up. */
  private async work(
    id: number,
    work: Promise<KeyspaceCalls[KeyspaceCall]['output'] | undefined>,
  ): Promise<void> {
    try {
      const output = await work;
      if (this.open.has(id)) this.done(id, output);
    } catch (error) {
      if (this.open.has(id)) this.fail(id, error);
    } finally {
      this.open.delete(id);
    }
  }

  private messagesHeard(): Promise<void> {
    return new Promise((resolve) => {
      this.host.later(resolve);
    });
  }

  private async simulate(id: number, input: ModelInput): Promise<ModelAnswer | undefined> {
    this.open.add(id);
    const steps = simulateSteps(input);
    for (;;) {
      // Typing asks often: what is out of date by now is not even begun.
      await this.messagesHeard();
      if (!this.open.has(id)) return undefined;
      const untilMs = this.host.nowMs() + SLICE_MS;
      do {
        const step = steps.next();
        if (step.done === true) return modelAnswer(step.value);
      } while (this.host.nowMs() < untilMs);
    }
  }

  private async readFile(
    id: number,
    { source, kind, tableName }: FileRequest,
  ): Promise<FileSummary | undefined> {
    this.open.add(id);
    this.map = undefined;
    const { host } = this;
    const head = new Uint8Array(await source.slice(0, MARK_BYTES).arrayBuffer());
    const decoder = new TextDecoder(encodingOfText(head));
    const file = new FileRows(kind, tableName);
    const reader = source.stream().getReader();
    let bytesRead = 0;
    let reportedAtMs = Number.NEGATIVE_INFINITY;
    let heardAtMs = host.nowMs();
    const push = async (text: string): Promise<void> => {
      for (let at = 0; at < text.length && this.open.has(id); at += PART_CHARS) {
        file.push(text.slice(at, at + PART_CHARS));
        if (host.nowMs() - heardAtMs < SLICE_MS) continue;
        await this.messagesHeard();
        heardAtMs = host.nowMs();
      }
    };
    try {
      for (;;) {
        const chunk = await reader.read();
        if (!this.open.has(id)) return undefined;
        if (chunk.done) break;
        bytesRead += chunk.value.length;
        await push(decoder.decode(chunk.value, { stream: true }));
        if (host.nowMs() - reportedAtMs < REPORT_MS) continue;
        reportedAtMs = host.nowMs();
        const progress = { bytesRead, bytesTotal: source.size, rows: file.rowCount };
        host.post({ id, kind: 'progress', progress });
      }
      await push(decoder.decode());
    } finally {
      // A file that was given up may be large.
      void reader.cancel().catch(() => undefined);
    }
    if (!this.open.has(id)) return undefined;
    const { store, scheme, summary } = file.end();
    this.map = new StoreMap(store, scheme);
    return summary;
  }
}

/** All that the worker does; tests call it directly. */
export function createKeyspaceCore(host: KeyspaceHost): (request: KeyspaceRequest) => void {
  const core = new KeyspaceCore(host);
  return (request) => core.answer(request);
}
