import { type ReactNode, useState } from 'react';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx';
import field from '../../../ui/controls/field.module.css';
import css from './credential.module.css';
import { STORAGE_RESOURCE, TOKEN_COMMAND } from '../../../core/entra.ts';

/** Commands for the same fix in several tools, with a copy button: one is shown, the others are one key press away. */
export function FixTabs({
  fixes,
  label,
}: {
  readonly fixes: readonly Fix[];
  readonly label?: string;
}): ReactNode {
  const [chosen, setChosen] = useState<string>();
  const fix = fixes.find(({ title }) => title === chosen) ?? fixes[0];
  if (fix === undefined) return undefined;
  return (
    <div>
      {label !== undefined && <div className={field.label}>{label}</div>}
      <div className={css.fix}>
        <div className={css.fixHead}>
          <SegmentedControl
            label={label ?? 'Fix with'}
            hideLabel
            size="small"
            segments={fixes.map(({ title }) => ({ id: title, label: title }))}
            value={fix.title}
            onChange={setChosen}
          />
          <CopyButton label={`Copy ${fix.title}`} face="Copy" look="subtle" size="small" text={fix.code} />
        </div>
        {/* Lines wrap without inserted line breaks, which would be copied by hand. It is focusable, so that keys scroll a long text. */}
        <section className={css.fixCode} aria-label={`${fix.title}, text`} tabIndex={0}>
          <pre>{fix.code.split(/(\s+)/u).map(toWord)}</pre>
        </section>
      </div>
    </div>
  );
}

/** A browser may break a line after a hyphen, which would split `--query`. This keeps words whole, and white space as it is. */
function toWord(text: string, at: number): ReactNode {
  return at % 2 === 1 ? (
    text
  ) : (
    <span key={at} className={css.word}>
      {text}
    </span>
  );
}

/** Text to run, paste or follow elsewhere. */
export interface Fix {
  /** The tool that it is for: "az CLI", "PowerShell", "Bicep", "Portal", ... */
  readonly title: string;
  readonly code: string;
}

/** How to get an access token for storage. `tenantId`: the tenant of the account, if `az` may be signed in to another one. */
export function tokenFixes(tenantId: string | undefined): readonly Fix[] {
  const tenant = tenantId === undefined ? '' : ` --tenant ${tenantId}`;
  const az = `${TOKEN_COMMAND}${tenant}`;
  const ofTenant = tenantId === undefined ? '' : ` -TenantId ${tenantId}`;
  const powerShell = [
    `(Get-AzAccessToken -ResourceUrl ${STORAGE_RESOURCE}${ofTenant} -AsSecureString).Token |`,
    '  ConvertFrom-SecureString -AsPlainText',
  ];
  return [
    { title: 'az CLI', code: tenantId === undefined ? az : `az login --tenant ${tenantId}\n${az}` },
    { title: 'PowerShell', code: powerShell.join('\n') },
  ];
}
