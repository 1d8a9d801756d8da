import { type ReactNode, useMemo, useState } from 'react';
import { compareDesigns } from '../../../core/design/bench/compareDesigns.ts';
import { readBench, type Bench } from '../../../core/design/bench/readBench.ts';
import { twinRowsOf } from '../../../core/design/bench/twinRows.ts';
import { withProperties, ASSUMED_REQUEST_MS } from '../../../core/design/bench/workload.ts';
import {
  type DesignForm,
  type DesignKeys,
  MOST_DESIGNS,
  sampledLetters,
  fileOfForm,
  formOfFile,
  isOnlyInFile,
  formOfPattern,
  isSameDesign,
} from '../../../state/design/designForm.ts';
import { type DesignStore, noLinkText } from '../../../state/design/designStore.ts';
import { useLate } from '../../shared/late.ts';
import { useStore, useServices } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
import css from '../design.module.css';
import { type AddedWith, SavedList } from './SavedTemplates.tsx';
import { AdvicePane } from './AdvicePane.tsx';
import { CompareTable } from './CompareTable.tsx';
import { DesignCards } from './DesignCards.tsx';
import { SimulatedMap } from './SimulatedMap.tsx';
import { holeWithoutCode } from '../../../core/design/code/codeParts.ts';
import { csharpCode } from '../../../core/design/code/csharpCode.ts';
import { pythonCode } from '../../../core/design/code/pythonCode.ts';
import { typescriptCode } from '../../../core/design/code/typescriptCode.ts';
import { type KeyDesign, templatesOf } from '../../../core/design/bench/judgeDesign.ts';
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx';
import { CopyAction } from '../../shared/CopyAction.tsx';
import { useFilePicker } from '../../../ui/controls/useFilePicker.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { KNOWN_PATTERNS } from '../../../core/design/bench/knownPatterns.ts';
import { Select } from '../../../ui/controls/Select.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { formatCount, formatPlural } from '../../../ui/format.ts';
import type { RunState } from '../../../state/run/runState.ts';

/** Compares keys by the queries that they must serve. This is only arithmetic: nothing is sent. */
export function DesignBench({ design }: { readonly design: DesignStore }): ReactNode {
  const { form } = useStore(design);
  const bench = useMemo(() => readBench(form), [form]);
  const late = useLate(bench);
  const comparison = useMemo(
    () =>
      late.workload === undefined
        ? undefined
        : compareDesigns(
            late.designs.map(({ keys }) => keys),
            late.workload,
          ),
    [late],
  );
  const twins = useMemo(
    () => (late.workload === undefined ? [] : twinRowsOf(late.designs, late.workload)),
    [late],
  );
  const sampled = useMemo(() => sampledLetters(form), [form]);
  const change = (next: Partial<DesignForm>): void => design.change({ form: { ...form, ...next } });
  const add = (keys: DesignKeys, { properties = '', writes, bytes }: AddedWith = {}): void =>
    change({
      designs: [...form.designs, keys],
      properties: withProperties(form.properties, properties),
      ...(writes === undefined ? {} : { writes: String(writes) }),
      ...(bytes === undefined ? {} : { bytes: String(bytes) }),
    });
  const hasRoom = form.designs.length < MOST_DESIGNS;
  return (
    <>
      <section className={css.section} aria-labelledby="design-bench">
        <div className={css.bar}>
          <h2 id="design-bench" className="large">
            Which keys serve these queries?
          </h2>
          <LinkTools design={design} />
        </div>
        <BenchFields form={form} faults={bench.faults} onChange={change} />
        <DesignCards form={form} cards={bench.cards} onChange={change} />
        <SavedList onAdd={hasRoom ? add : undefined} />
        {comparison !== undefined && comparison.writes[0]?.cells.length !== 0 && (
          <CompareTable
            comparison={comparison}
            twins={twins}
            onAdd={
              hasRoom
                ? (keys, letters) =>
                    add({
                      ...keys,
                      ...(letters.some((letter) => sampled.has(letter)) && { isFromKeys: true }),
                    })
                : undefined
            }
            letters={late.designs.map(({ letter }) => letter)}
          />
        )}
      </section>
      <SimulatedMap bench={late} />
      <AdvicePane
        bench={late}
        sampled={sampled}
        onAdd={hasRoom ? add : undefined}
        onDescribe={({ properties, bytes }) =>
          // Properties that designs and patterns already name are kept.
          change({ bytes, properties: withProperties(properties, form.properties) })
        }
      />
      <CodePane designs={late.designs} />
    </>
  );
}

