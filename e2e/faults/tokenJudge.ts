// Judges the continuation tokens of a run: each goes back to where it came from, and their bytes are bounded.
import { MOST_ADDRESS_CHARS } from './memoryFetch.ts';
import { MOST_TOKEN_CHARS, ofStage, seriesOf, takenPages } from './ownFacts.ts';
import type { Evidence, Stage } from './seededRun.ts';
import type { WireEntry } from './wireTap.ts';

const LANES_OF_BOTH = 12;

/** A continuation token is opaque: it is sent back to its host, with the request that it belongs to. */
function sentViolations(evidence: Evidence, stage: Stage): readonly string[] {
  const given = new Set(evidence.wire.map((entry) => JSON.stringify([questionOf(entry), entry.next])));
  const strange = ofStage(evidence, stage).filter(
    (entry) => entry.token !== undefined && !given.has(JSON.stringify([questionOf(entry), entry.token])),
  );
  return strange.length === 0 ? [] : [`${strange.length} continuations went where nobody had given them`];
}

/** Stops at 64 MiB of tokens: no more than one for each lane arrives later. Asks for nothing that no browser sends. */
function lengthViolations(evidence: Evidence, stage: Stage): readonly string[] {
  const entries = ofStage(evidence, stage);
  const taken = new Map(
    takenPages(entries).map((page) => [`${seriesOf(page)} ${page.next}`, page.nextChars]),
  );
  const lengths = [...taken.values()];
  const chars = lengths.reduce((sum, each) => sum + each, 0);
  const longest = lengths.reduce((most, each) => Math.max(most, each), 0);
  const unsendable = entries.filter(({ targetChars }) => targetChars > MOST_ADDRESS_CHARS);
  return [
    ...(chars > MOST_TOKEN_CHARS + LANES_OF_BOTH * longest
      ? [`${chars} characters of tokens came, and it went on`]
      : []),
    ...(unsendable.length > 0 ? [`${unsendable.length} requests with an address that no browser sends`] : []),
  ];
}

function questionOf({ account, table, filter, select }: WireEntry): string {
  return JSON.stringify([account, table, filter, select]);
}

export function tokenViolations(evidence: Evidence, stage: Stage): readonly string[] {
  return [...sentViolations(evidence, stage), ...lengthViolations(evidence, stage)];
}
