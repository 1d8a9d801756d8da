import { EyeOff, Filter } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ChartRequest } from '../../../../core/rows/chartRows.ts';
import chartsCss from '../../../../ui/charts/charts.module.css';
import { cx } from '../../../../ui/classes.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { IconButton } from '../../../../ui/controls/IconButton.tsx';
import { VisibleText } from '../../../../ui/text/VisibleText.tsx';
import { useSelect } from '../../../shared/selection/useSelectTime.ts';
import css from './chart.module.css';
import type { LegendEntry } from './chartModel.ts';
import { statisticText } from './chartWords.ts';
import { columnOfSplit, labelFilter } from './labelFilter.ts';

/** Names and colours, each with the statistic over all of the time; they hide and isolate what is drawn. */
export function ChartLegend(props: {
  readonly runId: number;
  readonly request: Extract<ChartRequest, { readonly kind: 'series' }>;
  readonly legend: readonly LegendEntry[];
  /** Keys, also of entries that are not in the legend now. */
  readonly hidden: readonly string[];
  readonly onHide: (hidden: readonly string[]) => void;
}): ReactNode {
  const { request, legend, hidden, onHide } = props;
  const select = useSelect(props.runId);
  const column = columnOfSplit(request.split);
  const hiddenCount = legend.filter(({ isHidden }) => isHidden).length;
  const toggle = (key: string): void =>
    onHide(hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key]);
  const isolate = ({ key, isHidden }: LegendEntry): void => {
    const isAlone = !isHidden && hiddenCount === legend.length - 1;
    onHide(isAlone ? [] : legend.flatMap((entry) => (entry.key === key ? [] : [entry.key])));
  };
  return (
    <div className={css.legend}>
      <ul className={chartsCss.legend}>
        {legend.map((entry) => {
          const { key, line, series, isHidden } = entry;
          const filter = column && labelFilter(column, series.label);
          return (
            <li key={key} className={cx(isHidden && css.hidden)}>
              {/* Its two presses take each other back. */}
              <span className={css.entry} onDoubleClick={() => isolate(entry)}>
                <IconButton
                  size="small"
                  label={`${isHidden ? 'Show' : 'Hide'} ${line.label}. Double-click or Shift+Space shows it alone`}
                  icon={
                    <>
                      {isHidden ? (
                        <EyeOff />
                      ) : (
                        <span className={chartsCss.swatch} style={{ background: line.color }} />
                      )}
                      <span className={css.lineName}>
                        <VisibleText text={line.label} />
                      </span>
                    </>
                  }
                  onPress={({ altKey, shiftKey }) => (altKey || shiftKey ? isolate(entry) : toggle(key))}
                />
              </span>
              <span className={css.legendValue}>
                {statisticText(request.value, request.statistic, {
                  number: series.overall,
                  exact: series.exact.get(series.values.length),
                })}
              </span>
              {filter !== undefined && (
                <IconButton
                  size="small"
                  label={`Select rows: ${line.label}`}
                  icon={<Filter />}
                  onPress={() => select([filter])}
                />
              )}
            </li>
          );
        })}
      </ul>
      {/* Its room is always there: nothing moves between two clicks. */}
      <span className={cx(css.hiddenCount, hiddenCount === 0 && css.none)}>
        {hiddenCount} hidden{' '}
        <Button look="link" size="small" onPress={() => onHide([])}>
          Show all
        </Button>
      </span>
    </div>
  );
}
