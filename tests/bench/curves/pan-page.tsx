import { createInstance } from "i18next";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { I18nContext } from "react-i18next";
import type { ChartLine } from "#app/charts/chart-lines.ts";
import { LINE_COLORS } from "#app/charts/palette.ts";
import { TimeChart } from "#app/charts/time-chart.tsx";
import type { Span } from "#domain/history/local-days.ts";

const CURVES = 25;
const SAMPLES = 2_000;
const STEP_MS = 10_000;
const BEGIN = Date.UTC(2026, 5, 15);
const LENGTH_MS = SAMPLES * STEP_MS;
const WIDTH = 1_160;
const HEIGHT = 450;
/** Edges are reached after this, and it goes back. */
const SWING = 0.2;

/** The same ones each time: every window has about all of the samples. */
function makeLines(): ChartLine[] {
  let seed = 7;
  const next = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return Array.from({ length: CURVES }, (_, place) => {
    let level = 4_000 * next();
    const at = Array.from({ length: SAMPLES }, (_, sample) => BEGIN + sample * STEP_MS);
    const value = at.map(() => {
      level += 120 * (next() - 0.5);
      return level;
    });
    const shade = LINE_COLORS[place % LINE_COLORS.length] ?? ["#000", "#fff"];
    return {
      id: String(place),
      name: String(place),
      unit: "W",
      shade,
      axis: "start" as const,
      at,
      value,
      gapMs: 4 * STEP_MS,
    };
  });
}

const lines = makeLines();
const spanAt = (share: number): Span => ({
  from: BEGIN + share * LENGTH_MS,
  to: BEGIN + (1 + share) * LENGTH_MS,
});
let show: (span: Span) => void = () => undefined;

/** The portal's chart. */
function Ours() {
  const [span, setSpan] = useState(() => spanAt(0));
  useEffect(() => {
    show = setSpan;
  }, []);
  return (
    <TimeChart
      label="curves"
      height={HEIGHT}
      timeZone="Europe/Berlin"
      span={span}
      lines={lines}
      axes={{ start: { unit: "W" } }}
      onSpan={setSpan}
      hasReadout={false}
    />
  );
}

/** The same lines and nothing else. */
function drawBare(canvas: HTMLCanvasElement): (span: Span) => void {
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext("2d");
  const all = lines.flatMap(({ value }) => value);
  const least = Math.min(...all);
  const height = HEIGHT / (Math.max(...all) - least);
  return ({ from, to }) => {
    if (pen === null) return;
    pen.clearRect(0, 0, WIDTH, HEIGHT);
    pen.lineWidth = 1.75;
    for (const { at, value, shade } of lines) {
      pen.beginPath();
      pen.strokeStyle = shade[0];
      for (const [place, one] of at.entries())
        pen.lineTo(
          ((one - from) / (to - from)) * WIDTH,
          HEIGHT - ((value[place] ?? 0) - least) * height,
        );
      pen.stroke();
    }
  };
}

const root = document.querySelector<HTMLElement>("#root");
if (root === null) throw new Error("the page has no place for a chart");
if (location.search.includes("bare")) {
  const canvas = document.createElement("canvas");
  root.appendChild(canvas);
  show = drawBare(canvas);
} else {
  const i18n = createInstance();
  await i18n.init({ lng: "en", resources: { en: { common: {} } } });
  createRoot(root).render(
    <I18nContext.Provider value={{ i18n }}>
      <Ours />
    </I18nContext.Provider>,
  );
}

/** Moves the chart to and fro, and answers how long each frame took, ms. */
async function pan(ms: number): Promise<number[]> {
  const frames: number[] = [];
  const begun = performance.now();
  for (let last = begun; last - begun < ms; ) {
    const now = await new Promise<number>(requestAnimationFrame);
    show(spanAt(SWING * Math.sin((now - begun) / 700)));
    frames.push(now - last);
    last = now;
  }
  // The first begins somewhere within a frame.
  return frames.slice(1);
}

Object.assign(globalThis, { pan });
