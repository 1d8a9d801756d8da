import { Component, type ReactNode } from 'react';
import { Button } from '../ui/controls/Button.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import css from './app.module.css';

interface Props {
  readonly title: string;
  readonly nextStep: string;
  /** What it means for the account. */
  readonly note: string;
  readonly children: ReactNode;
}

interface State {
  readonly failed: boolean;
}

/** Shows a notice when the page itself crashes. The credential is gone with the page. */
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
          title={this.props.title}
          nextStep={this.props.nextStep}
          actions={<Button onPress={() => location.reload()}>Reload</Button>}
        >
          {this.props.note}
        </Notice>
      </main>
    );
  }
}

/** Shown when a file of this build fails to load. */
export function LoadFault(): ReactNode {
  return (
    <Notice
      tone="error"
      title="A part of Keyscope could not be loaded: most likely a new version was published."
      nextStep="Reload the page. Your query stays in the address."
      actions={<Button onPress={() => location.reload()}>Reload</Button>}
      isLive
    />
  );
}