const LANGUAGES = [
  { id: 'typescript', label: 'TypeScript', code: typescriptCode },
  { id: 'csharp', label: 'C#', code: csharpCode },
  { id: 'python', label: 'Python', code: pythonCode },
];

/** The code for keys, or a text that says why there is none. */
function codeOf(keys: KeyDesign, write: (design: KeyDesign) => string): string {
  const hole = holeWithoutCode(templatesOf(keys));
  return hole === undefined
    ? write(keys)
    : `There is no code for ${hole}. Keyscope can read such keys and plan their queries.`;
}

/** Code for the keys of one design: to write and read them, for the ranges of a window, and for reading to the end. */
function CodePane({ designs }: Pick<Bench, 'designs'>): ReactNode {
  const [letter, setLetter] = useState('A');
  const [languageId, setLanguage] = useState('typescript');
  const chosen = designs.find((each) => each.letter === letter) ?? designs[0];
  const language = LANGUAGES.find(({ id }) => id === languageId) ?? LANGUAGES[0];
  const code = useMemo(
    () => (chosen === undefined || language === undefined ? '' : codeOf(chosen.keys, language.code)),
    [chosen, language],
  );
  if (chosen === undefined) return undefined;
  return (
    <section className={css.section} aria-label="Code">
      <h2 className="large">Code for the keys</h2>
      <div className={css.codeTools}>
        <SegmentedControl
          label="Design"
          size="small"
          segments={designs.map((each) => ({ id: each.letter, label: each.letter }))}
          value={chosen.letter}
          onChange={setLetter}
        />
        <SegmentedControl
          label="Language"
          size="small"
          segments={LANGUAGES}
          value={languageId}
          onChange={setLanguage}
        />
        <CopyAction
          action={['design.code', 'Design', 'Copy the code for the keys']}
          text={code}
          label="Copy code"
          face="Copy"
          size="small"
        />
      </div>
      <pre className={css.code} tabIndex={0} aria-label="Code of the keys">
        {code}
      </pre>
    </section>
  );
}

const LETTERS = 'ABCD';

/** Copies the design as a link, or saves it as a file if it is too long for one. */
function LinkTools({ design }: { readonly design: DesignStore }): ReactNode {
  const { saveFile, activity } = useServices();
  const look = useStore(design);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const noLink = noLinkText(look);
  const inFile = look.form.designs.flatMap((each, at) => (isOnlyInFile(each) ? [LETTERS.charAt(at)] : []));
  const open = ([file]: readonly File[]): void => {
    if (file === undefined) return;
    const take = (text: string): void => {
      const read = formOfFile(text);
      setFault(read.ok ? undefined : read.error);
      if (read.ok) design.change({ form: read.value });
    };
    void activity.track(
      file.text().then(take, () => setFault('The file could not be read. Choose it again.')),
    );
  };
  const save = (): void =>
    void activity.track(
      saveFile('keys.keyscope-design.json', [new TextEncoder().encode(fileOfForm(look.form))]),
    );
  const [field, choose] = useFilePicker('Design file', open, { accept: '.json' });
  useGroupActions('Design', [
    ['design.save', 'Save the designs as a file', save],
    ['design.open', 'Open a design file', choose],
  ]);
  return (
    <div className={css.tools}>
      {fault !== undefined && <span role="alert">{fault}</span>}
      {noLink !== undefined && <span className="third small">{noLink}</span>}
      {noLink === undefined && inFile.length > 0 && (
        <span className="third small">
          Not in the link, because it contains text from sampled keys: design {inFile.join(', ')}
        </span>
      )}
      <CopyAction
        action={['design.link', 'Design', 'Copy a link to the designs']}
        text={() => location.href}
        label="Copy link"
        face="Copy link"
        size="small"
        look="subtle"
        isDisabled={noLink !== undefined}
      />
      <Button size="small" look="subtle" onPress={save}>
        Save as file
      </Button>
      <Button size="small" look="subtle" onPress={choose}>
        Open file
      </Button>
      {field}
    </div>
  );
}

