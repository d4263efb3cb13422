import { BRAND, HARBOUR, LINE, type Shade, SIGNAL, SURFACE, TEXT } from "#app/theme/palette.ts";

const shade = ([light, dark]: Shade) => `light-dark(${light}, ${dark})`;

const colours = {
  canvas: shade(SURFACE.canvas),
  panel: shade(SURFACE.panel),
  sunken: shade(SURFACE.sunken),
  text: shade(TEXT.default),
  muted: shade(TEXT.muted),
  line: shade(LINE.default),
  edge: shade(LINE.emphasized),
  brand: shade(BRAND.solid),
  "on-brand": shade(BRAND.contrast),
  ink: shade(BRAND.ink),
  wash: shade(BRAND.wash),
  ring: shade(BRAND.ring),
  good: shade(SIGNAL.good.ink),
  "good-wash": shade(SIGNAL.good.wash),
  warning: shade(SIGNAL.warning.ink),
  "warning-wash": shade(SIGNAL.warning.wash),
  fault: shade(SIGNAL.fault.ink),
  "fault-wash": shade(SIGNAL.fault.wash),
  harbour: shade([HARBOUR.bg, HARBOUR.bgDark]),
  "harbour-hover": HARBOUR.hover,
  "harbour-active": HARBOUR.active,
  "harbour-text": HARBOUR.fg,
  "harbour-muted": HARBOUR.muted,
  sun: HARBOUR.sun,
};

const variables = Object.entries(colours)
  .map(([name, value]) => `--${name}:${value}`)
  .join(";");

