import type { ReactNode } from 'react';
import type { PlanFault, QueryPlan } from '../../../core/plan/queryPlan.ts';
import type { Result } from '../../../core/result.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { formatCount } from '../../../ui/format.ts';
import { useConnectDoor } from '../../shared/connectDoor.tsx';
import { useServices } from '../../shared/services.tsx';
import { startQuery, tryDemo } from '../../shared/startQuery.ts';
import { useStore } from '../../shared/useStore.ts';
import { AskedQuery } from './AskedQuery.tsx';
import { planFaultWords } from './fieldFaults.ts';

/** Nothing was run yet: what the query of a link does and one button, or the first step. */
export function QueryIntro(props: {
  readonly isConnected: boolean;
  /** The form holds the whole query with which the view opened. */
  readonly isOpened: boolean;
  readonly plan: Result<QueryPlan, PlanFault>;
}): ReactNode {
  const services = useServices();
  const form = useStore(services.query);
  const { plan, isOpened } = props;
  if (plan.ok && isOpened) {
    return (
      <EmptyState
        title={`This query reads ${plan.value.request.tableName}`}
        actions={!props.isConnected && <RunAsked />}
      >
        <AskedQuery plan={plan.value} form={form} />
      </EmptyState>
    );
  }
  if (!props.isConnected) return <FirstStep />;
  if (form.table === '') {
    return (
      <EmptyState title="Choose a table">
        Keyscope reads one page of its keys and proposes how they are built.
      </EmptyState>
    );
  }
  if (!plan.ok) {
    return <EmptyState title="This query cannot run yet">{planFaultWords(plan.error, form)}</EmptyState>;
  }
  const count = plan.value.queries.length;
  return (
    <EmptyState title={count === 1 ? '1 query is ready' : `${formatCount(count)} queries are ready`}>
      <AtOnce count={count} />
    </EmptyState>
  );
}

function AtOnce({ count }: { readonly count: number }): ReactNode {
  const state = useStore(useServices().connection);
  const isTwice = state.kind === 'connected' && state.session.connection.secondary !== undefined;
  if (count < 2) return 'Results appear as they arrive.';
  return `${isTwice ? 'Twelve run at a time, six at each endpoint' : 'Six run at a time'}; results appear as they arrive.`;
}

/** The one button of a link before an account is connected: it names everything that pressing it does. Then it is Run, in the form. */
function RunAsked(): ReactNode {
  const services = useServices();
  const { endpoint } = useStore(services.query);
  const connect = useConnectDoor();
  const run = (): void => void startQuery(services);
  if (endpoint === 'demo' && services.hasDemo) {
    const connectDemo = (): void => {
      void services.connection.connectDemo().then((fault) => (fault === undefined ? run() : connect(run)));
    };
    return (
      <Button look="primary" onPress={connectDemo}>
        Connect to the demo account and run
      </Button>
    );
  }
  return (
    <Button look="primary" onPress={() => connect(run)}>
      {endpoint === '' || endpoint === 'demo' ? 'Connect and run' : `Connect to ${hostOf(endpoint)} and run`}
    </Button>
  );
}

function hostOf(endpoint: string): string {
  return endpoint.replace(/^https?:\/\//u, '').replace(/\/$/u, '');
}

function FirstStep(): ReactNode {
  const services = useServices();
  const { endpoint } = useStore(services.query);
  const connect = useConnectDoor();
  const startDemo = (): void => {
    void tryDemo(services).then((fault) => fault !== undefined && connect());
  };
  const isNamed = endpoint !== '' && endpoint !== 'demo';
  return (
    <EmptyState
      title={
        isNamed
          ? `This link is for ${hostOf(endpoint)}`
          : 'Read a time range of a table, all prefixes at once'
      }
      actions={
        <>
          {services.hasDemo && !isNamed && (
            <Button look="primary" onPress={startDemo}>
              Try the demo account
            </Button>
          )}
          <Button look={isNamed ? 'primary' : 'default'} onPress={() => connect()}>
            {isNamed ? `Connect to ${hostOf(endpoint)}` : 'Connect to your account'}
          </Button>
        </>
      }
    >
      {isNamed
        ? 'Nothing is sent before you connect.'
        : 'Straight from this browser to the table service, read only. Your SAS or access token stays in this tab.'}
    </EmptyState>
  );
}
