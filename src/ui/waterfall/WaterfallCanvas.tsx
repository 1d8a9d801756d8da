import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { type ThemeLook, useThemeLook } from '../theme/themeColors.ts';
import css from './Waterfall.module.css';
import { paintWaterfall, type WaterfallPicture } from './paintWaterfall.ts';
import { waterfallColors, type WaterfallColors } from './waterfallColors.ts';

interface Style {
  readonly look: ThemeLook;
  readonly colors: WaterfallColors;
  readonly font: string;
}

/** The painted part. Only what is in sight is drawn, so that it costs the same for ten requests and for 5,000. */
export function WaterfallCanvas(props: Omit<WaterfallPicture, 'colors' | 'font'>): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const style = useRef<Style>(undefined);
  const look = useThemeLook();
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    const parent = element?.parentElement;
    if (!element || !context || !parent || props.width === 0) return;
    // Read from the styles once per look: this is painted for every move of the pointer.
    if (style.current?.look !== look) {
      const font = `11px ${getComputedStyle(parent).fontFamily}`;
      style.current = { look, colors: waterfallColors(parent), font };
    }
    const width = Math.round(props.width * props.pixelRatio);
    const height = Math.round(props.height * props.pixelRatio);
    // Setting the size clears, and costs even where it stays the same.
    if (element.width !== width) element.width = width;
    if (element.height !== height) element.height = height;
    paintWaterfall(context, { ...props, ...style.current });
  });
  return <canvas ref={canvas} className={css.canvas} aria-hidden="true" />;
}
