import { Maximize2, TriangleAlert, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { IconButton } from '../controls/IconButton.tsx';
import { SegmentedControl } from '../controls/SegmentedControl.tsx';
import { endOf, nextTrouble } from './tracks.ts';
import { useTimeView } from './useTimeView.ts';
import css from './Waterfall.module.css';
import { WaterfallLegend } from './WaterfallLegend.tsx';
import { WaterfallPlot } from './WaterfallPlot.tsx';
import type { WaterfallGrouping, WaterfallProps } from './waterfallTypes.ts';

const GROUPINGS = [
  { id: 'request', label: 'Each request' },
  { id: 'group', label: 'By prefix' },
  { id: 'lane', label: 'By lane' },
] as const;

/**
 * Shows every request of a run over time. Arrow keys select requests, + and - zoom, Shift with an arrow key pans. F zooms to the
 * request, N selects the next one that was throttled or failed (Shift+N the previous one), Backspace goes back, R shows all. The
 * wheel scrolls, with Ctrl it zooms, with Shift it pans. A drag pans, a drag over the strip at the top zooms to that time.
 */
export function Waterfall(props: WaterfallProps): ReactNode {
  const [by, setBy] = useState<WaterfallGrouping>('request');
  const time = useTimeView(props.totalMs);
  const { requests, selected } = props;
  const trouble = useMemo(() => nextTrouble(requests, selected, 1), [requests, selected]);
  return (
    <div className="column fill">
      <div className={css.head}>
        <SegmentedControl
          label="Rows of the waterfall"
          hideLabel
          size="small"
          segments={GROUPINGS}
          value={by}
          onChange={(id) => setBy(GROUPINGS.find((one) => one.id === id)?.id ?? 'request')}
        />
        <div className={css.zoom}>
          <IconButton
            label="Zoom in"
            icon={<ZoomIn />}
            size="small"
            shortcut="+"
            onPress={() => time.zoomIn()}
          />
          <IconButton
            label="Zoom out"
            icon={<ZoomOut />}
            size="small"
            shortcut="-"
            isDisabled={time.isWhole}
            onPress={() => time.zoomOut()}
          />
          <IconButton
            label="Show the whole run"
            icon={<Maximize2 />}
            size="small"
            shortcut="R"
            isDisabled={time.isWhole}
            onPress={time.reset}
          />
          <IconButton
            label="Next that was throttled or failed"
            icon={<TriangleAlert />}
            size="small"
            shortcut="N"
            isDisabled={trouble === undefined}
            onPress={() => {
              const request = trouble === undefined ? undefined : requests[trouble];
              if (trouble === undefined || request === undefined) return;
              props.onSelect(trouble);
              time.reveal({ fromMs: request.queuedAtMs, toMs: endOf(request, props.totalMs) });
            }}
          />
        </div>
        <WaterfallLegend />
      </div>
      <WaterfallPlot {...props} by={by} time={time} />
    </div>
  );
}
