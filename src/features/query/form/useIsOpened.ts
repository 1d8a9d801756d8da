import { useState } from 'react';
import { isSameQuery, type QueryForm } from '../../../state/run/queryForm.ts';

/** Whether the form still holds the whole query with which the view opened: a link, a bookmark, a recent query. */
export function useIsOpened(form: QueryForm): boolean {
  const [opened] = useState(form);
  const bare = (one: QueryForm): QueryForm => ({ ...one, endpoint: '' });
  return opened.table !== '' && opened.scheme !== '' && isSameQuery(bare(opened), bare(form));
}
