import { type ReactNode, useMemo } from 'react';
import { seriesQueries } from '../../../core/series/seriesQueries.ts';
import type { SeriesLayout } from '../../../core/series/seriesLayout.ts';
import type { SeriesWindow } from '../../../core/series/seriesQueries.ts';
import type { SeriesDesign } from '../../../state/design/seriesForm.ts';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import css from './series.module.css';
import { CopyAction } from '../../shared/CopyAction.tsx';

/** More filters are copied, not shown. */
const MOST_SHOWN = 3;

/** The exact `$filter`s that read the window in each layout. */
export function SeriesFilters({ design }: { readonly design: SeriesDesign }): ReactNode {
  return (
    <section className={css.section} aria-label="Queries of the series">
      <h2 className={css.title}>The queries</h2>
      <LayoutFilters title="Basic" layout={design.basic} asked={design.asked} />
      <LayoutFilters title="Advanced" layout={design.advanced} asked={design.asked} />
    </section>
  );
}

const KIND_WORDS = {
  points: 'rows by their keys',
  'several queries': 'several queries',
  'row range': 'row range',
  'partition range': 'partition range',
} as const;

function LayoutFilters(props: {
  readonly title: string;
  readonly layout: SeriesLayout;
  readonly asked: SeriesWindow;
}): ReactNode {
  const { title, layout, asked } = props;
  const read = useMemo(() => seriesQueries(layout, asked), [layout, asked]);
  const hidden = read.filters.length - MOST_SHOWN;
  return (
    <>
      <p className={css.reason}>
        <strong>{title}</strong>: {KIND_WORDS[read.kind]}. {read.reason}
      </p>
      <ul className={css.filters}>
        {read.filters.slice(0, MOST_SHOWN).map((filter) => (
          <li key={filter} className={css.filter}>
            <code>
              <VisibleText text={filter} />
            </code>
            <CopyButton text={filter} label={`Copy the ${title.toLowerCase()} filter`} size="small" />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p className={css.reason}>
          {`and ${hidden} more. `}
          <CopyAction
            action={[`series.copy.${title}`, 'Design', `Copy all ${title.toLowerCase()} filters`]}
            text={read.filters.join('\n')}
            label={`Copy all ${title.toLowerCase()} filters`}
            face={`Copy all ${read.filters.length}`}
            look="link"
            size="small"
          />
        </p>
      )}
    </>
  );
}
