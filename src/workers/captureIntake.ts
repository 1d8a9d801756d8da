import { AS_GIVEN } from '../core/entities/order/rowStreams.ts';
import { CaptureReader } from '../core/rows/capture/captureReader.ts';
import type { RunRows } from '../core/rows/runRows.ts';
import { countText } from '../core/words.ts';
import type { CaptureAnswer, CapturePiece } from './rowStoreProtocol.ts';

export interface CaptureIntake {
  /** @yields between blocks of rows */
  readonly take: (piece: CapturePiece) => Generator<undefined, CaptureAnswer, undefined>;
}

/** Puts the rows of a capture into the row store as its bytes arrive. */
export function createCaptureIntake(store: RunRows): CaptureIntake {
  let reader = new CaptureReader();
  let stored = 0;
  let rowsByQuery: number[] = [];
  const refused = (words: string): CaptureAnswer => {
    store.reset();
    return { kind: 'refused', words };
  };

  return {
    *take({ runId, bytes, isFirst, isLast, mostRows, queries, isAnswer }) {
      if (isFirst) {
        reader = new CaptureReader();
        stored = 0;
        rowsByQuery = [];
      }
      reader.push(bytes);
      if (isLast) reader.end();
      for (;;) {
        const step = reader.next();
        if (!step.ok) return refused(step.error);
        const part = step.value;
        if (part.kind === 'wait') return { kind: 'more', rows: stored };
        if (part.kind === 'end') return { ...part, rowsByQuery };
        if (part.kind === 'summary')
          return part.rows > mostRows
            ? refused(
                `It has ${countText(part.rows)} rows; there is room for ${countText(mostRows)}. Close a result first.`,
              )
            : part;
        const { query: queryIndex, rows, body, lines } = part;
        if (queryIndex >= queries) return refused(`${lines}: query ${queryIndex} is not in the plan.`);
        const receipt = store.append({
          runId,
          queryIndex,
          body,
          ...(isAnswer === true && { slot: { order: AS_GIVEN } }),
        });
        if (!receipt.ok) return refused(`${lines}: ${receipt.error.message}`);
        if (receipt.value.rows !== rows)
          return refused(
            `${lines}: ${countText(rows)} entities were expected, and ${countText(receipt.value.rows)} are there.`,
          );
        stored += rows;
        while (rowsByQuery.length <= queryIndex) rowsByQuery.push(0);
        rowsByQuery[queryIndex] = (rowsByQuery[queryIndex] ?? 0) + rows;
        yield undefined;
      }
    },
  };
}
