import { type ClipboardEvent, type DragEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import type { BulkState } from '../../../state/decode/decodeBulk.ts';
import { groupingOfText } from '../../../state/keyspace/keyspaceRows.ts';
import type { KeyFileState } from '../../../state/keyspace/keyFile.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { useFilePicker } from '../../../ui/controls/useFilePicker.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { formatCount } from '../../../ui/format.ts';
import { ReadingFile } from '../../shared/ReadingFile.tsx';
import { useServices, useStore } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
import { FileFaults } from '../../shared/captures/FileFaults.tsx';
import { useResultFiles } from '../../shared/captures/useResultFiles.ts';
import css from '../map/keyspace.module.css';
import { useMapSections } from '../map/keyspaceParts.ts';
import { focusMap } from '../map/MapPicture.tsx';
import { CellsPane } from '../map/CellsPane.tsx';
import { RowsOfSelect } from '../map/RowsSelect.tsx';
import { useFileMap } from './useFileMap.ts';
import { usePasteMap } from './usePasteMap.ts';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { LINE_BOUNDS } from '../../../ui/text/textParts.ts';

const PASTED_NAME = 'pasted keys';
/** A longer text is read at once, because no text area can show a million lines. */
const MOST_TYPED_CHARS = 100_000;
const BY_PREFIX = { by: 'prefix' } as const;

/** Takes a pasted or dropped list of keys, or an export of a table. Nothing of it leaves the tab. */
export function PasteSource(): ReactNode {
  const { decodeBulk } = useServices();
  const { file } = useMapSections();
  const list = useStore(decodeBulk);
  const state = useStore(file);
  const take = (event: DragEvent): void => {
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    if (files.length > 0) file.take(files);
  };
  const content =
    state.kind === 'reading' || state.kind === 'read' ? (
      <FileSource state={state} />
    ) : (
      <ListSource list={list} file={state} />
    );
  return (
    <div className={css.pane} onDrop={take} onDragOver={(event) => event.preventDefault()}>
      {content}
    </div>
  );
}

/** The map replaces the field and its button, so the focus goes to the map, unless the user moved it elsewhere. */
function useMapFocus(isShown: boolean): void {
  useEffect(() => {
    const { activeElement } = document;
    if (!isShown || !(activeElement === document.body || activeElement?.tagName === 'MAIN')) return;
    focusMap();
  }, [isShown]);
}

function FileSource({
  state,
}: {
  readonly state: Extract<KeyFileState, { kind: 'reading' | 'read' }>;
}): ReactNode {
  const { keyspace } = useServices();
  const { file } = useMapSections();
  const { zoom, rowsBy: text } = useStore(keyspace);
  const grouping = useMemo(() => groupingOfText(text) ?? BY_PREFIX, [text]);
  const data = useFileMap(state, zoom, grouping);
  useMapFocus(data !== undefined);
  const { open } = useResultFiles();
  const read = state.kind === 'read' ? state : undefined;
  const openResult = read && (() => void open(read.files));
  useGroupActions('Keyspace', [
    ['keyspace.file.result', 'Open the mapped file as a result', openResult],
    ['keyspace.file.close', 'Close the mapped file', read && file.clear],
  ]);
  if (state.kind === 'reading') {
    const { progress, name } = state;
    const rows = progress === undefined ? '' : `${formatCount(progress.rows)} rows so far`;
    return (
      <div className={css.intake}>
        <ReadingFile name={name} progress={progress} words={rows} onCancel={file.cancel} />
      </div>
    );
  }
  const { summary } = state;
  const tools = (
    <>
      <FileFaults summary={summary} />
      <Button size="small" onPress={openResult}>
        Open as result
      </Button>
      <Button size="small" onPress={file.clear}>
        Close file
      </Button>
    </>
  );
  if (data !== undefined)
    return (
      <CellsPane
        data={data}
        rows={<RowsOfSelect rowsBy={grouping} names={() => summary.columns} />}
        query={tools}
      />
    );
  return (
    <>
      <div className={css.listBar}>
        <span className={css.listName}>{wordsOf(state.name, LINE_BOUNDS)}</span>
        {tools}
      </div>
      {summary.span === undefined && (
        <div className={css.intake}>
          <Notice
            tone="info"
            title={
              summary.rows === 0
                ? `${state.name}: no row could be read.`
                : `${state.name}: no row has a time.`
            }
            nextStep="Drop an export whose keys hold ticks, Unix time or dates, or that has a Timestamp."
          />
        </div>
      )}
    </>
  );
}

function ListSource({ list, file }: { readonly list: BulkState; readonly file: KeyFileState }): ReactNode {
  const { decodeBulk, keyspace } = useServices();
  const { zoom } = useStore(keyspace);
  const data = usePasteMap(list, zoom);
  useMapFocus(data !== undefined);
  const close = data === undefined ? undefined : decodeBulk.clear;
  useGroupActions('Keyspace', [['keyspace.list.close', 'Close the mapped list', close]]);
  if (list.kind === 'reading') {
    const words = list.progress === undefined ? '' : `${formatCount(list.progress.keys)} keys so far`;
    return (
      <div className={css.intake}>
        <ReadingFile name={list.name} progress={list.progress} words={words} onCancel={decodeBulk.cancel} />
      </div>
    );
  }
  if (data === undefined) return <PasteIntake list={list} file={file} />;
  return (
    <CellsPane
      data={data}
      query={
        <Button size="small" onPress={close}>
          Close list
        </Button>
      }
    />
  );
}

interface IntakeNotice {
  readonly tone: 'error' | 'info';
  readonly title: string;
  readonly text?: string;
  readonly nextStep: string;
}

function noticeOf(list: BulkState, file: KeyFileState): IntakeNotice | undefined {
  const failed = file.kind === 'failed' ? file : list.kind === 'failed' ? list : undefined;
  if (failed !== undefined)
    return {
      tone: 'error',
      title: `${failed.name} could not be read.`,
      text: failed.message,
      nextStep: 'Open the file again, or paste its lines.',
    };
  const cancelled = file.kind === 'cancelled' ? file : list.kind === 'cancelled' ? list : undefined;
  if (cancelled !== undefined)
    return {
      tone: 'info',
      title: `${cancelled.name}: cancelled before the end; nothing was kept.`,
      nextStep: 'Drop the file again to read it whole.',
    };
  if (list.kind === 'read' && list.summary.timedKeys === 0)
    return {
      tone: 'info',
      title:
        list.summary.keys === 0
          ? `${list.name}: no key could be read.`
          : `${list.name}: no key holds a time.`,
      nextStep: 'Paste PartitionKeys or RowKeys that hold ticks, Unix time or dates.',
    };
  return undefined;
}

function PasteIntake({
  list,
  file: state,
}: {
  readonly list: BulkState;
  readonly file: KeyFileState;
}): ReactNode {
  const { file } = useMapSections();
  const [text, setText] = useState('');
  const notice = noticeOf(list, state);
  const show = text.trim() === '' ? undefined : (): void => file.take([new File([text], PASTED_NAME)]);
  const [field, choose] = useFilePicker('Export or key file', file.take, { multiple: true });
  useGroupActions('Keyspace', [
    ['keyspace.list.show', 'Show the map of the typed keys', show],
    ['keyspace.file.open', 'Open an export or a list of keys', choose],
  ]);
  const paste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData('text/plain');
    if (pasted.length <= MOST_TYPED_CHARS) return;
    event.preventDefault();
    file.take([new File([pasted], PASTED_NAME)]);
  };
  return (
    <div className={css.intake} onPaste={paste}>
      {notice !== undefined && (
        <Notice tone={notice.tone} title={notice.title} nextStep={notice.nextStep} isLive>
          {notice.text}
        </Notice>
      )}
      <TextField
        label="Keys"
        rows={10}
        mono
        value={text}
        onChange={setText}
        placeholder={'One key per line, or the lines of a CSV or NDJSON export'}
      />
      <div className="row gap12">
        <Button look="primary" isDisabled={show === undefined} onPress={show}>
          Show map
        </Button>
        {field}
        <Button onPress={choose}>Open file</Button>
        <span className="third">or drop one here. It never leaves this tab.</span>
      </div>
      <ul className={css.forms}>
        <li>
          <b>A list of keys</b>, one or more per line
        </li>
        <li>
          <b>CSV</b> with columns PartitionKey and RowKey: Keyscope, Azure Storage Explorer, a copied grid
        </li>
        <li>
          <b>NDJSON or JSON</b> entities: Keyscope, a page of the service, az storage entity query
        </li>
      </ul>
    </div>
  );
}
