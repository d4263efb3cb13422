import { chakra, IconButton, VisuallyHidden } from "@chakra-ui/react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { firstDayOf, formatDay, shiftDay } from "#domain/history/local-days.ts";
import { formatTag } from "#domain/languages.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { styled } from "../theme/styled.tsx";
import { Icon } from "../ui/icons/icon.tsx";

const WEEK = [0, 1, 2, 3, 4, 5, 6] as const;
/** Every month has six rows, so that the height does not change. */
const ROWS = [0, 1, 2, 3, 4, 5] as const;

type CalendarProps = {
  /** Last day that can be selected. Days are counted from 1970-01-01. */
  today: number;
  /** Start of the selection so far. */
  from: number | null;
  to: number | null;
  onPick: (day: number) => void;
};

/** The days of a month in weeks from Monday, selected by click or with the arrow keys. */
export function Calendar({ today, from, to, onPick }: CalendarProps) {
  const { t, i18n } = useTranslation("charts");
  const [focused, setFocused] = useState(Math.min(to ?? today, today));
  const table = useRef<HTMLTableElement>(null);
  const walks = useRef(false);
  const first = firstDayOf("month", focused);
  const begin = firstDayOf("week", first);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day
  useEffect(() => {
    if (walks.current) table.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
    walks.current = false;
  }, [focused]);
  const show = (day: number, parts: Intl.DateTimeFormatOptions) =>
    formatDate(i18n.language, day, parts);
  const turn = (unit: "month" | "year", by: -1 | 1) =>
    setFocused(Math.min(shiftDay(unit, focused, by), today));
  const step = (unit: "month" | "year", by: -1 | 1) => (
    <IconButton
      size="xs"
      variant="ghost"
      colorPalette="gray"
      aria-label={t(`range.calendar.${unit}${by < 0 ? "Before" : "After"}`)}
      disabled={by > 0 && shiftDay("month", first, 1) > today}
      onClick={() => turn(unit, by)}
    >
      <chakra.span
        display="inline-flex"
        transform={by < 0 === (i18n.dir() === "rtl") ? undefined : "scaleX(-1)"}
        css={unit === "year" ? { "& > svg + svg": { ms: "-2.5" } } : undefined}
      >
        <Icon name="chevron" />
        {unit === "year" && <Icon name="chevron" />}
      </chakra.span>
    </IconButton>
  );
  const press = (event: KeyboardEvent) => {
    const next = walkTo(event, focused, i18n.dir() === "rtl");
    if (next === null) return;
    event.preventDefault();
    walks.current = true;
    setFocused(Math.min(next, today));
  };
  return (
    <Box>
      <header>
        {step("year", -1)}
        {step("month", -1)}
        <b aria-live="polite">{show(first, { month: "long", year: "numeric" })}</b>
        {step("month", 1)}
        {step("year", 1)}
      </header>
      <table ref={table} onKeyDown={press} aria-label={t("range.calendar.label")}>
        <thead>
          <tr>
            {WEEK.map((day) => (
              <th key={day} scope="col">
                <span aria-hidden>{show(begin + day, { weekday: "narrow" })}</span>
                <VisuallyHidden>{show(begin + day, { weekday: "long" })}</VisuallyHidden>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map((row) => (
            <tr key={row}>
              {WEEK.map((column) => {
                const day = begin + 7 * row + column;
                if (firstDayOf("month", day) !== first) return <td key={column} />;
                return (
                  <td key={column} data-within={isWithin(day, from, to) || undefined}>
                    <button
                      type="button"
                      tabIndex={day === focused ? 0 : -1}
                      disabled={day > today}
                      aria-pressed={day === from || day === to}
                      aria-current={day === today ? "date" : undefined}
                      aria-label={show(day, { dateStyle: "full" })}
                      data-day={formatDay(day)}
                      onClick={() => {
                        setFocused(day);
                        onPick(day);
                      }}
                    >
                      {show(day, { day: "numeric" }).replace(/\D/g, "")}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

function isWithin(day: number, from: number | null, to: number | null): boolean {
  return from !== null && to !== null && from !== to && day >= from && day <= to;
}

/** Arrow keys move by a day or a week, the page keys by a month, and with shift by a year. */
function walkTo({ key, shiftKey }: KeyboardEvent, day: number, isRightToLeft: boolean) {
  const unit = shiftKey ? "year" : "month";
  const week = firstDayOf("week", day);
  const ways: Record<string, number> = {
    ArrowLeft: day + (isRightToLeft ? 1 : -1),
    ArrowRight: day + (isRightToLeft ? -1 : 1),
    ArrowUp: day - 7,
    ArrowDown: day + 7,
    PageUp: shiftDay(unit, day, -1),
    PageDown: shiftDay(unit, day, 1),
    Home: week,
    End: week + 6,
  };
  return ways[key] ?? null;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatDate(language: string, day: number, parts: Intl.DateTimeFormatOptions): string {
  const name = JSON.stringify([language, parts]);
  const format =
    formats.get(name) ??
    new Intl.DateTimeFormat(formatTag(language), {
      ...parts,
      timeZone: "UTC",
      calendar: "gregory",
    });
  formats.set(name, format);
  return format.format(day * DAY_MS);
}

const Box = styled("div", {
  w: "full",
  maxW: "72",
  "& header": { display: "flex", alignItems: "center", mb: "1" },
  "& b": { flex: "1", textAlign: "center", textStyle: "sm", fontWeight: "semibold" },
  "& table": { w: "full", borderCollapse: "collapse", tableLayout: "fixed" },
  "& th": {
    h: "7",
    textStyle: "2xs",
    fontWeight: "medium",
    color: "fg.muted",
    textAlign: "center",
  },
  "& td": { p: "0", h: "9" },
  "& td[data-within]": { bg: "brand.subtle" },
  "& td button": {
    w: "full",
    h: "9",
    borderRadius: "md",
    textStyle: "sm",
    fontVariantNumeric: "tabular-nums",
    cursor: "button",
    focusVisibleRing: "inside",
    // A selected day keeps its own background because its digits are white.
    "&:not([aria-pressed=true])": { _hover: { bg: "bg.hover" } },
    "&[aria-current]": { fontWeight: "bold", color: "brand.fg" },
    "&[aria-pressed=true]": { bg: "brand.solid", color: "brand.contrast" },
    _disabled: { color: "fg.subtle", opacity: "0.6", cursor: "default", bg: "transparent" },
  },
});
