import type { DecodeForm } from '../../state/decode/decodeStore.ts';
import type { EncodeFold } from './fieldButtons.tsx';

/** The field of Decode, and its tools, which load later. */
export interface PasteBoxProps extends EncodeFold {
  readonly form: DecodeForm;
  readonly onChange: (change: Partial<DecodeForm>) => void;
  /** A text too long to be typed, or a file. */
  readonly onBulk: (source: string | Blob, name: string) => void;
  readonly onClear: () => void;
  /** What was found, in a few words. */
  readonly count: string;
  readonly canClear: boolean;
  /** Nothing was typed yet: the field alone. */
  readonly isStart: boolean;
}
