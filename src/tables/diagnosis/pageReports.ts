import type { DiagnosisPage, LocalNetworkState } from './facts.ts';

/** The permission has had two names: Chrome 142 began with the first one. */
const PERMISSION_NAMES = ['loopback-network', 'local-network-access'];

async function localNetworkState(): Promise<LocalNetworkState | undefined> {
  for (const name of PERMISSION_NAMES) {
    try {
      const { state } = await navigator.permissions.query({ name: name as PermissionName });
      return state;
    } catch {
      // A browser without this permission throws TypeError. Such a browser neither asks nor denies.
    }
  }
  return undefined;
}

export function createDiagnosisPage(): DiagnosisPage {
  return {
    origin: location.origin,
    onPolicyBlock: (listener) => {
      const onViolation = (event: SecurityPolicyViolationEvent): void => {
        if (event.effectiveDirective !== 'connect-src' || event.disposition !== 'enforce') return;
        // The blocked address may contain the SAS, so only its origin is passed on.
        if (URL.canParse(event.blockedURI)) listener(new URL(event.blockedURI).origin);
      };
      document.addEventListener('securitypolicyviolation', onViolation);
      return () => document.removeEventListener('securitypolicyviolation', onViolation);
    },
    localNetworkState,
  };
}
