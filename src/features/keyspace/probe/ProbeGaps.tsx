import { type ReactNode, useState } from 'react';
import { gapSureness, gapText } from '../../../core/keyspace/probe/gaps.ts';
import type { ProbeGap, ProbePicture } from '../../../core/keyspace/probe/probeTypes.ts';
import { secondsText } from '../../../core/words.ts';
import { TICKS_PER_SECOND } from '../../../core/time/ticks.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { formatCount } from '../../../ui/format.ts';
import { useServices } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
import css from './probe.module.css';
import { VisibleText, wordsOf } from '../../../ui/text/VisibleText.tsx';

interface GroupGap {
  readonly group: number;
  readonly name: string;
  readonly gap: ProbeGap;
}

/** At most this many gaps are in the line; the others are shown on request. */
const SHOWN = 4;
const MOST_LISTED = 200;

function lengthOf({ from, to }: ProbeGap): bigint {
  return to - from;
}

/** The gaps of all groups, the longest first. */
function gapsOf({ groups }: ProbePicture): readonly GroupGap[] {
  return groups
    .flatMap(({ label, kind, gaps }, group) => {
      const name = kind === 'prefix' ? `Prefix ${label}` : label;
      return gaps.map((gap) => ({ group, name, gap }));
    })
    .toSorted((a, b) => Number(lengthOf(b.gap) - lengthOf(a.gap)));
}

function titleOf({ name, gap }: GroupGap): string {
  return `${name}: ${secondsText(Number(lengthOf(gap)) / Number(TICKS_PER_SECOND))}`;
}

/** Time spans without rows, in words: of which group, from when to when, and how certain that is. */
export function ProbeGaps({ picture }: { readonly picture: ProbePicture }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const gaps = gapsOf(picture);
  const toggle = gaps.length > SHOWN ? () => setOpen(!isOpen) : undefined;
  useGroupActions('Keyspace', [['probe.gaps', isOpen ? 'Show fewer gaps' : 'Show all gaps', toggle]]);
  if (gaps.length === 0) return undefined;
  const keyOf = ({ group, gap }: GroupGap): string => `${group} ${gap.from}`;
  const listed = gaps.slice(0, isOpen ? MOST_LISTED : SHOWN);
  const shown = gaps.find((gap) => keyOf(gap) === chosen);
  return (
    <section className={css.gaps} aria-label="Gaps">
      <div className={isOpen ? css.all : css.line}>
        <h2 className={css.title}>Gaps</h2>
        {listed.map((gap) => (
          <Button
            key={keyOf(gap)}
            size="small"
            isPressed={keyOf(gap) === chosen}
            onPress={() => setChosen(keyOf(gap) === chosen ? undefined : keyOf(gap))}
          >
            {titleOf(gap)}
          </Button>
        ))}
        {toggle !== undefined && (
          <Button size="small" look="subtle" onPress={toggle}>
            {isOpen ? 'Fewer gaps' : `All ${formatCount(gaps.length)} gaps`}
          </Button>
        )}
      </div>
      {shown !== undefined && <GapText gap={shown} />}
    </section>
  );
}

function GapText({ gap: { group, name, gap } }: { readonly gap: GroupGap }): ReactNode {
  const { keyspace } = useServices();
  const length = lengthOf(gap);
  const show = (): void => {
    const from = gap.from - length / 2n;
    keyspace.zoomTo(
      {
        from: from < 0n ? 0n : from,
        to: gap.to + length / 2n,
        rowFrom: Math.max(0, group - 2),
        rowTo: group + 3,
      },
      true,
    );
  };
  useGroupActions('Keyspace', [['probe.gap', 'Show the chosen gap on the map', show]]);
  return (
    <p className={css.text} role="status" aria-label="Gap">
      <b>
        <VisibleText text={name} />
      </b>{' '}
      has no rows from {wordsOf(gapText(gap))}. <span className="second">{gapSureness(gap)}.</span>{' '}
      <Button size="small" look="subtle" onPress={show}>
        Show on the map
      </Button>
    </p>
  );
}
