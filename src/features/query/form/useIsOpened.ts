import { useState } from 'react';
import { isSameQuery, type QueryForm } from '../../../state/run/queryForm.ts';

/** Whether the form still holds the whole query with which the tab opened: a link, a bookmark, a recent query. */
export function useIsOpened(form: QueryForm): boolean {
  const [opened] = useState(form);
  return opened.table !== '' && opened.scheme !== '' && isSameQuery(opened, form);
}
