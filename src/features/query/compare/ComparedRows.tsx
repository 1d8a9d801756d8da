import type { ReactNode } from 'react';
import type { Entity } from '../../../core/entities/entity.ts';
import { countText } from '../../../core/words.ts';
import {
  type ChangedRow,
  changedNames,
  type ComparedValues,
  type ResultComparison,
} from '../../../state/results/compareResults.ts';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import css from './compare.module.css';
import { examplesTitle } from './compareText.ts';

/** Rows that only one of the results has. `children`: what can be done with them. */
export function Examples(props: {
  readonly name: string;
  readonly rows: readonly Entity[];
  readonly all: number;
  readonly children: ReactNode;
}): ReactNode {
  const { name, rows, all } = props;
  if (rows.length === 0) return undefined;
  return (
    <div>
      <KeyTable title={examplesTitle(`Only in ${name}`, rows.length, all)} rows={rows} />
      {props.children}
    </div>
  );
}

/** Rows with the same keys and other values, each with the properties that differ. */
export function ChangedRows({
  changed,
}: {
  readonly changed: NonNullable<ResultComparison['changed']>;
}): ReactNode {
  const { rows, examples, values } = changed;
  if (rows === 0) return undefined;
  return (
    <KeyTable
      title={examplesTitle('Same keys, other values', examples.length, rows)}
      rows={examples.map(({ first }) => first)}
      more={{ title: 'Differs in', of: (at) => namesOf(examples[at], values) }}
    />
  );
}

function namesOf(example: ChangedRow | undefined, values: ComparedValues): string {
  return example === undefined ? '' : changedNames(example, values).join(', ');
}

function KeyTable(props: {
  readonly title: string;
  readonly rows: readonly Entity[];
  readonly more?: { readonly title: string; readonly of: (at: number) => string };
}): ReactNode {
  const { rows, more } = props;
  return (
    <table className={css.examples}>
      <caption>{props.title}</caption>
      <thead>
        <tr>
          <th scope="col">PartitionKey</th>
          <th scope="col">RowKey</th>
          {more !== undefined && <th scope="col">{more.title}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ partitionKey, rowKey }, at) => (
          // Keys may repeat, and rows never change order.
          <tr key={`${countText(at)} ${partitionKey} ${rowKey}`}>
            <td>
              <VisibleText text={partitionKey} />
            </td>
            <td>
              <VisibleText text={rowKey} />
            </td>
            {more !== undefined && (
              <td>
                <VisibleText text={more.of(at)} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
