import type { ReactNode } from 'react';
import { DEFAULT_MODEL, type ModelForm } from '../../state/modelForm.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useServices } from '../shared/services.tsx';
import { useStore } from '../shared/useStore.ts';
import css from './keyspace.module.css';
import { ModelPane } from './ModelPane.tsx';

/** What a key design will do, before there is any data; two of them side by side. */
export function ModelSource(): ReactNode {
  const { keyspace } = useServices();
  const { models } = useStore(keyspace);
  const [first = DEFAULT_MODEL, second] = models;
  const change = (next: readonly ModelForm[]): void => keyspace.change({ models: next });
  return (
    <div className={css.models}>
      <ModelPane
        index={0}
        name="Design A"
        form={first}
        onChange={(form) => change(second === undefined ? [form] : [form, second])}
        actions={
          second === undefined && (
            <Button size="small" onPress={() => change([first, { ...first, scheme: 'ticks' }])}>
              Compare with another
            </Button>
          )
        }
      />
      {second !== undefined && (
        <ModelPane
          index={1}
          name="Design B"
          form={second}
          onChange={(form) => change([first, form])}
          actions={
            <Button size="small" look="subtle" onPress={() => change([first])}>
              Close
            </Button>
          }
        />
      )}
    </div>
  );
}
