import { type ReactNode, useMemo, useState } from 'react';
import { holeWithoutCode } from '../../../core/design/code/codeParts.ts';
import { csharpCode } from '../../../core/design/code/csharpCode.ts';
import { pythonCode } from '../../../core/design/code/pythonCode.ts';
import { typescriptCode } from '../../../core/design/code/typescriptCode.ts';
import { type KeyDesign, rowTemplates } from '../../../core/design/bench/judgeDesign.ts';
import type { Bench } from '../../../core/design/bench/readBench.ts';
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx';
import css from '../design.module.css';
import { CopyAction } from '../../shared/CopyAction.tsx';

const LANGUAGES = [
  { id: 'typescript', label: 'TypeScript', code: typescriptCode },
  { id: 'csharp', label: 'C#', code: csharpCode },
  { id: 'python', label: 'Python', code: pythonCode },
];

/** The code for some keys, or why there is none. */
function codeOf(keys: KeyDesign, write: (design: KeyDesign) => string): string {
  const hole = holeWithoutCode([keys.partition, ...rowTemplates(keys)]);
  return hole === undefined
    ? write(keys)
    : `There is no code for ${hole}. Keyscope can read such keys and plan their queries.`;
}

/** Code for the keys of one design: write, read, the ranges of a window, and reading to the end. */
export function CodePane({ designs }: Pick<Bench, 'designs'>): ReactNode {
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
      <h2 className={css.title}>Code for the keys</h2>
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
