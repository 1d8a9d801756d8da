import type { ReactNode } from 'react';
import { Label, Slider as AriaSlider, SliderThumb, SliderTrack } from 'react-aria-components/Slider';
import css from './Slider.module.css';

export interface SliderProps {
  /** The accessible name, exactly; also what is shown. */
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  /** Called on every move. */
  readonly onChange: (value: number) => void;
}

/** Chooses a number on a short track. The arrow keys change it by steps. */
export function Slider({ label, min, max, step, value, onChange }: SliderProps): ReactNode {
  return (
    <AriaSlider
      className={css.slider ?? ''}
      minValue={min}
      maxValue={max}
      step={step}
      value={value}
      onChange={onChange}
    >
      <Label className="third tiny">{label}</Label>
      <SliderTrack className={css.track ?? ''}>
        <SliderThumb className={css.thumb ?? ''} />
      </SliderTrack>
    </AriaSlider>
  );
}
