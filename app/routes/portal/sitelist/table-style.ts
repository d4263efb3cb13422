import { defineStyle, type SystemStyleObject } from "@chakra-ui/react";
import { hasRing, STATUS_TONE } from "#app/ui/status-badge.tsx";
import type { ListedStatus } from "#domain/sites/site-list.ts";
import { asCards, asNamedCards } from "./card-style.ts";
import { byName, byPlace, type CellsOf } from "./cell-styles.ts";

const asTable = (inCells: CellsOf): SystemStyleObject => ({
  bg: "bg.panel",
  borderWidth: "1px",
  borderRadius: "xl",
  overflow: "hidden",
  boxShadow: "xs",
  "& th": {
    textAlign: "start",
    textStyle: "xs",
    fontWeight: "medium",
    color: "fg.muted",
    whiteSpace: "nowrap",
    px: "4",
    py: "0",
    h: "10",
    bg: "bg.hover",
    borderBottomWidth: "1px",
    "& a": {
      display: "flex",
      alignItems: "center",
      gap: "1",
      borderRadius: "xs",
      _hover: { color: "fg" },
      focusVisibleRing: "outside",
    },
    "&:not([aria-sort=none]) a": { color: "fg" },
  },
  "& td": { px: "4", py: "0", h: "14", borderBottomWidth: "1px", borderColor: "border.muted" },
  "& tbody tr:last-of-type td": { borderBottomWidth: "0" },
  "& th:first-of-type": { w: "32" },
  ...inCells("name", { py: "2", minW: "56" }),
  ...inCells("batterySoc", { whiteSpace: "nowrap" }),
  ...inCells("solar", { textAlign: "end", whiteSpace: "nowrap" }),
  // Curves are aligned however long the numbers are.
  "& [data-curve] + b": { display: "inline-block", minW: "16", textAlign: "end" },
  "& th[data-column=solar] a": { flexDirection: "row-reverse" },
  ...inCells("metricsAt", { whiteSpace: "nowrap", textStyle: "xs" }),
});

/** Beside the sidebar a window of this width has no room to spare. */
const narrowTable = (inCells: CellsOf): SystemStyleObject => ({
  "& th, & td": { px: "2.5" },
  ...inCells("name", { minW: "40" }),
  "& [data-bar]": { display: "none" },
  "& [data-curve]": { w: "12", me: "2" },
});

/** All styles of the list are on the table: a style per cell would cost the server more than the rest of the page. */
const common = (inCells: CellsOf): SystemStyleObject => ({
  w: "full",
  textStyle: "sm",
  borderCollapse: "separate",
  borderSpacing: "0",
  "& a": { outline: "0" },
  "& th svg": { opacity: "0", w: "0.9em", h: "0.9em" },
  "& th[aria-sort=ascending] svg": { opacity: "1", transform: "scaleY(-1)" },
  "& th[aria-sort=descending] svg": { opacity: "1" },
  "& td[data-status]": {
    fontWeight: "medium",
    whiteSpace: "nowrap",
    // A dot, or a ring if nothing runs.
    _before: {
      content: '""',
      display: "inline-block",
      w: "2",
      h: "2",
      me: "2",
      borderRadius: "full",
      verticalAlign: "0.06em",
    },
  },
  ...statusStyles(),
  "& [data-alarm]": {
    display: "inline-flex",
    alignItems: "center",
    gap: "1.5",
    px: "2",
    py: "0.5",
    borderRadius: "full",
    textStyle: "xs",
    fontWeight: "medium",
    whiteSpace: "nowrap",
  },
  // Invisible, but available to screen readers.
  "& [data-alarm=none]": { srOnly: true },
  // Lies above the link that covers the row.
  "& a[data-alarm]": {
    position: "relative",
    zIndex: "1",
    _hover: { textDecoration: "underline" },
    _focusVisible: {
      outlineWidth: "2px",
      outlineStyle: "solid",
      outlineColor: "brand.focusRing",
      outlineOffset: "2px",
    },
    // Fingers need more room than the text has.
    _after: { content: '""', position: "absolute", inset: "-0.75rem" },
  },
  "& [data-alarm] svg": { w: "1.1em", h: "1.1em", strokeWidth: "2" },
  ...alarmStyles(),
  // The number stands before its unit in every language.
  "& b": {
    textStyle: "number",
    fontWeight: "medium",
    direction: "ltr",
    unicodeBidi: "isolate",
    whiteSpace: "nowrap",
  },
  "& small": { color: "fg.muted", textStyle: "xs", fontWeight: "normal" },
  "& [data-bar]": {
    display: "inline-block",
    verticalAlign: { base: "0.3em", lg: "0.15em" },
    w: { base: "14", lg: "12" },
    h: "1.5",
    me: "2",
    borderRadius: "full",
    bg: "bg.sunken",
    overflow: "hidden",
    _before: {
      content: '""',
      display: "block",
      w: "var(--charge)",
      h: "full",
      borderRadius: "full",
      bg: "battery.fill",
    },
  },
  // The curve of 24 hours is cut out of a block.
  "& [data-curve]": {
    display: "inline-block",
    verticalAlign: "middle",
    w: { base: "20", lg: "16" },
    h: "6",
    me: "3",
    bg: "solar.fill",
    clipPath: "var(--outline)",
    forcedColorAdjust: "none",
  },
  "& tr[data-online=false] [data-curve]": { opacity: "0.62" },
  "& [data-ratio]": { display: "block", textStyle: "xs", color: "fg.muted" },
  "& [data-ratio=low] bdi": { color: "warning", fontWeight: "semibold" },
  "& [data-bar=low]": { _before: { bg: "warning.fill" } },
  ...inCells(
    "name",
    {
      fontWeight: "semibold",
      color: "fg",
      unicodeBidi: "plaintext",
      // Overrides the reset, whose line breaking does not count for the minimum width.
      overflowWrap: "anywhere",
      // The whole row links to the site.
      _after: { content: '""', position: "absolute", inset: "0" },
      "tr:hover &": { color: "brand.fg" },
    },
    " a",
  ),
  ...inCells(
    "name",
    {
      textStyle: "xs",
      color: "fg.muted",
      unicodeBidi: "plaintext",
      // An unbroken text would make the table as wide as itself.
      lineClamp: "1",
      wordBreak: "break-all",
      // Aligned with the page's text and clipped at its edge.
      w: "fit",
      maxW: "full",
    },
    " span",
  ),
  ...inCells("metricsAt", { color: "fg.muted" }),
  "& em": { fontStyle: "normal", fontWeight: "semibold", color: "info" },
  "& tr[data-online=false] b": { color: "fg.muted" },
  "& tr[data-online=false] [data-bar]": { opacity: "0.62" },
  "& tbody tr": { position: "relative", transition: "background 0.12s" },
  "& tbody tr:hover": { bg: "bg.hover" },
  "& tbody tr:has(a:not([data-alarm]):focus-visible)": {
    outlineWidth: "2px",
    outlineStyle: "solid",
    outlineColor: "brand.focusRing",
    outlineOffset: "-2px",
  },
});