interface BenchFieldsProps {
  readonly form: DesignForm;
  readonly faults: Bench['faults'];
  readonly onChange: (change: Partial<DesignForm>) => void;
}

const PATTERNS = KNOWN_PATTERNS.map(({ id, title }) => ({ id, label: title }));
const AMOUNTS = [
  { name: 'writes', label: 'Writes a second' },
  { name: 'days', label: 'Days kept' },
  { name: 'bytes', label: 'Bytes a row' },
  { name: 'ms', label: 'Request, ms', placeholder: `${ASSUMED_REQUEST_MS} assumed` },
] as const;

/** The fields for the entity, its queries and its writes. */
function BenchFields({ form, faults, onChange }: BenchFieldsProps): ReactNode {
  const run = useStore(useServices().run);
  const measured = useMemo(() => (run.phase === 'idle' ? undefined : requestTime(run.requests)), [run]);
  const known = KNOWN_PATTERNS.find(({ id }) => isSameDesign(formOfPattern(id), form));
  const median = measured === undefined ? '' : String(measured.medianMs);
  const takeMedian = median === '' || form.ms === median ? undefined : () => onChange({ ms: median });
  useGroupActions('Design', [
    ['design.median', 'Use the median request time of the result in sight', takeMedian],
  ]);
  return (
    <>
      <div className={css.fields}>
        <div className={css.middle}>
          <Select
            label="Start from"
            options={PATTERNS}
            value={known?.id}
            placeholder="A known pattern"
            onChange={(id) => onChange(formOfPattern(id))}
          />
        </div>
        {AMOUNTS.map(({ name, label, ...more }) => (
          <div key={name} className={css.narrow}>
            <TextField
              label={label}
              placeholder={'placeholder' in more ? more.placeholder : undefined}
              value={form[name]}
              onChange={(text) => onChange({ [name]: text })}
              error={faults[name]}
            />
          </div>
        ))}
        {measured !== undefined && takeMedian !== undefined && (
          <Button look="link" size="small" onPress={takeMedian}>
            {`Use ${formatCount(measured.medianMs)} ms, the median of ${formatPlural(measured.requests, 'request')} of the result in sight`}
          </Button>
        )}
      </div>
      <div className={css.areas}>
        <TextField
          label="Properties"
          labelNote="DeviceId: String, 500 values"
          mono
          rows={4}
          value={form.properties}
          onChange={(properties) => onChange({ properties })}
          error={faults.properties}
        />
        <TextField
          label="Access patterns"
          labelNote="name | DeviceId == @device and Time within 1h | queries a second | latency"
          mono
          rows={4}
          value={form.patterns}
          onChange={(patterns) => onChange({ patterns })}
          error={faults.patterns}
        />
      </div>
    </>
  );
}

/** The median time of a run's requests. */
interface RequestTime {
  readonly medianMs: number;
  readonly requests: number;
}

/** The median time from sending to the last byte, of pages that arrived whole; undefined if none did. */
export function requestTime(
  requests: readonly Pick<RunState['requests'][number], 'kind' | 'status' | 'startedAtMs' | 'endedAtMs'>[],
): RequestTime | undefined {
  const times = requests
    .flatMap(({ kind, status, startedAtMs, endedAtMs }) =>
      kind === 'query' && status === 200 && endedAtMs !== undefined ? [endedAtMs - startedAtMs] : [],
    )
    .sort((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)];
  return median === undefined
    ? undefined
    : { medianMs: Math.max(1, Math.round(median)), requests: times.length };
}
