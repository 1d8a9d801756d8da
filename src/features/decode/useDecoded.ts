import { useEffect, useMemo, useState } from 'react';
import { ticksFromUnixMs } from '../../core/time/ticks.ts';
import type { DecodeForm } from '../../state/decode/decodeStore.ts';
import { useServices, useStore } from '../shared/services.tsx';
import { useLoaded } from '../shared/late.ts';
import { useZone } from '../shared/shownTime.ts';
import type { Decoded } from './decoded.ts';
import type { Decoder } from './decoder.ts';
import type { KeyScheme } from '../../core/keys/base/keyScheme.ts';
import type { Steps } from '../../core/steps.ts';

const NONE: readonly KeyScheme[] = [];

// Most users have no template, so the code for templates loads with the first one.
const loadSchemes = async () => {
  const { knowTemplates, templateSchemes } = await import('../../core/keys/templates/templateScheme.ts');
  knowTemplates();
  return templateSchemes;
};

/** The schemes of the saved templates; none until their code has loaded. */
function useSavedSchemes(): readonly KeyScheme[] {
  const saved = useStore(useServices().templates);
  const loaded = useLoaded(loadSchemes, saved.length > 0);
  return useMemo(
    () => (loaded.state === 'loaded' && saved.length > 0 ? loaded.value(saved) : NONE),
    [loaded, saved],
  );
}

/** Key schemes are a fifth of the page's code, and the empty field needs none of them, so they load right after the first screen. */
const loadDecoder = (): Promise<Decoder> => import('./decoder.ts').then((module) => module.decoder);

/** How long to work until the page may handle input. Together with drawing it is less than a frame. */
const SLICE_MS = 5;

interface Decoding {
  /** Undefined if nothing can be read yet. */
  readonly steps?: Steps<Decoded>;
  /** The result after the first slice of work, which is enough for most texts. */
  readonly first: Decoded | undefined;
  readonly atMs: number;
}

/** Works for one slice of time. Undefined if there is more to do. */
function slice(steps: Steps<Decoded>, nowMs: () => number): Decoded | undefined {
  const untilMs = nowMs() + SLICE_MS;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (nowMs() >= untilMs) return undefined;
  }
}

const READING: Decoded = { kind: 'reading' };
const EMPTY: Decoded = { kind: 'empty' };

/**
 * What a text is, decoded as it is typed: at once if that takes less than a frame, otherwise in slices. `settled` is
 * the same, but keeps the previous result while a text is being read, so that a list does not vanish and come back at
 * every keystroke.
 */
export function useDecoded(
  { text, part }: DecodeForm,
  tableName: string,
): {
  readonly decoded: Decoded;
  readonly settled: Decoded;
  /** Whether the text is a time and nothing else. */
  readonly isTime: boolean;
  readonly atMs: number;
  /** Whether the code that reads texts could not be loaded. */
  readonly hasFailed: boolean;
} {
  const { nowMs, activity } = useServices();
  const { timeZone } = useZone();
  const templates = useSavedSchemes();
  const loaded = useLoaded(loadDecoder, true);
  const decoder = loaded.state === 'loaded' ? loaded.value : undefined;
  const memory = useMemo(() => decoder?.createDecodeMemory(templates), [decoder, templates]);
  const decoding = useMemo((): Decoding => {
    const atMs = nowMs();
    if (text.trim() === '') return { first: EMPTY, atMs };
    if (decoder === undefined || memory === undefined) return { first: READING, atMs };
    memory.next();
    const steps = decoder.decodeSteps(text, ticksFromUnixMs(atMs), { tableName, part, timeZone }, memory);
    return { steps, first: slice(steps, nowMs), atMs };
  }, [text, tableName, part, timeZone, nowMs, decoder, memory]);
  const [later, setLater] = useState<{ readonly of: Decoding; readonly decoded: Decoded }>();

  useEffect(() => {
    const { steps } = decoding;
    if (decoding.first !== undefined || steps === undefined) return undefined;
    const end = activity.begin();
    let timer: ReturnType<typeof setTimeout>;
    const goOn = (): void => {
      const decoded = slice(steps, nowMs);
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
  const shown = decoded.kind === 'reading' ? settled : decoded;
  return {
    decoded,
    settled: shown,
    isTime: decoder?.isTime(shown) ?? false,
    atMs: decoding.atMs,
    hasFailed: loaded.state === 'failed',
  };
}
