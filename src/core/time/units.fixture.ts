// Lengths of time and edges of the calendar in ticks of 100 ns. They are written out, so that no test checks a constant against itself.

export const MS = 10_000n;
export const SECOND = 10_000_000n;
export const MINUTE = 600_000_000n;
export const HOUR = 36_000_000_000n;
export const DAY = 864_000_000_000n;
/** 1970-01-01T00:00:00Z */
export const UNIX = 621_355_968_000_000_000n;
/** 9999-12-31T23:59:59.9999999Z */
export const MAX = 3_155_378_975_999_999_999n;
