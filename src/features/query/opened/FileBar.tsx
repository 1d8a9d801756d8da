import type { ReactNode } from 'react';
import type { FileWords } from '../../../state/results/file/openExport.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { StatusLine } from '../../../ui/feedback/StatusLine.tsx';
import { FileFaults } from '../../shared/captures/FileFaults.tsx';
import { ExportMenu, ExportNotice } from '../run/ExportMenu.tsx';
import run from '../run/run.module.css';
import { useExporter } from '../run/useExporter.ts';
import { fileText } from './fileText.ts';

/** Where the rows of a file are from, and what is known of their completeness: without colour, because nothing proves it. */
export function FileBar(props: { readonly run: RunState; readonly file: FileWords }): ReactNode {
  const { run: state, file } = props;
  const exporter = useExporter(state);
  return (
    <section className={run.bar} aria-label="Result">
      <StatusLine
        label="Completeness"
        state={state.completeness.state}
        isPast
        text={fileText(file, state.completeness)}
        steps={<FileFaults summary={file.summary} />}
        actions={<ExportMenu run={state} exporter={exporter} />}
      />
      <ExportNotice exporter={exporter} />
    </section>
  );
}
