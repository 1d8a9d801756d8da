import { type ReactNode, useMemo, useState } from 'react';
import { type TimestampRewrite, timestampRewrite } from '../../../core/design/query/timestampRewrite.ts';
import type { EventVolume } from '../../../core/keys/base/scheme.ts';
import { KEY_SCHEMES, schemeById } from '../../../core/keys/schemeRegistry.ts';
import { formatFilter } from '../../../core/odata/filter.ts';
import type { FilterNode } from '../../../core/odata/filterNode.ts';
import { TICKS_PER_MINUTE } from '../../../core/time/ticks.ts';
import type { QueryForm } from '../../../state/run/queryForm.ts';
import { queryOfRewrite } from '../../../state/run/queryOfDesign.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx';
import { Select } from '../../../ui/controls/Select.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { useServices } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
import css from '../design.module.css';
import { formatCount } from '../../../ui/format.ts';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { CopyAction } from '../../shared/CopyAction.tsx';

const SCHEMES = KEY_SCHEMES.filter(
  ({ timeSource }) => timeSource === 'partition' || timeSource === 'both',
).map(({ id, title }) => ({ id, label: title }));
const VOLUMES: readonly { readonly id: string; readonly label: string; readonly volume: EventVolume }[] = [
  { id: '1', label: 'Small 1', volume: 1 },
  { id: '10', label: 'Medium 10', volume: 10 },
  { id: '100', label: 'Large 100', volume: 100 },
];
const MOST_MARGIN_MINUTES = 10_080;

function marginOf(text: string): bigint | undefined {
  const minutes = /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return minutes <= MOST_MARGIN_MINUTES ? BigInt(minutes) * TICKS_PER_MINUTE : undefined;
}

/** Reads a Timestamp condition by key. The scheme of the table and the margin determine the ranges. */
export function TimestampRewriteForm(props: {
  readonly node: FilterNode;
  readonly table: string | undefined;
}): ReactNode {
  const { node } = props;
  const { query } = useServices();
  const [schemeId, setScheme] = useState(() => {
    const used = query.get().scheme;
    return SCHEMES.some(({ id }) => id === used) ? used : (SCHEMES[0]?.id ?? '');
  });
  const [volume, setVolume] = useState<EventVolume>(() => query.get().volume);
  const [minutes, setMinutes] = useState('15');
  const margin = marginOf(minutes);
  const isPrefixed = schemeById(schemeId)?.prefixed === true;
  const rewrite = useMemo(
    () => (margin === undefined ? undefined : timestampRewrite(node, schemeId, { volume }, margin)),
    [node, schemeId, volume, margin],
  );
  return (
    <div className="column gap6">
      <h3>Add the key ranges of that time; the Timestamp condition stays.</h3>
      <div className={css.fields}>
        <div className={css.wide}>
          <Select label="Keys of the table" options={SCHEMES} value={schemeId} onChange={setScheme} />
        </div>
        {isPrefixed && (
          <SegmentedControl
            label="Prefixes"
            segments={VOLUMES}
            value={String(volume)}
            onChange={(id) => setVolume(VOLUMES.find((each) => each.id === id)?.volume ?? 1)}
          />
        )}
        <div className={css.narrow}>
          <TextField
            label="Margin, minutes"
            value={minutes}
            onChange={setMinutes}
            error={
              margin === undefined
                ? { message: `Write whole minutes, 0 to ${MOST_MARGIN_MINUTES}.` }
                : undefined
            }
          />
        </div>
      </div>
      {rewrite !== undefined && (
        <RewrittenQuery rewrite={rewrite} form={{ scheme: schemeId, volume }} {...props} />
      )}
      {rewrite === undefined && margin !== undefined && (
        <p className="third small">These keys need both ends of the time: add Timestamp lt datetime'...'.</p>
      )}
    </div>
  );
}

interface RewrittenQueryProps {
  readonly rewrite: TimestampRewrite;
  readonly form: Pick<QueryForm, 'scheme' | 'volume'>;
  readonly node: FilterNode;
  readonly table: string | undefined;
}

/** The rewritten query: which rows it misses, its filters, and the way to run it. */
function RewrittenQuery({ rewrite, form, node, table }: RewrittenQueryProps): ReactNode {
  const { query } = useServices();
  const { warning, filters, window } = rewrite;
  const openQuery = (): void => {
    query.change(queryOfRewrite({ ...form, table, window, filter: formatFilter(node) }));
    query.open();
  };
  return (
    <>
      <p>{warning}</p>
      <FilterList filters={filters} of={['times', 'by time']} onOpen={openQuery} />
    </>
  );
}

const SHOWN = 4;

interface FilterListProps {
  readonly filters: readonly FilterNode[];
  /** What the filters are of, as an id and in words, because two lists may be visible. */
  readonly of: readonly [id: string, words: string];
  readonly onOpen: () => void;
}

/** The first few filters as code, and the way to run them. Copying takes all of them, one on each line. */
export function FilterList({ filters, of: [id, words], onOpen }: FilterListProps): ReactNode {
  const texts = filters.map(formatFilter);
  useGroupActions('Design', [[`design.query.${id}`, `Open the queries ${words} in Query`, onOpen]]);
  return (
    <div className={css.filters}>
      <ol>
        {texts.slice(0, SHOWN).map((text) => (
          <li key={text}>
            <code>
              <VisibleText text={text} />
            </code>
          </li>
        ))}
      </ol>
      {texts.length > SHOWN && (
        <span className="third small">and {formatCount(texts.length - SHOWN)} more</span>
      )}
      <CopyAction
        action={[`design.copy.${id}`, 'Design', `Copy the queries ${words}`]}
        text={texts.join('\n')}
        label="Copy queries"
        face="Copy"
        size="small"
      />
      <Button size="small" onPress={onOpen}>
        Open in Query
      </Button>
    </div>
  );
}
