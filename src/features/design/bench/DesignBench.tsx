import { type ReactNode, useMemo } from 'react';
import { compareDesigns } from '../../../core/design/bench/compareDesigns.ts';
import { readBench } from '../../../core/design/bench/readBench.ts';
import { twinRowsOf } from '../../../core/design/bench/twinRows.ts';
import { withProperties } from '../../../core/design/bench/workload.ts';
import {
  type DesignForm,
  type DesignKeys,
  MOST_DESIGNS,
  sampledLetters,
} from '../../../state/design/designForm.ts';
import type { DesignStore } from '../../../state/design/designStore.ts';
import { useLate } from '../../shared/useLate.ts';
import { useStore } from '../../shared/useStore.ts';
import css from '../design.module.css';
import type { AddedWith } from './addedWith.ts';
import { AdvicePane } from './AdvicePane.tsx';
import { BenchFields } from './BenchFields.tsx';
import { CodePane } from './CodePane.tsx';
import { CompareTable } from './CompareTable.tsx';
import { DesignCards } from './DesignCards.tsx';
import { LinkTools } from './LinkTools.tsx';
import { SimulatedMap } from './SimulatedMap.tsx';
import { SavedList } from './SavedTemplates.tsx';

/** Keys compared by the queries that they must serve. This is arithmetic: nothing is sent. */
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
          <h2 id="design-bench" className={css.title}>
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
          // Properties that designs and patterns already name stay.
          change({ bytes, properties: withProperties(properties, form.properties) })
        }
      />
      <CodePane designs={late.designs} />
    </>
  );
}
