import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { Span } from "#domain/history/local-days.ts";
import { MIN_SPAN_MS, shift, stepLength, within, zoomTo } from "./time-window.ts";

/** Bounds of a chart's plot area within its frame, px. */
export type PlotArea = { left: number; right: number; top: number; bottom: number };

export type Gestures = {
  frame: RefObject<HTMLDivElement | null>;
  /** Null until the chart is drawn. */
  plot: () => PlotArea | null;
  span: Span;
  limits: Span;
  /** Called when the user changes the span; without it gestures move only the cursor. */
  onSpan?: ((span: Span) => void) | undefined;
  onCursor: (at: number | null) => void;
  /**
   * Whether the wheel scrolls the page unless the chart has the focus or a key is held, because there are several
   * charts.
   */
  isOneOfMany?: boolean;
  /** Whether dragging selects a span instead of moving it; shift does so too. */
  isSelecting?: boolean;
};

/** Start and end of the span that is being selected, px; null if there is none. */
export type Selection = { from: number; to: number } | null;

/** Wheel movement per factor e, px; a notch of most wheels is 100. */
const WHEEL_PX = 300;
const LINE_PX = 16;
const MIN_SELECTION_PX = 4;

/** Pointer, touch and wheel gestures on a chart over time. */
export function useChartGestures(given: Gestures) {
  const now = useRef(given);
  now.current = given;
  const held = useRef(new Map<number, { x: number; y: number }>());
  const [selection, setSelection] = useState<Selection>(null);
  const selected = useRef<Selection>(null);
  const select = (next: Selection) => {
    selected.current = next;
    setSelection(next);
  };

  const { frame } = given;
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const wheel = (event: WheelEvent) => {
      const { onSpan, plot, isOneOfMany = false } = now.current;
      const area = plot();
      if (onSpan === undefined || area === null) return;
      const isMeant = event.ctrlKey || event.metaKey || document.activeElement === element;
      if (isOneOfMany && !isMeant) return;
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
      turn(now.current, area, localX(element, event), event.deltaX * unit, event.deltaY * unit);
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  }, [frame]);

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      const { onSpan, isSelecting = false, onCursor } = now.current;
      const place = { x: localX(event.currentTarget, event), y: event.clientY };
      if (event.pointerType !== "mouse") cursorTo(now.current, place.x);
      if (onSpan === undefined || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      held.current.set(event.pointerId, place);
      const isChosen = (isSelecting || event.shiftKey) && held.current.size === 1;
      select(isChosen ? { from: place.x, to: place.x } : null);
      if (isChosen) onCursor(null);
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      const place = { x: localX(event.currentTarget, event), y: event.clientY };
      const before = held.current.get(event.pointerId);
      if (before === undefined) {
        if (event.pointerType === "mouse") cursorTo(now.current, place.x);
        return;
      }
      held.current.set(event.pointerId, place);
      if (selected.current !== null) select({ ...selected.current, to: place.x });
      else if (held.current.size === 2) pinch(now.current, held.current, event.pointerId, before);
      else drag(now.current, place.x - before.x);
    },
    onPointerUp(event: PointerEvent<HTMLDivElement>) {
      held.current.delete(event.pointerId);
      const chosen = selected.current;
      if (chosen === null) return;
      select(null);
      choose(now.current, chosen);
    },
    onPointerCancel(event: PointerEvent<HTMLDivElement>) {
      held.current.delete(event.pointerId);
      select(null);
    },
    onPointerLeave(event: PointerEvent<HTMLDivElement>) {
      if (event.pointerType === "mouse") now.current.onCursor(null);
    },
    onDoubleClick(event: { currentTarget: HTMLDivElement; clientX: number }) {
      const at = instantAt(now.current, localX(event.currentTarget, event));
      if (at !== null) zoomBy(now.current, -1, at);
    },
  };
  return { handlers, selection };
}

/** Zooms by one step in (−1) or out (+1) around an instant. */
export function zoomBy({ span, limits, onSpan }: Gestures, by: -1 | 1, around: number): void {
  onSpan?.(zoomTo(span, stepLength(span.to - span.from, by), around, limits));
}

/** The instant at a position of the frame; null outside the plot. */
export function instantAt({ plot, span }: Gestures, x: number): number | null {
  const area = plot();
  if (area === null || x < area.left - 1 || x > area.right + 1) return null;
  const share = (x - area.left) / (area.right - area.left);
  return span.from + Math.min(1, Math.max(0, share)) * (span.to - span.from);
}

function localX(element: Element, { clientX }: { clientX: number }): number {
  return clientX - element.getBoundingClientRect().left;
}

function cursorTo(given: Gestures, x: number): void {
  given.onCursor(instantAt(given, x));
}

function msOfPixel({ span }: Gestures, { left, right }: PlotArea): number {
  return (span.to - span.from) / Math.max(1, right - left);
}

function drag(given: Gestures, pixels: number): void {
  const area = given.plot();
  if (area === null || pixels === 0) return;
  given.onSpan?.(shift(given.span, -pixels * msOfPixel(given, area), given.limits));
}

function turn(given: Gestures, area: PlotArea, x: number, across: number, along: number): void {
  if (Math.abs(across) > Math.abs(along)) {
    drag(given, -across);
    return;
  }
  const around = instantAt(given, Math.min(Math.max(x, area.left), area.right));
  if (around === null) return;
  const { span, limits } = given;
  given.onSpan?.(zoomTo(span, (span.to - span.from) * Math.exp(along / WHEEL_PX), around, limits));
}

type PointerPosition = { x: number; y: number };

function pinch(
  given: Gestures,
  held: ReadonlyMap<number, PointerPosition>,
  moved: number,
  before: PointerPosition,
) {
  const still = [...held].find(([id]) => id !== moved)?.[1];
  const place = held.get(moved);
  if (still === undefined || place === undefined) return;
  const around = instantAt(given, (still.x + place.x) / 2);
  const was = Math.abs(before.x - still.x);
  const is = Math.abs(place.x - still.x);
  if (around === null || was < 1 || is < 1) return;
  const { span, limits } = given;
  given.onSpan?.(zoomTo(span, ((span.to - span.from) * was) / is, around, limits));
}

function choose(given: Gestures, { from, to }: { from: number; to: number }): void {
  const area = given.plot();
  if (area === null || Math.abs(to - from) < MIN_SELECTION_PX) return;
  const bound = (x: number) => Math.min(Math.max(x, area.left), area.right);
  const [start, end] = [Math.min(from, to), Math.max(from, to)].map((x) =>
    instantAt(given, bound(x)),
  );
  if (start === null || end === null || start === undefined || end === undefined) return;
  const length = Math.max(MIN_SPAN_MS, end - start);
  given.onSpan?.(within({ from: Math.round(start), to: Math.round(start + length) }, given.limits));
}
