import { type ReactNode, useRef, useState } from 'react';
import type { Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import { cx } from '../../../ui/classes.ts';
import { Menu } from '../../../ui/controls/Menu.tsx';
import { formatPlural } from '../../../ui/format.ts';
import { useElementSize } from '../../../ui/useElementSize.ts';
import { briefFindings } from './findingWords.ts';
import type { Diagnosed } from './useDiagnosis.ts';
import { useZone } from '../shownTime.ts';
import css from './findingsBar.module.css';
import { TEXT_SCALE } from '../../../ui/theme/textScale.ts';
import type { DiagnosisScope } from '../../../core/keyspace/diagnosis/diagnose.ts';
import { capital } from '../../../core/words.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';

interface FindingsBarProps {
  readonly diagnosed: Diagnosed;
  /** The name of the map, if several are shown. */
  readonly of?: string | undefined;
  /** False while a run still reads: then nothing is shown. */
  readonly isOver: boolean;
  readonly lit: Finding | undefined;
  readonly onChoose: (finding: Finding) => void;
}

/** The findings about the rows in one line. Pressing a finding shows it on the map. */
export function FindingsBar(props: FindingsBarProps): ReactNode {
  const { diagnosed, isOver } = props;
  const bar = useRef<HTMLElement>(null);
  const { width } = useElementSize(bar);
  const { findings, scope } = diagnosed;
  const none = isOver ? noneWords(diagnosed) : '';
  return (
    <section
      ref={bar}
      className={css.bar}
      aria-label={props.of === undefined ? 'Findings' : `Findings of ${props.of}`}
    >
      {none === undefined && typeof findings !== 'string' ? (
        <Chips {...props} findings={findings} isPart={scope?.rows !== undefined} width={width} />
      ) : (
        <span className="third small clip" title={typeof findings === 'string' ? findings : undefined}>
          {none}
        </span>
      )}
      {isOver && <AllChecks scope={scope} />}
    </section>
  );
}

/** Why no findings are listed; undefined if there are some. */
function noneWords({ findings, scope }: Diagnosed): string | undefined {
  if (typeof findings === 'string') return whyNone(findings);
  if (scope?.isEmpty === true) return 'No findings: no query was read to its end';
  if (findings.length > 0) return undefined;
  return scope?.rows === undefined ? 'Nothing unusual' : 'Nothing unusual in what was read';
}

function whyNone(reason: string): string {
  return reason === 'looking at the rows'
    ? 'Looking for findings'
    : reason === 'no map'
      ? ''
      : reason.includes('stopped working')
        ? 'Findings could not be computed'
        : `Findings: ${reason}`;
}

function Chips(
  props: FindingsBarProps & {
    readonly findings: readonly Finding[];
    readonly isPart: boolean;
    readonly width: number;
  },
): ReactNode {
  const { findings, isPart, lit, onChoose } = props;
  const { timeZone } = useZone();
  const briefs = briefFindings(findings, timeZone);
  const shown = fittingChips(
    briefs.map(({ title, detail }) => title.length + detail.length),
    props.width,
  );
  const count = `${formatPlural(findings.length, 'finding')}${isPart ? ' in what was read' : ''}`;
  return (
    <>
      {shown > 0 && <span className="small strong warn">{count}</span>}
      {briefs.slice(0, shown).map((words, at) => {
        const finding = findings[at];
        return (
          finding !== undefined && (
            <button
              // Findings do not change their places.
              key={`${at} ${words.title}`}
              type="button"
              className={cx(css.chip, finding.severity === 'fault' && css.fault)}
              aria-pressed={finding === lit}
              onClick={() => onChoose(finding)}
            >
              <b>{words.title}</b>
              {words.detail !== '' && <span className="second">{words.detail}</span>}
            </button>
          )
        );
      })}
      {shown < findings.length && (
        <Menu
          {...(shown > 0
            ? { label: `${findings.length - shown} more` }
            : { label: count, face: <span className="small strong warn">{count}</span> })}
          look="subtle"
          entries={briefs.slice(shown).map(({ title, detail }, at) => ({
            id: String(at + shown),
            label: title,
            description: detail,
          }))}
          onAction={(id) => {
            const finding = findings[Number(id)];
            if (finding !== undefined) onChoose(finding);
          }}
        />
      )}
    </>
  );
}

/** Estimated widths in CSS px: of a letter, of the padding of a chip, of the count with the link to all checks, and of the menu. */
const LETTER_PX = 7 * TEXT_SCALE;
const AROUND_PX = 36;
const COUNT_PX = 185 * TEXT_SCALE;
const MENU_PX = 90 * TEXT_SCALE;

/** How many of these chips, from the first, fit beside the count. `lengths` are in characters. The other chips are in a menu. */
export function fittingChips(lengths: readonly number[], width: number): number {
  const widths = lengths.map((length) => length * LETTER_PX + AROUND_PX);
  const total = widths.reduce((sum, each) => sum + each, COUNT_PX);
  if (total <= width) return lengths.length;
  let left = width - COUNT_PX - MENU_PX;
  let count = 0;
  for (const each of widths) {
    left -= each;
    if (left < 0) break;
    count += 1;
  }
  return count;
}

const OUTCOMES = ['found', 'normal', 'not checked'] as const;

/** Lists everything that was looked for, because finding nothing does not mean that everything was checked. Undefined: not known. */
function AllChecks({ scope }: { readonly scope: DiagnosisScope | undefined }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  if (scope === undefined) return undefined;
  const { rows, checks } = scope;
  return (
    <>
      <Button look="link" size="small" onPress={() => setIsOpen(true)}>
        All checks
      </Button>
      <Dialog title="All checks" isOpen={isOpen} onOpenChange={setIsOpen}>
        {rows !== undefined && <p>Looked at {rows}.</p>}
        {OUTCOMES.map((outcome) => {
          const of = checks.filter((check) => check.outcome === outcome);
          return (
            of.length > 0 && (
              <section key={outcome} aria-label={capital(outcome)} className={css.outcome}>
                <h3>
                  {capital(outcome)}{' '}
                  <span className={css.why}>
                    {outcome === 'found'
                      ? formatPlural(
                          of.reduce((sum, { findings }) => sum + findings, 0),
                          'finding',
                        )
                      : of.length}
                  </span>
                </h3>
                <ul>
                  {of.map(({ title, outcome: own, findings, why }) => (
                    <li key={title}>
                      {title} <span className={css.why}>{own === 'found' ? foundWords(findings) : why}</span>
                    </li>
                  ))}
                </ul>
              </section>
            )
          );
        })}
      </Dialog>
    </>
  );
}

function foundWords(findings: number): string {
  if (findings === 0) return 'part of another finding';
  return findings === 1 ? '' : formatPlural(findings, 'finding');
}
