import type { ReactNode } from 'react';
import { leftOut, tooLong } from '../../state/address/hashAddress.ts';
import { formToParams, type QueryForm } from '../../state/run/queryForm.ts';
import { NOT_IN_LINK, TOO_LONG_TO_CHECK } from '../../state/base/secrets.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { capital } from '../../core/words.ts';

/** Names of link parameters whose field is called otherwise. */
const FIELD_NAMES: ReadonlyMap<string, string> = new Map([
  ['pk', 'PartitionKey'],
  ['rk', 'RowKey'],
  ['select', 'Columns'],
  ['only', 'Selection'],
  ['find', 'Search'],
  ['row', 'Opened row'],
  ['finding', 'Opened finding'],
  ['columns', 'Columns of the list'],
  ['hide', 'Hidden lines of the chart'],
  ['sql', 'SQL'],
]);

export function fieldName(parameter: string): string {
  return FIELD_NAMES.get(parameter) ?? capital(parameter);
}

/** Says which fields of a query are left out of links; nothing if none is. */
export function NotInLink({ form }: { readonly form: QueryForm | undefined }): ReactNode {
  const params = form === undefined ? [] : [...formToParams(form)];
  const names = leftOut(params);
  if (names.length === 0) return undefined;
  const isLong = tooLong(params).length === names.length;
  return (
    <Notice
      tone="info"
      title={isLong ? TOO_LONG_TO_CHECK : NOT_IN_LINK}
      nextStep="Whoever opens the link must type it."
    >
      {names.map(fieldName).join(', ')}. This query still uses the text.
    </Notice>
  );
}
