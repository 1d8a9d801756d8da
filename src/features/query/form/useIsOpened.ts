import { useState } from 'react';
import { isSameQuery, type QueryForm } from '../../../state/run/queryForm.ts';

/** Whether the form still holds the whole query with which the tab opened, from a link, a bookmark or a recent query. */
export function useIsOpened(form: QueryForm): boolean {
  const [opened] = useState(form);
  return opened.table !== '' && opened.scheme !== '' && isSameQuery(opened, form);
}
