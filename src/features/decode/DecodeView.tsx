import { type ReactNode, useCallback, useMemo, useState, useEffect } from 'react';
import type { KeyPart } from '../../core/keys/base/scheme.ts';
import { pastedSecret } from '../../state/decode/decodeSecret.ts';
import type { BulkState } from '../../state/decode/decodeBulk.ts';
import type { DecodeForm } from '../../state/decode/decodeStore.ts';
import { cx } from '../../ui/classes.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { formatCount, formatPlural } from '../../ui/format.ts';
import { useServices, useStore } from '../shared/services.tsx';
import { useGroupActions } from '../shared/useActions.ts';
import { useLoaded, useLate } from '../shared/late.ts';
import { useNow } from '../shared/shownTime.ts';
import { OtherVersion } from '../shared/OtherVersion.tsx';
import {
  DecodeExamples,
  SampleButton,
  StartChoices,
  StartIntro,
  EncodeButton,
  type EncodeFold,
  OpenFile,
} from './StartChoices.tsx';
import css from './decode.module.css';
import type { Decoded } from './decoded.ts';
import type { EncodedText } from './followed.ts';
import { PasteBox } from './PasteBox.tsx';
import type { ReadingsProps } from './Readings.tsx';
import { SecretNotice } from './SecretNotice.tsx';
import start from './start.module.css';
import { useDecoded } from './useDecoded.ts';

const CLOCK_MS = 1000;

/** Keys in, times out; Encode does the reverse. Nothing typed here leaves the tab or enters the address by itself. */
export function DecodeView(): ReactNode {
  const { decode, decodeBulk } = useServices();
  const form = useStore(decode);
  const bulk = useStore(decodeBulk);
  const clockMs = useNow(CLOCK_MS);
  const [secret, setSecret] = useState<string>();
  // A new table name means that every key must be read again.
  const tableName = usePaused(form.tableName);
  const { decoded, settled, isTime, atMs, hasFailed } = useDecoded(form, tableName);
  // The clock of the labels ticks once a second. A "now" typed since its last tick must not lie in the future.
  const now = settled.kind === 'time' ? Math.max(clockMs, atMs) : clockMs;
  const shown = useLate(settled);

  const { change, readBulk, clear } = useChanges(setSecret);
  // Typing sets a list aside; emptying the field brings it back.
  const list = bulk.kind !== 'none' && form.text === '' ? bulk : undefined;
  const showExample = useCallback(
    (text: string, part: KeyPart | undefined) => change({ text, part }),
    [change],
  );
  const canClear = form.text !== '' || bulk.kind !== 'none' || secret !== undefined;
  const encode = useEncodeFold(isTime);
  const { isEncodeOpen } = encode;
  const isStart = !canClear && !isEncodeOpen;
  useDecodeActions(canClear ? clear : undefined, encode);
  // Loaded before any text is typed, because a newer deployment would remove the file.
  useLoaded(loadReadings, true);
  return (
    <div className={cx(css.view, isStart && start.view)}>
      {isStart && <StartIntro />}
      <PasteBox
        form={form}
        onChange={change}
        onBulk={readBulk}
        onClear={clear}
        count={list === undefined ? countWords(decoded) : ''}
        canClear={canClear}
        isStart={isStart}
        {...encode}
      />
      <div className={css.panes} data-encode={isEncodeOpen ? '' : undefined}>
        <ReadingsSection
          text={form.text}
          bulk={bulk}
          secret={secret}
          onSecretDone={() => setSecret(undefined)}
          decoded={shown}
          hasFailed={hasFailed}
          nowMs={now}
        >
          {!canClear && <DecodeExamples onExample={showExample} />}
          {isStart && <StartScreen onBulk={readBulk} {...encode} />}
        </ReadingsSection>
        {isEncodeOpen && (
          <LazyEncodePane
            decoded={shown}
            list={list}
            tableName={tableName}
            nowMs={now}
            isAsked={encode.isEncodeAsked}
          />
        )}
      </div>
    </div>
  );
}

/** What the field and its tools do. The functions stay the same, so that typing does not redraw the buttons. */
function useChanges(setSecret: (secret: string | undefined) => void) {
  const { decode, decodeBulk, templates } = useServices();
  return useMemo(
    () => ({
      change: (next: Partial<DecodeForm>): void => {
        const found = next.text === undefined ? undefined : pastedSecret(next.text);
        // The notice goes with its text: it is not about what is typed after it.
        if (next.text !== undefined) setSecret(found?.secret);
        decode.change(found === undefined ? next : { ...next, text: found.rest });
      },
      readBulk: (source: string | Blob, name: string): void => {
        const hint = hintOf(decode.get());
        decode.change({ text: '' });
        decodeBulk.read(source, name, { ...hint, templates: templates.get() });
      },
      clear: (): void => {
        decode.change({ text: '' });
        decodeBulk.clear();
        setSecret(undefined);
      },
    }),
    [decode, decodeBulk, templates, setSecret],
  );
}

