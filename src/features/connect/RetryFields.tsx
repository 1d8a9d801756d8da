import { type ReactNode, useState } from 'react';
import {
  DEFAULT_RETRIES,
  isWithinBounds,
  readRetryChoice,
  RETRY_BOUNDS,
  type RetryChoice,
  type RetryField,
} from '../../state/connection/retrySettings.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { useServices, useStore } from '../shared/services.tsx';
import css from './connect.module.css';

interface FieldWords {
  readonly field: RetryField;
  readonly label: string;
  /** How many of the setting's own units make one of the shown units, such as milliseconds in a second. */
  readonly scale: number;
  readonly unit: string;
}

const FIELDS: readonly FieldWords[] = [
  { field: 'zMs', label: 'First step', scale: 1000, unit: 's' },
  { field: 'zMinMs', label: 'Shortest wait', scale: 1000, unit: 's' },
  { field: 'zMaxMs', label: 'Longest wait', scale: 1000, unit: 's' },
  { field: 'retries', label: 'Retries per page', scale: 1, unit: '' },
];

type Texts = Readonly<Record<RetryField, string>>;

function textsOf(choice: RetryChoice): Texts {
  const text = (field: RetryField, scale: number): string => String(choice[field] / scale);
  return {
    zMs: text('zMs', 1000),
    zMinMs: text('zMinMs', 1000),
    zMaxMs: text('zMaxMs', 1000),
    retries: text('retries', 1),
  };
}

function boundsText({ field, scale, unit }: FieldWords): string {
  const { from, to } = RETRY_BOUNDS[field];
  return `${from / scale} to ${to / scale}${unit === '' ? '' : ` ${unit}`}`;
}

/** The setting that a typed text means; undefined if it is not allowed. */
function valueOf({ field, scale }: FieldWords, text: string): number | undefined {
  if (!/^\s*\d{1,6}(?:\.\d{1,3})?\s*$/u.test(text)) return undefined;
  const value = Math.round(Number(text) * scale);
  return isWithinBounds(field, value) ? value : undefined;
}

function choiceOf(texts: Texts): Partial<RetryChoice> {
  const found = FIELDS.flatMap((words) => {
    const value = valueOf(words, texts[words.field]);
    return value === undefined ? [] : [[words.field, value] as const];
  });
  return Object.fromEntries(found);
}

function faultOf(
  words: FieldWords,
  texts: Texts,
  { zMinMs, zMaxMs }: Partial<RetryChoice>,
): string | undefined {
  if (valueOf(words, texts[words.field]) === undefined) return `Type ${boundsText(words)}.`;
  const isCrossed = zMinMs !== undefined && zMaxMs !== undefined && zMinMs > zMaxMs;
  return words.field === 'zMaxMs' && isCrossed ? 'Must not be shorter than the shortest wait.' : undefined;
}

/** How a run repeats a failed page. Kept in this browser; applies to the next run. */
export function RetryFields(): ReactNode {
  const { settings } = useServices();
  const saved = readRetryChoice(useStore(settings).retry);
  const [isOpen, setOpen] = useState(false);
  const [texts, setTexts] = useState(() => textsOf(saved));
  const isDefault = FIELDS.every(({ field }) => saved[field] === DEFAULT_RETRIES[field]);
  const choice = choiceOf(texts);

  const change = (next: Texts): void => {
    setTexts(next);
    const found = choiceOf(next);
    if (FIELDS.every((words) => faultOf(words, next, found) === undefined)) settings.change({ retry: found });
  };
  const restore = (): void => {
    setTexts(textsOf(DEFAULT_RETRIES));
    settings.change({ retry: DEFAULT_RETRIES });
  };
  return (
    <div className={css.retries}>
      <Button look="link" size="small" isExpanded={isOpen} onPress={() => setOpen(!isOpen)}>
        {`Retries (${isDefault ? 'default' : 'changed'})`}
      </Button>
      {isOpen && (
        <>
          <div className={css.retryFields}>
            {FIELDS.map((words) => (
              <TextField
                key={words.field}
                label={words.label}
                value={texts[words.field]}
                onChange={(text) => change({ ...texts, [words.field]: text })}
                description={boundsText(words)}
                error={faultOf(words, texts, choice)}
                suffix={words.unit === '' ? undefined : words.unit}
              />
            ))}
          </div>
          <p className={css.retryNote}>
            Each wait is the shortest wait plus a step that doubles with each retry, up to the longest wait. A
            Retry-After from the service is always respected. Applies to the next run; kept in this browser.
          </p>
          <div className="flex gap8">
            <Button size="small" onPress={restore}>
              Restore defaults
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
