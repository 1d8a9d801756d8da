import { formatShare } from '../../../ui/format.ts';

/** Never 100 % if a write is missing. */
export function storedText(stored: number, offered: number): string {
  const share = stored / Math.max(1, offered);
  if (share < 0.99 || stored === offered) return formatShare(offered === 0 ? 1 : share);
  return `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`;
}
