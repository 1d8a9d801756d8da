import type { SegmentKind } from '../../core/keys/base/scheme.ts';

export interface ExampleKey {
  readonly text: string;
  readonly segments: readonly (readonly [kind: SegmentKind, text: string])[];
}

// Written out, so that the first screen needs no code that reads keys; a test compares them with what that code says.
export const PREFIXED_KEY: ExampleKey = {
  text: '0000000000000000012___0634925952000000000',
  segments: [
    ['prefix', '\u202612'],
    ['separator', '___'],
    ['date', '063492595200'],
    ['subsecond', '0000000'],
  ],
};

export const INVERTED_KEY: ExampleKey = {
  text: '2519994143999999999',
  segments: [
    ['inverted-date', '251999414399'],
    ['inverted-subsecond', '9999999'],
  ],
};
