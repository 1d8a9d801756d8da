import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { SegmentedControl } from '../controls/SegmentedControl.tsx';
import { formatCount, formatShare } from '../format.ts';
import { useThemeLook } from '../theme/themeColors.ts';
import css from './HeatMap.module.css';
import { cssColor, heatColors } from './heatColors.ts';
import { statePattern } from './patterns.ts';
import { heatShare, rampColor } from './ramp.ts';
import type { HeatRowState } from './rowState.ts';

/** What full brightness stands for. */
export type HeatScale = 'max' | 'target';

export interface HeatLegendProps {
  readonly scale: HeatScale;
  readonly onScaleChange: ((scale: HeatScale) => void) | undefined;
  /** Highest count of a cell. */
  readonly max: number;
  /** The count of one cell at the per-partition target. */
  readonly target: number;
  readonly targetPerSecond: number;
  /** States that occur among the rows. */
  readonly states: readonly HeatRowState[];
}

type Swatch = 'zero' | 'one' | Exclude<HeatRowState, 'done'>;

const SWATCH_WORDS: Readonly<Record<Swatch, string>> = {
  zero: '0',
  one: '1',
  waiting: 'not asked',
  reading: 'reading',
  failed: 'failed',
  stopped: 'stopped',
  outside: 'outside the SAS',
  unverified: 'unverifiable',
};

const SWATCH = { width: 14, height: 10 } as const;

function SwatchCanvas({ swatch }: { readonly swatch: Swatch }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const look = useThemeLook();
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    const parent = canvas.current?.parentElement;
    if (!context || !parent) return;
    const colors = heatColors(parent, look);
    if (swatch === 'zero' || swatch === 'one') {
      const at = swatch === 'zero' ? 0 : 4;
      const [red = 0, green = 0, blue = 0] = colors.table.subarray(at, at + 3);
      context.fillStyle = cssColor([red, green, blue]);
    } else {
      context.fillStyle = statePattern(context, swatch, colors, 1) ?? cssColor(colors.named.surface);
    }
    context.fillRect(0, 0, SWATCH.width, SWATCH.height);
  }, [look, swatch]);
  return <canvas ref={canvas} className={css.swatch} {...SWATCH} aria-hidden="true" />;
}

const RAMP_PX = 120;

function RampCanvas(): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const look = useThemeLook();
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    const parent = canvas.current?.parentElement;
    if (!context || !parent) return;
    const { stops } = heatColors(parent, look);
    for (let x = 0; x < RAMP_PX; x += 1) {
      context.fillStyle = cssColor(rampColor(stops, x / (RAMP_PX - 1)));
      context.fillRect(x, 0, 1, 1);
    }
  }, [look]);
  return <canvas ref={canvas} className={css.rampCanvas} width={RAMP_PX} height={1} aria-hidden="true" />;
}

/** Which scale, what its ends are, where the target lies on it, and what each other look means. */
export function HeatLegend(props: HeatLegendProps): ReactNode {
  const { scale, max, target, targetPerSecond, states } = props;
  const top = scale === 'max' ? max : target;
  const targetShare = heatShare(target, top);
  const showsMark = target <= top;
  const swatches: readonly Swatch[] = ['zero', 'one', ...states.filter((state) => state !== 'done')];
  const targetWords = `${formatCount(targetPerSecond)} entities/s`;
  return (
    <div className={css.legend}>
      <span className={css.swatches}>
        {swatches.map((swatch) => (
          <span key={swatch} className={css.swatchItem}>
            <SwatchCanvas swatch={swatch} />
            {SWATCH_WORDS[swatch]}
          </span>
        ))}
      </span>
      <span className={css.ramp}>
        2
        <span className={css.rampBar}>
          <RampCanvas />
          {showsMark && <span className={css.target} style={{ left: `${targetShare * 100}%` }} />}
        </span>
        {scale === 'max' ? `${formatCount(max)} (highest cell)` : `${formatCount(target)} (target)`}
      </span>
      <span className={css.targetWords}>
        {showsMark
          ? `line: ${targetWords} target`
          : `highest cell is ${formatShare(max / target)} of the ${targetWords} target`}
      </span>
      {props.onScaleChange !== undefined && (
        <SegmentedControl
          label="Scale"
          hideLabel
          size="small"
          segments={[
            { id: 'max', label: 'Relative' },
            { id: 'target', label: 'Of target' },
          ]}
          value={scale}
          onChange={(id) => props.onScaleChange?.(id === 'target' ? 'target' : 'max')}
        />
      )}
    </div>
  );
}
