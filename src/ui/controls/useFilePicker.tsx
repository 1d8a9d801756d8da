import { type ReactNode, useRef } from 'react';

/** A hidden field for files, and the function that opens it. A file that was chosen before can be chosen again. */
export function useFilePicker(
  label: string,
  onFiles: (files: readonly File[]) => void,
  kind?: { readonly multiple?: boolean; readonly accept?: string },
): readonly [field: ReactNode, open: () => void] {
  const field = useRef<HTMLInputElement>(null);
  return [
    <input
      key={label}
      ref={field}
      type="file"
      hidden
      aria-label={label}
      {...kind}
      onChange={(event) => {
        onFiles([...(event.currentTarget.files ?? [])]);
        event.currentTarget.value = '';
      }}
    />,
    () => field.current?.click(),
  ];
}
