import { Eye, PencilLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../ui/classes.ts';
import { canWrite } from './canWrite.ts';
import css from './connect.module.css';
import type { Session } from '../../state/connection/session.ts';

type Connection = Session['connection'];

/** The host that receives every request, large enough to be checked at a glance. */
export function HostBadge(props: {
  readonly connection: Connection;
  readonly isDemo: boolean;
  readonly timeLeft: string;
}): ReactNode {
  const { endpoint, facts } = props.connection;
  const { account, host } = endpoint;
  const writes = canWrite(facts);
  const rights =
    facts.permissions.length > 0
      ? facts.permissions.join(', ')
      : `rights set by ${facts.kind === 'token' ? 'the roles of its user' : 'the stored access policy'}`;
  return (
    <div className={css.badge}>
      <p className={css.badgeHost}>
        <bdi>
          {host.startsWith(`${account}.`) ? (
            <>
              <strong>{account}</strong>
              {host.slice(account.length)}
            </>
          ) : (
            <>
              {host}/<strong>{account}</strong>
            </>
          )}
        </bdi>
      </p>
      <p className={css.badgeFacts}>
        <span>{props.isDemo ? 'Demo account on this computer' : endpoint.cloud}</span>
        {endpoint.secondary && <span>Secondary: read-only copy, may lag</span>}
        <span className={cx(css.badgeRights, writes && css.badgeWrites)}>
          {writes ? <PencilLine aria-hidden /> : <Eye aria-hidden />}
          {writes ? `Can change data: ${rights}` : rights}
        </span>
        <span>{props.timeLeft}</span>
      </p>
    </div>
  );
}
