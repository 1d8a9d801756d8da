import type { PageFault } from '../../core/entities/bytes/pageFault.ts';
import { cleanFault, type TableFault } from '../base/tableError.ts';

/**
 * The fault of an answer with status 200 whose body is not a page. If the body contains an error of the service, this counts as trouble of
 * the service, as if the status had said so. Anything else may come from a proxy or a sign-in page.
 * @param what What was read, in words.
 */
export function refusedPage(
  what: string,
  { kind, code, message, nextStep }: Pick<PageFault, 'message'> & Partial<PageFault>,
  requestId?: string,
): TableFault {
  const ofService = code === 'ServerBusy' ? 'throttled' : 'service';
  return cleanFault({
    kind: kind === 'service-error' ? ofService : 'protocol',
    status: 200,
    code,
    requestId,
    message: `${what}: ${message}`,
    nextStep:
      nextStep ??
      'Something between the browser and the service may have changed the answer: check proxy, VPN and sign-in pages, then run again.',
  });
}
