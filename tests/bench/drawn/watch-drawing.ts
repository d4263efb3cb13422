/**
 * What a page noted of its canvases, by its own clock, ms: `pressed` is the last key, `busy` when something was
 * last seen to be asked for, `strokes` every line drawn since the key.
 */
export type Drawing = { pressed: number; busy: number; strokes: number[] };

/** Runs in the page before anything of it does. */
export function watchDrawing(): void {
  const drawing: Drawing = { pressed: 0, busy: 0, strokes: [] };
  Object.assign(globalThis, { drawing });
  performance.setResourceTimingBufferSize(5_000);
  const pen = CanvasRenderingContext2D.prototype;
  const { stroke } = pen;
  pen.stroke = function (this: CanvasRenderingContext2D, ...path: unknown[]) {
    Reflect.apply(stroke, this, path);
    drawing.strokes.push(performance.now());
  } as typeof stroke;
  addEventListener(
    "keydown",
    () => {
      drawing.pressed = performance.now();
      drawing.strokes.length = 0;
    },
    { capture: true },
  );
}

/** How a step was drawn, ms. */
export type Drawn = {
  /** Whether anything had to be asked for it. */
  isAsked: boolean;
  /** From the last byte of what was asked for, or from the key, to the last line. */
  afterData: number;
  /** From the key to the first line: what was there is shown meanwhile. */
  afterKey: number;
};

/** Runs in the page. @returns null as long as something is asked for, drawn, or about to be */
export function readDrawing([path, quietMs]: [path: string, quietMs: number]): Drawn | null {
  const { drawing } = globalThis as unknown as { drawing: Drawing };
  const { pressed, strokes } = drawing;
  const now = performance.now();
  if (document.querySelector("section[aria-busy=true]") !== null) drawing.busy = now;
  const last = strokes.at(-1) ?? pressed;
  // What was answered is drawn a little after nothing is asked for any more.
  if (now - Math.max(last, pressed, drawing.busy) < quietMs) return null;
  const asked = (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).filter(
    ({ name, startTime }) => name.endsWith(path) && startTime >= pressed,
  );
  const data = Math.max(pressed, ...asked.map(({ responseEnd }) => responseEnd));
  return {
    isAsked: asked.length > 0,
    afterData: Math.max(0, last - data),
    afterKey: (strokes[0] ?? pressed) - pressed,
  };
}