/** The results for the text or the list, below a notice about a credential in the text. */
function ReadingsSection(props: {
  readonly text: string;
  readonly bulk: BulkState;
  readonly secret: string | undefined;
  readonly onSecretDone: () => void;
  readonly decoded: Decoded;
  readonly hasFailed: boolean;
  readonly nowMs: number;
  readonly children: ReactNode;
}): ReactNode {
  const { text, bulk, secret } = props;
  return (
    <section className={cx(css.readings, start.readings)} aria-label="Readings" tabIndex={-1}>
      <OtherVersion />
      {secret !== undefined && (
        <SecretNotice secret={secret} hasRest={text !== ''} onDone={props.onSecretDone} />
      )}
      {text !== '' && bulk.kind !== 'none' && <ListAside name={bulk.name} />}
      {props.children}
      {text === '' && bulk.kind !== 'none' && <LazyBulkPane state={bulk} />}
      {text !== '' &&
        (props.hasFailed ? <LoadFault /> : <LazyReadings decoded={props.decoded} nowMs={props.nowMs} />)}
    </section>
  );
}

/** Encode is folded until it is needed. A typed time opens it, because its keys are what the user wants. */
function useEncodeFold(isTime: boolean): EncodeFold & { readonly isEncodeAsked: boolean } {
  const [choice, setChoice] = useState<boolean>();
  const isEncodeOpen = choice ?? isTime;
  // True if the button opened it, rather than a typed time.
  const onEncode = useCallback(() => setChoice(!isEncodeOpen), [isEncodeOpen]);
  return { isEncodeAsked: choice === true, isEncodeOpen, onEncode };
}

function useDecodeActions(clear: (() => void) | undefined, { isEncodeOpen, onEncode }: EncodeFold): void {
  const group = 'Decode';
  const title = isEncodeOpen ? 'Hide Encode' : 'Encode a time or a window to keys';
  useGroupActions(group, [
    ['decode.clear', 'Clear the text', clear],
    ['decode.encode', title, onEncode],
  ]);
}

/** Shown below the field while it is empty: other views, recent queries, and examples of input. */
function StartScreen(
  props: EncodeFold & { readonly onBulk: (source: string | Blob, name: string) => void },
): ReactNode {
  return (
    <>
      <StartChoices />
      <LazyRecentQueries />
      <div className={start.foot}>
        <span>Nothing you paste leaves this tab.</span>
        <SampleButton />
        <OpenFile onBulk={props.onBulk} />
        <EncodeButton {...props} />
      </div>
    </>
  );
}

/** A list that was put aside by typing, one press away. */
function ListAside({ name }: { readonly name: string }): ReactNode {
  const { decode, decodeBulk } = useServices();
  const show = (): void => decode.change({ text: '' });
  useGroupActions('Decode', [
    ['decode.list.show', 'Show the list', show],
    ['decode.list.close', 'Close the list', decodeBulk.clear],
  ]);
  return (
    <Notice
      tone="info"
      title={`The list is still here: ${name}.`}
      actions={
        <>
          <Button size="small" onPress={show}>
            Show the list
          </Button>
          <Button size="small" look="subtle" onPress={decodeBulk.clear}>
            Close the list
          </Button>
        </>
      }
    />
  );
}

// The first screen is the field; the rest loads right after it, or when it is needed.
const loadReadings = () => import('./Readings.tsx').then((module) => module.Readings);
const loadEncodePane = () => import('./EncodePane.tsx').then((module) => module.EncodeOfText);
const loadRecentQueries = () => import('./RecentQueries.tsx').then((module) => module.RecentQueries);
const loadBulkPane = () => import('./BulkPane.tsx').then((module) => module.BulkPane);

function LazyReadings(props: ReadingsProps): ReactNode {
  const loaded = useLoaded(loadReadings, true);
  if (loaded.state === 'failed') return <LoadFault />;
  return loaded.state === 'loaded' && <loaded.value {...props} />;
}

function LazyEncodePane(props: EncodedText): ReactNode {
  const loaded = useLoaded(loadEncodePane, true);
  if (loaded.state === 'failed') return <LoadFault />;
  return loaded.state === 'loaded' ? <loaded.value {...props} /> : <div className={css.encodeWait} />;
}

function LazyRecentQueries(): ReactNode {
  const hasSome = useStore(useServices().recent).length > 0;
  const loaded = useLoaded(loadRecentQueries, hasSome);
  return hasSome && loaded.state === 'loaded' && <loaded.value />;
}

function LazyBulkPane({ state }: { readonly state: Exclude<BulkState, { kind: 'none' }> }): ReactNode {
  const loaded = useLoaded(loadBulkPane, true);
  if (loaded.state === 'failed') return <LoadFault />;
  return loaded.state === 'loaded' && <loaded.value state={state} />;
}

function LoadFault(): ReactNode {
  return (
    <Notice
      tone="error"
      title="A part of Keyscope could not be loaded: most likely a new version was published."
      nextStep="Reload the page, then paste the text again."
      isLive
    />
  );
}

function hintOf(form: DecodeForm): {
  readonly tableName?: string | undefined;
  readonly part?: KeyPart | undefined;
} {
  const tableName = form.tableName.trim();
  return {
    tableName: tableName || undefined,
    part: form.part,
  };
}

function countWords(decoded: Decoded): string {
  switch (decoded.kind) {
    case 'empty':
      return '';
    case 'reading':
      return 'Reading the text ...';
    case 'time':
      return 'A time';
    case 'nothing':
      return 'No key found';
    case 'keys':
      return decoded.isCut
        ? `The first ${formatCount(decoded.keys.length)} keys`
        : formatPlural(decoded.keys.length, 'key');
  }
}

/** Longer than the time between two keys of a word. */
const PAUSE_MS = 200;

/** A typed text, once nothing was typed for a moment. For work that would be wasted on half a word. */
function usePaused(text: string): string {
  const { activity } = useServices();
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    if (paused === text) return undefined;
    const end = activity.begin();
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [paused, text, activity]);
  return paused;
}