/** Style sheet of the page, in the colours of the portal. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; ${variables} }
:root[data-appearance=light] { color-scheme: light }
:root[data-appearance=dark] { color-scheme: dark }
*, *::before, *::after { box-sizing: border-box; margin: 0 }
[hidden] { display: none !important }
body { display: grid; grid-template-columns: 20rem minmax(0, 1fr); min-height: 100dvh; background: var(--canvas);
  color: var(--text); font: 0.9375rem/1.5 Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif }
a { color: var(--ink) }
:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px }
code, pre, textarea, .path { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  font-size: 0.8125rem; unicode-bidi: plaintext }
code, pre, textarea, .path { direction: ltr; text-align: start }

.side { position: sticky; top: 0; height: 100dvh; overflow-y: auto; background: var(--harbour);
  color: var(--harbour-text); padding: 1.25rem 0.75rem 2rem; scrollbar-color: var(--harbour-active) transparent }
.side :focus-visible { outline-color: var(--sun) }
.brand { display: flex; align-items: center; gap: 0.625rem; padding: 0 0.5rem; color: inherit; text-decoration: none;
  font-weight: 600; font-size: 1.0625rem; letter-spacing: -0.015em }
.side h1 { margin: 1.5rem 0.5rem 0; font-size: 1.375rem; line-height: 1.25; letter-spacing: -0.02em }
.side .lead { margin: 0.25rem 0.5rem 0; color: var(--harbour-muted); font-size: 0.875rem }
.side .lead a { color: var(--sun) }
.side input { width: 100%; margin-top: 1rem; border: 1px solid var(--harbour-active); border-radius: 8px; height: 2.5rem;
  padding: 0 0.75rem; background: var(--harbour-hover); color: var(--harbour-text); font: inherit }
.side input::placeholder { color: var(--harbour-muted); opacity: 1 }
.side h2 { margin: 1.25rem 0.5rem 0.25rem; color: var(--harbour-muted); font-size: 0.6875rem; font-weight: 600;
  letter-spacing: 0.06em; text-transform: uppercase }
.side ul { list-style: none; padding: 0 }
.side li a { display: block; padding: 0.375rem 0.5rem; border-radius: 6px; color: inherit; text-decoration: none;
  overflow-wrap: anywhere; line-height: 1.35 }
.side li a:hover { background: var(--harbour-hover) }
.side li a[aria-current] { background: var(--harbour-active); box-shadow: inset 3px 0 0 var(--sun) }
[dir=rtl] .side li a[aria-current] { box-shadow: inset -3px 0 0 var(--sun) }
.nothing { margin: 1rem 0.5rem; color: var(--harbour-muted) }

main { padding: 1.5rem clamp(1rem, 3vw, 2.5rem) 4rem; min-width: 0 }
.who { display: grid; gap: 0.375rem; max-width: 60rem; padding-bottom: 1.25rem; border-bottom: 1px solid var(--line) }
label { font-weight: 600; font-size: 0.8125rem }
.hint { color: var(--muted); font-size: 0.8125rem }
main input[type=password], main input[type=file], textarea { width: 100%; border: 1px solid var(--edge);
  border-radius: 8px; background: var(--panel); color: var(--text) }
main input[type=password] { height: 2.5rem; padding: 0 0.75rem; font: inherit; max-width: 36rem }
main input[type=file] { padding: 0.5rem }
textarea { padding: 0.75rem; min-height: 7rem; line-height: 1.55; resize: vertical; tab-size: 2 }
textarea[aria-invalid=true] { border-color: var(--fault) }
.call { max-width: 60rem; padding-top: 1.5rem; display: grid; gap: 1.25rem }
.call > * { min-width: 0 }
.call h2 { font-size: 1.25rem; line-height: 1.35; letter-spacing: -0.015em; overflow-wrap: anywhere }
.call h2:focus { outline: none }
.call h3 { font-size: 0.9375rem }
.line { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.75rem }
.method { padding: 0.0625rem 0.5rem; border-radius: 6px; background: var(--wash); color: var(--ink); font-size: 0.75rem;
  font-weight: 700; letter-spacing: 0.03em }
.path { font-size: 0.875rem; overflow-wrap: anywhere }
.pill { padding: 0.0625rem 0.5rem; border: 1px solid var(--line); border-radius: 999px; color: var(--muted);
  font-size: 0.75rem; white-space: nowrap }
.card { background: var(--panel); border: 1px solid var(--line); border-radius: 16px; padding: 1.125rem;
  display: grid; gap: 0.75rem }
.card-body { display: grid; gap: 0.75rem; justify-items: start }
.card-body pre { width: 100% }
details.card { display: block }
button { height: 2.5rem; padding: 0 1.125rem; border: 0; border-radius: 8px; background: var(--brand);
  color: var(--on-brand); font: inherit; font-weight: 600; cursor: pointer }
button.quiet { background: none; color: var(--ink); padding: 0 0.5rem }
button:disabled { opacity: 0.6; cursor: progress }
pre { max-height: 32rem; overflow: auto; padding: 0.75rem; border-radius: 8px; background: var(--sunken);
  white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.55 }
.status { font-weight: 600; padding: 0.125rem 0.625rem; border-radius: 6px; font-variant-numeric: tabular-nums }
.status.good { background: var(--good-wash); color: var(--good) }
.status.refused { background: var(--warning-wash); color: var(--warning) }
.status.fault, .wrong { background: var(--fault-wash); color: var(--fault) }
.wrong { padding: 0.5rem 0.75rem; border-radius: 8px }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem }
th { text-align: start; font-size: 0.75rem; color: var(--muted); font-weight: 600 }
th, td { padding: 0.4375rem 0.75rem 0.4375rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
tr:last-child td { border-bottom: 0 }
td { overflow-wrap: anywhere }
td .pill { margin-inline-start: 0.375rem }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 0.875rem; font-size: 0.875rem }
dt { font-weight: 600; font-variant-numeric: tabular-nums }
dd { color: var(--muted) }
summary { cursor: pointer; font-weight: 600; font-size: 0.9375rem }
details[open] summary { margin-bottom: 0.75rem }
.back { display: none }

@media (max-width: 61.99em) {
  body { display: block }
  .side { position: static; height: auto; min-height: 100dvh }
  main { display: none; padding-top: 1rem }
  body.chosen .side { display: none }
  body.chosen main { display: block }
  .back { display: inline-block; margin-bottom: 1rem }
  .side li a { padding: 0.5625rem 0.5rem }
}
@media (max-width: 30em) {
  thead { display: none }
  tr { display: grid; padding: 0.5rem 0; border-bottom: 1px solid var(--line) }
  tr:last-child { border-bottom: 0 }
  td { padding: 0; border: 0 }
  td:empty { display: none }
}
`;
