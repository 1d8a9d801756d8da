import { useEffect, useMemo, useState } from 'react';
import type { Steps } from '../../core/keys/pasted/findKeys.ts';
import { ticksFromUnixMs } from '../../core/time/ticks.ts';
import type { DecodeForm } from '../../state/decode/decodeStore.ts';
import { useServices } from '../shared/services.tsx';
import { createDecodeMemory } from './decodeMemory.ts';
import { type Decoded, decodeSteps } from './decodeText.ts';

/** Work between two looks at what the user does: with what is drawn besides, less than a frame. */
const SLICE_MS = 5;

interface Decoding {
  readonly steps: Steps<Decoded>;
  /** The first slice of work: most texts are done with it. */
  readonly first: Decoded | undefined;
  readonly atMs: number;
}

/** Works for a slice of time; undefined: there is more to do. */
function slice(steps: Steps<Decoded>, nowMs: () => number): Decoded | undefined {
  const untilMs = nowMs() + SLICE_MS;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (nowMs() >= untilMs) return undefined;
  }
}

const READING: Decoded = { kind: 'reading' };

/**
 * What a text is, decoded as it is typed: at once where that takes less than a frame, else in slices. `settled`: the same, but
 * while it is read what was there before, so that a list does not vanish and come back at every keystroke.
 */
export function useDecoded(form: DecodeForm): {
  readonly decoded: Decoded;
  readonly settled: Decoded;
  readonly atMs: number;
} {
  const { nowMs, activity } = useServices();
  const [memory] = useState(createDecodeMemory);
  const { text, tableName, part } = form;
  const decoding = useMemo((): Decoding => {
    const atMs = nowMs();
    memory.next();
    const steps = decodeSteps(text, ticksFromUnixMs(atMs), { tableName, part }, memory);
    return { steps, first: slice(steps, nowMs), atMs };
  }, [text, tableName, part, nowMs, memory]);
  const [later, setLater] = useState<{ readonly of: Decoding; readonly decoded: Decoded }>();

  useEffect(() => {
    if (decoding.first !== undefined) return undefined;
    const end = activity.begin();
    let timer: ReturnType<typeof setTimeout>;
    const goOn = (): void => {
      const decoded = slice(decoding.steps, nowMs);
      if (decoded === undefined) timer = setTimeout(goOn);
      else {
        setLater({ of: decoding, decoded });
        end();
      }
    };
    timer = setTimeout(goOn);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [decoding, nowMs, activity]);

  const decoded = decoding.first ?? (later?.of === decoding ? later.decoded : READING);
  const [settled, setSettled] = useState(decoded);
  if (decoded !== settled && decoded.kind !== 'reading') setSettled(decoded);
  return { decoded, settled: decoded.kind === 'reading' ? settled : decoded, atMs: decoding.atMs };
}
