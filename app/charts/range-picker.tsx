import { Fragment, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { styled } from "../theme/styled.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { type RangeChoice, RangePanel } from "./range-panel.tsx";
import { formatRange } from "./range-text.ts";

const BETWEEN = " – ";

/** Shows the range and opens a panel to select another one, in the site's time zone. */
export function RangePicker(choice: RangeChoice) {
  const { timeZone, span, shortcut, shortcuts } = choice;
  const { t } = useTranslation("charts");
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  // The browser may open the panel itself before the page is hydrated.
  useEffect(() => setOpen(panel.current?.matches(":popover-open") ?? false), []);
  const label = shortcuts.find(({ name }) => name === shortcut)?.label;
  return (
    <>
      <Opener type="button" popoverTarget={id} aria-haspopup="dialog">
        <Icon name="clock" size="18px" />
        <span data-text>
          {label && <span>{label}</span>}
          <span dir="ltr" data-range>
            {formatRange(timeZone, span)
              .split(BETWEEN)
              .map((time, place) => (
                <Fragment key={time}>
                  {place > 0 && " "}
                  <span>{place > 0 ? `– ${time}` : time}</span>
                </Fragment>
              ))}
          </span>
        </span>
        <Icon name="down" size="14px" />
      </Opener>
      {/* The panel closes on Escape and on a click elsewhere, and returns the focus. */}
      <Panel
        id={id}
        ref={panel}
        popover="auto"
        role="dialog"
        aria-label={t("range.label")}
        onToggle={(event) => setOpen(event.newState === "open")}
      >
        {isOpen && <RangePanel {...choice} onDone={() => panel.current?.hidePopover()} />}
      </Panel>
    </>
  );
}

const Opener = styled("button", {
  display: "inline-flex",
  alignItems: "center",
  columnGap: "2",
  minH: "9",
  "@media (pointer: coarse)": { minH: "11" },
  minW: "0",
  px: "3",
  py: "1",
  borderWidth: "1px",
  borderColor: "border.emphasized",
  borderRadius: "md",
  bg: "bg.panel",
  textStyle: "sm",
  fontWeight: "medium",
  textAlign: "start",
  cursor: "button",
  focusVisibleRing: "outside",
  _hover: { bg: "bg.hover" },
  "& [data-text]": {
    display: "flex",
    flexWrap: "wrap",
    columnGap: "2",
    minW: "0",
    "& > :not([data-range])": { whiteSpace: "nowrap" },
  },
  "& [data-range]": {
    fontVariantNumeric: "tabular-nums",
    fontWeight: "normal",
    color: "fg.muted",
    _first: { color: "fg" },
  },
  // A long range breaks only between its two times.
  "& [data-range] > span": { whiteSpace: "nowrap" },
  "& svg": { color: "fg.muted" },
});

const Panel = styled("div", {
  position: "fixed",
  inset: "auto",
  insetInline: "3",
  bottom: "3",
  m: "0",
  mx: "auto",
  p: "0",
  // Both times are shown to the second.
  w: "min(37rem, calc(100vw - 1.5rem))",
  maxH: "calc(100dvh - 1.5rem)",
  overflowY: "auto",
  overscrollBehavior: "contain",
  bg: "bg.raised",
  color: "fg",
  borderWidth: "1px",
  borderRadius: "xl",
  boxShadow: "lg",
  textStyle: "sm",
  // With enough room and browser support the panel opens at its own button.
  "@media (min-width: 48em)": {
    "@supports (position-area: block-end span-inline-end)": {
      inset: "auto",
      mx: "0",
      my: "1",
      positionArea: "block-end span-inline-end",
      positionTryFallbacks: "flip-inline, flip-block, flip-block flip-inline",
    },
  },
});
