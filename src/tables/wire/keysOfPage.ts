import { decodeKeysPage } from '../../core/entities/page/decodePage.ts';
import { SYSTEM_PARTITION_KEY, SYSTEM_ROW_KEY, systemText } from '../../core/entities/page/decodedPage.ts';
import type { PageFault } from '../../core/entities/bytes/pageFault.ts';
import { ok, type Result } from '../../core/result.ts';
import type { EntityKey } from '../../core/keys/base/entityKey.ts';

interface PageKeys {
  readonly rows: number;
  readonly firstKey?: EntityKey | undefined;
  readonly lastKey?: EntityKey | undefined;
}

/** The receipt of a small page that is not stored. */
export function receiptOf(body: Uint8Array): Result<PageKeys, PageFault> {
  const decoded = decodeKeysPage(body);
  if (!decoded.ok) return decoded;
  const page = decoded.value;
  const keyAt = (row: number): EntityKey | undefined => {
    const partitionKey = systemText(page, row, SYSTEM_PARTITION_KEY);
    const rowKey = systemText(page, row, SYSTEM_ROW_KEY);
    return partitionKey === undefined || rowKey === undefined ? undefined : { partitionKey, rowKey };
  };
  const rows = page.rowCount;
  return ok(rows === 0 ? { rows } : { rows, firstKey: keyAt(0), lastKey: keyAt(rows - 1) });
}