/** Style of the usual columns: cells are recognized by their position, so none needs a label. */
export const tableStyle = defineStyle({
  ...common(byPlace),
  lgDown: asCards,
  lg: asTable(byPlace),
  lgToXl: narrowTable(byPlace),
});

const ofChosen: SystemStyleObject = {
  "& i": {
    display: "inline-block",
    fontStyle: "normal",
    textStyle: "xs",
    bg: "bg.sunken",
    borderRadius: "md",
    px: "2",
    py: "0.5",
    me: "1",
    unicodeBidi: "isolate",
    overflowWrap: "anywhere",
  },
  // Lies above the link that covers the row.
  ...byName(
    "pick",
    {
      position: "relative",
      zIndex: "1",
      display: "inline-flex",
      "@media (pointer: coarse)": { p: "13px", m: "-13px" },
    },
    " label",
  ),
  ...byName("pick", { w: "4.5", h: "4.5", accentColor: "brand.solid" }, " input"),
};

/** Style of chosen columns and of cards at any width: each cell has a label. */
export const chosenTableStyle = defineStyle({
  ...common(byName),
  ...ofChosen,
  lgDown: asNamedCards,
  lg: {
    ...asTable(byName),
    ...byName("load", { textAlign: "end", whiteSpace: "nowrap" }),
    ...byName("yield", { textAlign: "end", whiteSpace: "nowrap", py: "2" }),
    ...byName("grid", { textAlign: "end", whiteSpace: "nowrap" }),
    ...byName("created", { whiteSpace: "nowrap", textStyle: "xs", color: "fg.muted" }),
    "& th[data-column=load] a, & th[data-column=grid] a, & th[data-column=yield] a": {
      flexDirection: "row-reverse",
    },
    "& th:first-of-type": { w: "auto" },
    ...byName("batterySoc", { whiteSpace: "nowrap" }),
    ...byName("location", { minW: "44", py: "2" }),
    ...byName("location", { overflowWrap: "anywhere" }, " bdi"),
    ...byName("pick", { w: "10", pe: "0" }),
    "& thead td": { bg: "bg.hover", h: "10" },
  },
  lgToXl: narrowTable(byName),
});
export const cardsStyle = defineStyle({ ...common(byName), ...ofChosen, ...asNamedCards });

function statusStyles(): SystemStyleObject {
  return Object.fromEntries(
    Object.entries(STATUS_TONE).map(([status, tone]) => {
      const mark = hasRing(status as ListedStatus)
        ? { boxShadow: "inset 0 0 0 1.5px currentColor" }
        : { bg: `${tone}.fill` };
      return [`& td[data-status=${status}]`, { color: tone, _before: mark }];
    }),
  );
}

function alarmStyles(): SystemStyleObject {
  return Object.fromEntries(
    ["fault", "warning", "info"].map((tone) => [
      `& [data-alarm=${tone}]`,
      { bg: `${tone}.wash`, color: tone },
    ]),
  );
}
