import type { KeyScheme } from '../../keys/base/keyScheme.ts';
import { detectScheme, type SampleRow, type SchemeProposal } from '../../keys/detectScheme.ts';
import { schemeById } from '../../keys/schemeRegistry.ts';
import { noneScheme } from '../../keys/schemes/none.ts';
import { type DecodedPage, pageEntity } from '../page/decodedPage.ts';

/** Rows sampled to recognize the scheme: dense at the beginning, then sparser. */
const SAMPLE_ROWS = 256;
const SAMPLE_STRIDE = 8;

/** The scheme with this id, from the user's templates or the known schemes; the scheme without a time if no scheme has it. */
export function schemeNamed(id: string | undefined, templates: readonly KeyScheme[]): KeyScheme {
  return templates.find((template) => template.id === id) ?? schemeById(id ?? '') ?? noneScheme;
}

/** The scheme that fits the rows of a page best. The page should be the first one of the table or the file. */
export function proposalOfPage(
  page: DecodedPage,
  tableName: string,
  templates: readonly KeyScheme[],
): SchemeProposal | undefined {
  const rows = Array.from({ length: page.rowCount }, (_, row) => pageEntity(page, row));
  return proposeScheme(rows, tableName, templates)[0];
}

/** The schemes that fit the rows, best first, judged by a sample of the first 1,800 rows or so. */
export function proposeScheme(
  rows: Iterable<SampleRow>,
  tableName: string,
  templates: readonly KeyScheme[] = [],
): readonly SchemeProposal[] {
  const sample: SampleRow[] = [];
  let at = 0;
  for (const { partitionKey, rowKey, timestamp } of rows) {
    if (at++ % SAMPLE_STRIDE === 0 || at < SAMPLE_ROWS / SAMPLE_STRIDE)
      sample.push({ partitionKey, rowKey, timestamp });
    if (sample.length >= SAMPLE_ROWS) break;
  }
  return detectScheme(tableName, sample, templates);
}
