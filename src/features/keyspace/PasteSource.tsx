import { type DragEvent, type ReactNode, useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { ProgressCount } from '../../ui/feedback/ProgressCount.tsx';
import { useServices } from '../shared/services.tsx';
import { useStore } from '../shared/useStore.ts';
import css from './keyspace.module.css';
import { MapPane } from './MapPane.tsx';
import { usePasteMap } from './usePasteMap.ts';

/** A list of keys, pasted or dropped: nothing of it leaves the tab. */
export function PasteSource(): ReactNode {
  const { decodeBulk, keyspace } = useServices();
  const list = useStore(decodeBulk);
  const { zoom } = useStore(keyspace);
  const data = usePasteMap(list, zoom);
  if (list.kind === 'reading') {
    return (
      <div className={css.reading}>
        <ProgressCount
          label={`Bytes of ${list.name} read`}
          done={list.progress?.bytesRead ?? 0}
          total={list.progress?.bytesTotal}
          unit="bytes"
        />
        <Button onPress={decodeBulk.cancel}>Cancel</Button>
      </div>
    );
  }
  if (data !== undefined) {
    return (
      <>
        <div className={css.listBar}>
          <span>{list.kind === 'read' ? list.name : ''}</span>
          <Button size="small" onPress={decodeBulk.clear}>
            Close list
          </Button>
        </div>
        <MapPane data={data} />
      </>
    );
  }
  return <PasteIntake />;
}

function PasteIntake(): ReactNode {
  const { decodeBulk } = useServices();
  const list = useStore(decodeBulk);
  const [text, setText] = useState('');
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    const file = event.dataTransfer.files[0];
    if (file !== undefined) decodeBulk.read(file, file.name);
  };
  const isWithoutTime = list.kind === 'read' && list.summary.timedKeys === 0;
  return (
    <div className={css.intake} onDrop={drop} onDragOver={(event) => event.preventDefault()}>
      {list.kind === 'failed' && (
        <Notice
          tone="error"
          title={`${list.name} could not be read.`}
          nextStep="Open the file again, or paste its lines."
        >
          {list.message}
        </Notice>
      )}
      {isWithoutTime && (
        <Notice
          tone="info"
          title={`${list.name}: no key of it states a time.`}
          nextStep="Paste PartitionKeys or RowKeys that hold ticks, Unix time or dates."
        />
      )}
      <TextField label="Keys" rows={8} mono value={text} onChange={setText} placeholder="One key a line" />
      <div className={css.intakeActions}>
        <Button
          look="primary"
          isDisabled={text.trim() === ''}
          onPress={() => decodeBulk.read(text, 'pasted keys')}
        >
          Show map
        </Button>
        <span className={css.dim}>
          or drop a file: keys, CSV or an NDJSON export, up to a million lines and more
        </span>
      </div>
    </div>
  );
}
