/** Why a page body cannot be counted as rows. */
export type PageFaultKind =
  | 'empty'
  | 'too-large'
  | 'not-utf8'
  | 'not-json'
  | 'truncated'
  | 'not-a-page'
  | 'service-error'
  | 'bad-entity'
  | 'too-deep'
  | 'too-wide'
  | 'stale-run';

/** Why a body is not a page of entities; such a body never counts as zero rows. Quotes only names from the body. */
export interface PageFault {
  readonly kind: PageFaultKind;
  /** What is wrong, as a sentence. */
  readonly message: string;
  /** Offset of the wrong byte, if there is one. */
  readonly offset?: number | undefined;
  /** The code of the service's error that the body holds, if it looks like one. */
  readonly code?: string | undefined;
  readonly nextStep: string;
}

const NEXT_STEPS: Readonly<Record<PageFaultKind, string>> = {
  empty:
    'Read the page again. If it is empty again, something between here and the service drops its answers.',
  'too-large': 'Check the endpoint: the Table service sends at most 4 MiB a page.',
  'not-utf8': 'Read the page again. If it fails again, check the endpoint and any proxy in front of it.',
  'not-json': 'Check the endpoint, and whether a proxy or a sign-in page answers in place of the service.',
  truncated: 'Read the page again.',
  'not-a-page': 'Check that the endpoint is a Table service and the address that of a table.',
  'service-error': 'Read the page again; the service answered with an error in place of rows.',
  'bad-entity': 'Select both PartitionKey and RowKey; if they were, the endpoint is not a Table service.',
  'too-deep': 'Check the endpoint: the Table service nests no values.',
  'too-wide': 'Check the endpoint: an entity of the Table service has at most 255 properties.',
  'stale-run': 'Nothing to do: a newer run has begun.',
};

/** Makes a fault and adds the next step for its kind. */
export function pageFault(kind: PageFaultKind, message: string, offset?: number, code?: string): PageFault {
  return { kind, message, nextStep: NEXT_STEPS[kind], offset, code };
}
