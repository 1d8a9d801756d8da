import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { TEXT_SCALE } from '../theme/textScale.ts';
import { type ThemeLook, useThemeLook } from '../theme/themeColors.ts';
import css from './Waterfall.module.css';
import { paintWaterfall, type WaterfallPicture } from './paintWaterfall.ts';
import { waterfallColors, type WaterfallColors } from './waterfallColors.ts';

interface Style {
  readonly look: ThemeLook;
  readonly colors: WaterfallColors;
  readonly font: string;
}

/** Paints the waterfall. Only the visible part is drawn, so 5,000 requests cost as much as ten. */
export function WaterfallCanvas(props: Omit<WaterfallPicture, 'colors' | 'font'>): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const style = useRef<Style>(undefined);
  const look = useThemeLook();
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    const parent = element?.parentElement;
    if (!element || !context || !parent || props.width === 0) return;
    // Styles are read once per look, because the canvas is painted on every pointer move.
    if (style.current?.look !== look) {
      const font = `${11 * TEXT_SCALE}px ${getComputedStyle(parent).fontFamily}`;
      style.current = { look, colors: waterfallColors(parent), font };
    }
    const width = Math.round(props.width * props.pixelRatio);
    const height = Math.round(props.height * props.pixelRatio);
    // Setting the size clears the canvas and is slow even if the size does not change.
    if (element.width !== width) element.width = width;
    if (element.height !== height) element.height = height;
    paintWaterfall(context, { ...props, ...style.current });
  });
  return <canvas ref={canvas} className={css.canvas} aria-hidden="true" />;
}
