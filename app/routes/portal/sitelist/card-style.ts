import type { SystemStyleObject } from "@chakra-ui/react";
import { byName, byPlace } from "./cell-styles.ts";

const inCells = byPlace;

const anyCards: SystemStyleObject = {
  "&": { display: "block" },
  "& tbody": {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 20rem), 1fr))",
    gap: "2.5",
  },
  "& thead:not(:focus-within)": { srOnly: true },
  // Keyboard users see the sort buttons when one of them has the focus.
  "& thead:focus-within": { display: "block", mb: "2.5" },
  "& thead tr": { display: "flex", flexWrap: "wrap", columnGap: "4", rowGap: "2" },
  "& thead th": { textStyle: "sm", fontWeight: "normal" },
  "& thead th:not(:has(a))": { srOnly: true },
  "& thead a": { display: "flex", alignItems: "center", gap: "1", focusVisibleRing: "outside" },
  "& td": { p: "0", minW: "0" },
  // The site has never sent data: the card shows one note instead of a dash for each value.
  "& tr[data-blank] td:has(> b:only-child)": { display: "none" },
};

const aCard: SystemStyleObject = {
  display: "grid",
  // The link of the name covers the card.
  position: "relative",
  columnGap: "3",
  rowGap: "0.5",
  layerStyle: "card",
  px: "4",
  py: "3",
};

/** Cards with the usual columns. */
export const asCards: SystemStyleObject = {
  ...anyCards,
  "& tbody tr": {
    ...aCard,
    gridTemplateColumns: "minmax(0, 1fr) auto max-content",
    gridTemplateRows: "auto 1fr auto auto",
    gridTemplateAreas:
      '"name name status" "name name alarm" "solar battery battery" "metricsAt metricsAt metricsAt"',
  },
  ...inCells("name", { gridArea: "name", textStyle: "md", overflowWrap: "anywhere" }),
  ...inCells("status", { gridArea: "status", justifySelf: "end" }),
  ...inCells("alarm", { gridArea: "alarm", justifySelf: "end" }),
  ...inCells("solar", { gridArea: "solar", ...labelled("var(--solar-label)") }),
  ...inCells("batterySoc", {
    gridArea: "battery",
    justifySelf: "end",
    ...labelled("var(--battery-label)"),
  }),
  ...inCells("metricsAt", { gridArea: "metricsAt", textStyle: "xs", mt: "1" }),
};

/** Cards with chosen columns in their order, below name and status. */
export const asNamedCards: SystemStyleObject = {
  ...anyCards,
  "& tbody tr": {
    ...aCard,
    gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)",
    alignContent: "start",
  },
  "& td[data-label]": {
    mt: "1.5",
    overflowWrap: "anywhere",
    ...labelled("attr(data-label)"),
    "& b": { textStyle: "md" },
  },
  ...byName("name", {
    order: "-2",
    gridColumn: "1 / -1",
    textStyle: "md",
    overflowWrap: "anywhere",
  }),
  ...byName("status", { order: "-1", gridColumn: "1 / -1" }),
  ...byName("alarm", {
    gridColumn: "1 / -1",
    "&:has([data-alarm=none])": { position: "absolute" },
  }),
  ...byName("tags", { gridColumn: "1 / -1", "&:empty": { display: "none" } }),
  ...byName("metricsAt", { gridColumn: "1 / -1", textStyle: "xs", mt: "1.5" }),
  // The check box stays at the upper end of the card.
  ...byName("pick", { position: "absolute", top: "3", insetEnd: "3" }),
};

/** Shows the name of a card's value above it. */
function labelled(label: string): SystemStyleObject {
  return {
    mt: "1.5",
    _before: { content: label, display: "block", textStyle: "xs", color: "fg.muted" },
    "& b": { textStyle: "xl" },
  };
}
