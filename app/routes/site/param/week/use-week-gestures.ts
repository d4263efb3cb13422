import { type PointerEvent, useRef, useState } from "react";
import { DAY_MINUTES } from "#domain/settings/week-intervals.ts";
import { DAYS_PER_WEEK, EVERY_DAY, maskOf } from "#domain/settings/week-mask.ts";
import { GRID_MINUTES, moveDays, moveEnd, movePeriod, moveStart, toGrid } from "./edit-period.ts";
import { isTallWindow } from "./tall-window.ts";
import { freePlace, type Timetable, type TimetableRow } from "./timetable.ts";
import type { WeekEdits } from "./use-week-edits.ts";

/** Distance that makes a press a drag, px. */
const DRAG_PX = 4;

type Held = {
  action: "move" | "start" | "end" | "draw";
  x: number;
  y: number;
  place: number;
  row: TimetableRow;
  isDrag: boolean;
};

type Preview = { place: number; row: TimetableRow };

type GestureOptions = {
  timetable: Timetable;
  edits: WeekEdits;
  isReadOnly: boolean;
  hasDays: boolean;
};

/** Moves, enlarges and draws rows with a pointer; what is held is shown at once and applied when it is released. */
export function useWeekGestures({ timetable, edits, isReadOnly, hasDays }: GestureOptions) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const held = useRef<Held | null>(null);
  const dragged = useRef(false);

  function press(event: PointerEvent<HTMLElement>): void {
    dragged.current = false;
    const target = event.target as Element;
    const block = target.closest<HTMLElement>("[data-place]");
    const edge =
      target.closest<HTMLElement>("[data-edge]")?.dataset.edge ?? (block && edgeAt(block, event));
    // A finger scrolls the page unless it is on an edge.
    if (isReadOnly || event.button !== 0 || (event.pointerType === "touch" && !edge)) return;
    const at = block?.dataset.place;
    const { x, y } = placeOf(event);
    if (at !== undefined) {
      const row = timetable.rows[Number(at)];
      const action = edge === "start" || edge === "end" ? edge : "move";
      if (row) held.current = { action, x, y, place: Number(at), row, isDrag: false };
      return;
    }
    const place = freePlace(timetable);
    const row = place === null ? null : timetable.rows[place];
    if (place === null || !row) edits.add();
    else held.current = { action: "draw", x, y, place, row, isDrag: false };
  }

  function move(event: PointerEvent<HTMLElement>): void {
    const { current } = held;
    if (current === null) return;
    const plane = event.currentTarget;
    if (!current.isDrag) {
      const { width, height } = plane.getBoundingClientRect();
      const to = placeOf(event);
      const px = isTallWindow() ? height : width;
      const distance = Math.max(
        Math.abs(to.x - current.x) * px,
        isTallWindow() ? 0 : Math.abs(to.y - current.y) * height,
      );
      if (distance < DRAG_PX) return;
      current.isDrag = true;
      dragged.current = true;
      plane.setPointerCapture(event.pointerId);
    }
    const row = rowAt(current, placeOf(event), hasDays);
    if (row !== null) setPreview({ place: current.place, row });
  }

  function release(): void {
    const { current } = held;
    held.current = null;
    setPreview(null);
    if (current === null || !current.isDrag || preview === null) return;
    const { place, row } = preview;
    if (current.action === "draw") edits.add({ start: row.start, end: row.end, days: row.days });
    else edits.change(place, row);
  }

  const cancel = () => {
    held.current = null;
    setPreview(null);
  };

  const handlers = {
    onPointerDown: press,
    onPointerMove: move,
    onPointerUp: release,
    onPointerCancel: cancel,
  };
  return { preview, handlers, wasDragged: () => dragged.current };
}

/** Width of a border, which is outside of the edges that a pointer drags, px. */
const BORDER_PX = 3;

/** Returns the end of a period on whose border a pointer is; null inside. */
function edgeAt(block: HTMLElement, { clientX, clientY }: PointerEvent): "start" | "end" | null {
  const { left, right, top, bottom } = block.getBoundingClientRect();
  const [fromStart, fromEnd] = isTallWindow()
    ? [clientY - top, bottom - clientY]
    : [clientX - left, right - clientX];
  if (fromStart <= BORDER_PX && block.dataset.start !== undefined) return "start";
  return fromEnd <= BORDER_PX && block.dataset.end !== undefined ? "end" : null;
}

/** Position of a pointer as a share of the day, and of the week if the days are below each other. */
function placeOf(event: PointerEvent<HTMLElement>): { x: number; y: number } {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  const x = (event.clientX - left) / width;
  const y = (event.clientY - top) / height;
  return isTallWindow() ? { x: y, y: 0 } : { x, y };
}

/** The row while it is held at a position; null if it cannot be so. */
function rowAt(
  { action, x, y, row }: Held,
  to: { x: number; y: number },
  hasDays: boolean,
): TimetableRow | null {
  const minutes = toGrid((to.x - x) * DAY_MINUTES);
  switch (action) {
    case "start":
      return moveStart(row, minutes);
    case "end":
      return moveEnd(row, minutes);
    case "move": {
      const days = hasDays ? Math.round((to.y - y) * DAYS_PER_WEEK) : 0;
      const moved = movePeriod(row, minutes) ?? row;
      return moveDays(moved, days);
    }
    case "draw": {
      const [from, until] = [Math.min(x, to.x), Math.max(x, to.x)].map((share) =>
        Math.min(DAY_MINUTES, Math.max(0, toGrid(share * DAY_MINUTES))),
      );
      const [first, last] = [Math.min(y, to.y), Math.max(y, to.y)].map((share) =>
        Math.min(DAYS_PER_WEEK - 1, Math.max(0, Math.floor(share * DAYS_PER_WEEK))),
      );
      if (from === undefined || until === undefined || until - from < GRID_MINUTES) return null;
      return {
        ...row,
        start: from,
        end: until,
        days: hasDays ? daysBetween(first ?? 0, last ?? 0) : EVERY_DAY,
      };
    }
  }
}

function daysBetween(first: number, last: number): number {
  return maskOf(Array.from({ length: last - first + 1 }, (_, index) => first + index));
}
