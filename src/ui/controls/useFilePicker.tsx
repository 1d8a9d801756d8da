import { type ReactNode, useRef } from 'react';

/** A hidden file field, and the function that opens it. The same file can be chosen again. */
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
