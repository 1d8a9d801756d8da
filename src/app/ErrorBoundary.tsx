import { Component, type ReactNode } from 'react';
import { Button } from '../ui/controls/Button.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import css from './app.module.css';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly failed: boolean;
}

/** Shown when the app itself crashes. The address still holds the query; the SAS is gone with the page. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className={css.crash ?? ''}>
        <Notice
          tone="error"
          title="Keyscope stopped: this page has an error."
          nextStep="Reload the page. Your query stays in the address; connect again."
          actions={<Button onPress={() => location.reload()}>Reload</Button>}
        >
          Nothing was written to your account: Keyscope only reads.
        </Notice>
      </main>
    );
  }
}
