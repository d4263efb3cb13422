import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { styled } from "../theme/styled.tsx";
import {
  type AxisBounds,
  type ChartLimit,
  limitStep,
  roundLimit,
  shareFromTop,
} from "./limit-axis.ts";

type LimitHandleProps = {
  limit: ChartLimit & { value: number };
  axis: AxisBounds;
  /** Height of the plot, px. */
  height: number;
  allowed: AxisBounds;
  decimals: number | undefined;
  /** The value with its unit. */
  text: string;
  onMove: (value: number) => void;
  /** Called when a pointer takes the limit, and when it releases it. */
  onHold: (isHeld: boolean) => void;
};

/** Steps of the page keys. */
const FAR = 10;

/** Line of a limit across the plot with a handle, a slider for keys and screen readers. */
export function LimitHandle(props: LimitHandleProps) {
  const { limit, axis, height, allowed, decimals, text, onMove, onHold } = props;
  const { label, value, kind, side } = limit;
  const held = useRef<{ y: number; value: number } | null>(null);
  const step = limitStep(axis, decimals);
  const move = (to: number) =>
    onMove(roundLimit(Math.min(allowed.max, Math.max(allowed.min, to)), step));
  const pointer = {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      held.current = { y: event.clientY, value };
      onHold(true);
    },
    onPointerMove({ clientY }: PointerEvent<HTMLDivElement>) {
      if (held.current === null) return;
      const perPixel = (axis.max - axis.min) / Math.max(1, height);
      move(held.current.value - (clientY - held.current.y) * perPixel);
    },
    onPointerUp: release,
    onPointerCancel: release,
  };
  function release() {
    if (held.current === null) return;
    held.current = null;
    onHold(false);
  }
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = {
      ArrowUp: 1,
      ArrowRight: 1,
      ArrowDown: -1,
      ArrowLeft: -1,
      PageUp: FAR,
      PageDown: -FAR,
    }[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move(value + by * step);
  };
  return (
    <Line style={{ top: shareFromTop(value, axis) * height }} data-kind={kind} data-side={side}>
      <div
        role="slider"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={label}
        aria-valuemin={allowed.min}
        aria-valuemax={allowed.max}
        aria-valuenow={value}
        aria-valuetext={text}
        onKeyDown={press}
        {...pointer}
      >
        <span aria-hidden>{text}</span>
      </div>
    </Line>
  );
}

const Line = styled("div", {
  position: "absolute",
  insetInline: "0",
  h: "0",
  borderTopWidth: "1.5px",
  borderStyle: "dashed",
  "&[data-kind=alarm]": { borderColor: "fault.fill" },
  "&[data-kind=clear]": { borderColor: "good.fill", borderStyle: "dotted" },
  "& > [role=slider]": {
    position: "absolute",
    top: "-1px",
    right: "1",
    transform: "translateY(-50%)",
    display: "flex",
    alignItems: "center",
    minH: "6",
    minW: "11",
    px: "2",
    justifyContent: "center",
    borderRadius: "full",
    borderWidth: "1px",
    textStyle: "2xs",
    fontWeight: "semibold",
    fontVariantNumeric: "tabular-nums",
    whiteSpace: "nowrap",
    cursor: "ns-resize",
    touchAction: "none",
    userSelect: "none",
    pointerEvents: "auto",
    focusVisibleRing: "outside",
    // Fingers need 44 px; the line stays as thin as it is.
    "@media (pointer: coarse)": { _after: { content: '""', position: "absolute", inset: "-3" } },
  },
  "&[data-kind=alarm] > [role=slider]": {
    bg: "fault.wash",
    color: "fault",
    borderColor: "fault.fill",
  },
  // Beside the handle of the alarm, which may be close.
  "&[data-kind=clear] > [role=slider]": {
    right: "20",
    bg: "good.wash",
    color: "good",
    borderColor: "good.fill",
  },
});
