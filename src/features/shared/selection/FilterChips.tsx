import { CornerLeftUp, X } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { ticksFromUnixMs } from '../../../core/time/ticks.ts';
import type { RowFilter, UncomparedRows } from '../../../core/rows/rowQuery.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { IconButton } from '../../../ui/controls/IconButton.tsx';
import { isTimeRange } from '../../../state/run/rowListState.ts';
import { cx } from '../../../ui/classes.ts';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { useServices } from '../services.tsx';
import { useZone } from '../shownTime.ts';
import { windowWords } from '../windowWords.ts';
import { filterWords, uncomparedWords } from './filterWords.ts';
import css from './filterChips.module.css';

/** The filters of the selection, each with a button that removes it. */
export function FilterChips(props: {
  readonly filters: readonly RowFilter[];
  /** Rows that the filters could not compare, once the list has been filtered by them. */
  readonly uncompared: readonly UncomparedRows[] | undefined;
  readonly onChange: (filters: readonly RowFilter[]) => void;
  /** Returns a function that adds the filter to the query; undefined if the service has no such condition. */
  readonly toQuery: (filter: RowFilter) => (() => void) | undefined;
}): ReactNode {
  const { filters, uncompared, onChange, toQuery } = props;
  const place = useRef<HTMLDivElement>(null);
  // The removed chip had the focus. Move it to the next chip, or after the last chip to the tab of the view, or to the map.
  const removed = useRef<number>(undefined);
  const count = filters.length;
  useEffect(() => {
    const at = removed.current;
    if (at === undefined) return;
    removed.current = undefined;
    const crosses = [...(place.current?.querySelectorAll<HTMLElement>('li button:last-child') ?? [])];
    const next = crosses[Math.min(at, count - 1)];
    const view = document.querySelector<HTMLElement>(
      'main :not([data-pages]) > * > [role="tab"][aria-selected="true"]',
    );
    (next ?? view ?? document.querySelector<HTMLElement>('main [role="application"]'))?.focus();
  }, [count]);
  const remove = (at: number, left: readonly RowFilter[]): void => {
    removed.current = at;
    onChange(left);
  };
  return (
    <div ref={place} className={css.place}>
      {filters.length > 0 && (
        <ul className="flex wrap thin gap4" aria-label="Filters">
          {filters.map((filter, at) => {
            const words = filterWords(filter);
            const addToQuery = toQuery(filter);
            const left = uncompared?.find((each) => each.filter === at);
            const note = left && `(${uncomparedWords(left.types)})`;
            return (
              <li key={JSON.stringify(filter)} className={css.chip}>
                <span className="thin clip" title={note === undefined ? words : `${words} ${note}`}>
                  <ChipWords filter={filter} />
                  {note !== undefined && (
                    <span className="third">
                      {'\u00A0'}
                      <VisibleText text={note} />
                    </span>
                  )}
                </span>
                {addToQuery !== undefined && (
                  <IconButton
                    size="small"
                    label={`Add to the query: ${words}`}
                    icon={<CornerLeftUp />}
                    onPress={addToQuery}
                  />
                )}
                <IconButton
                  size="small"
                  label={`Remove filter: ${words}`}
                  icon={<X />}
                  onPress={() =>
                    remove(
                      at,
                      filters.filter((each) => each !== filter),
                    )
                  }
                />
              </li>
            );
          })}
        </ul>
      )}
      {filters.length > 1 && (
        <Button look="link" size="small" onPress={() => remove(0, [])}>
          Clear all
        </Button>
      )}
    </div>
  );
}

/** Times are in the shown time zone; the tooltip has the exact texts. */
function ChipWords({ filter }: { readonly filter: RowFilter }): ReactNode {
  if (isTimeRange(filter)) return <TimeWords {...filter} />;
  if (filter.kind !== 'except') return <VisibleText text={filterWords(filter)} />;
  return filter.of.map((each, at) => (
    <Fragment key={filterWords(each)}>
      {at === 0 ? 'without ' : ', '}
      <ChipWords filter={each} />
    </Fragment>
  ));
}

/** A time range in the shown time zone. */
function TimeWords(range: { readonly from: string; readonly to: string }): ReactNode {
  const { nowMs } = useServices();
  const words = windowWords(range, ticksFromUnixMs(nowMs()), useZone());
  return (
    <>
      {words?.times}
      <span className={cx('third', css.day)}>
        {'\u00A0'}
        {words?.detail}
      </span>
    </>
  );
}
