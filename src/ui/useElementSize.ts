import { type RefObject, useLayoutEffect, useState } from 'react';

export interface ElementSize {
  /** CSS px of the content box. */
  readonly width: number;
  readonly height: number;
  /** Device px per CSS px. */
  readonly pixelRatio: number;
}

/** The current size of an element; zero until it is laid out. */
export function useElementSize(element: RefObject<Element | null>): ElementSize {
  const [size, setSize] = useState<ElementSize>({ width: 0, height: 0, pixelRatio: 1 });
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      setSize({ width, height, pixelRatio: window.devicePixelRatio });
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
