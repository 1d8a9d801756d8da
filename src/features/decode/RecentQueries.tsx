import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { schemeById } from '../../core/keys/schemeRegistry.ts';
import type { QueryForm } from '../../state/run/queryForm.ts';
import { formOfAddress } from '../../state/run/recentQueries.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { VisibleText } from '../../ui/text/VisibleText.tsx';
import { useServices, useStore } from '../shared/services.tsx';
import { useGroupActions } from '../shared/useActions.ts';
import { recentWords } from '../shared/recentWords.ts';
import css from './start.module.css';

/** The palette lists all of them. */
const MOST_SHOWN = 20;

/** The queries that were run in this browser. One click fills the form of Query, and sends nothing. */
export function RecentQueries(): ReactNode {
  const { recent } = useServices();
  const list = useStore(recent)
    .slice(0, MOST_SHOWN)
    .flatMap((address) => {
      const form = formOfAddress(address);
      return form === undefined ? [] : [{ address, form }];
    });
  const forgetAll = (): void => {
    recent.forgetAll();
    announce('All recent queries forgotten');
  };
  const hasSome = list.length > 0;
  useGroupActions('Decode', [
    ['recent.forget', 'Forget all recent queries', hasSome ? forgetAll : undefined],
  ]);
  if (!hasSome) return undefined;
  return (
    <section className={css.recent} aria-label="Recent queries">
      <div className={css.recentHead}>
        <h3>Recent queries</h3>
        <Button look="link" size="small" onPress={forgetAll}>
          Forget all
        </Button>
      </div>
      <ul>
        {list.map(({ address, form }) => (
          <li key={address}>
            <RecentQuery address={address} form={form} />
            <IconButton
              label={`Forget ${form.table}`}
              icon={<X />}
              size="small"
              onPress={() => {
                recent.forget(address);
                announce(`Query of ${form.table} forgotten`);
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function RecentQuery({ address, form }: { readonly address: string; readonly form: QueryForm }): ReactNode {
  const words = recentWords(form, schemeById(form.scheme)?.timeSource !== 'none');
  return (
    <a className={css.recentLink} href={address}>
      <strong>
        <VisibleText text={form.table} />
      </strong>
      <span>
        <VisibleText text={words.window} />
      </span>
      {words.filter !== '' && (
        <span className="thin breaks code">
          <VisibleText text={words.filter} />
        </span>
      )}
      <span className={css.recentAccount}>
        <VisibleText text={words.account} />
      </span>
    </a>
  );
}
