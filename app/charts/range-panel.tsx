import { Button, Field, Input } from "@chakra-ui/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { DateShortcut } from "#domain/history/date-shortcuts.ts";
import { spanOfShortcut } from "#domain/history/date-shortcuts.ts";
import { dayOf, formatDay, parseDay, type Span } from "#domain/history/local-days.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { styled } from "../theme/styled.tsx";
import { Calendar } from "./calendar.tsx";
import { parseRange, type RangeErrors, type RangeTexts, rangeTexts } from "./range-text.ts";

export type RangeChoice = {
  timeZone: string;
  /** Server time, ms UTC. */
  now: number;
  span: Span;
  /** The shortcut that matches the span; null if none does. */
  shortcut: DateShortcut | null;
  shortcuts: readonly { name: DateShortcut; label: string }[];
  onPick: (span: Span, shortcut: DateShortcut | null) => void;
};

const FIELDS = ["from", "to"] as const;
type FieldName = (typeof FIELDS)[number];

/** Shortcuts, two fields for times, and a calendar that fills them. */
export function RangePanel({ onDone, ...given }: RangeChoice & { onDone: () => void }) {
  const { timeZone, now, span, shortcut, shortcuts, onPick } = given;
  const { t } = useTranslation("charts");
  const [texts, setTexts] = useState(() => rangeTexts(timeZone, span));
  const [errors, setErrors] = useState<RangeErrors>({});
  const panel = useRef<HTMLFormElement>(null);
  /** The day that was selected first, until the other end is selected. */
  const [first, setFirst] = useState<number | null>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);

  const change = (next: Partial<RangeTexts>) => {
    setTexts({ ...texts, ...next });
    setErrors({});
  };
  const pickDay = (day: number) => {
    const [begin, end] = [Math.min(day, first ?? day), Math.max(day, first ?? day)];
    change({ from: `${formatDay(begin)} 00:00:00`, to: `${formatDay(end)} 23:59:59` });
    setFirst(first === null ? day : null);
  };
  const choose = (chosen: Span, name: DateShortcut | null) => {
    onPick(chosen, name);
    onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = parseRange(texts, timeZone, now);
    if ("span" in read) return choose(read.span, null);
    setErrors(read.errors);
    const wrong = read.errors.from === undefined ? "to" : "from";
    panel.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus();
  };

  return (
    <Form ref={panel} tabIndex={-1} onSubmit={submit} noValidate>
      <ul>
        {shortcuts.map(({ name, label }) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={name === shortcut}
              onClick={() => choose(spanOfShortcut(name, timeZone, now), name)}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
      <div data-own>
        <div data-fields>
          {FIELDS.map((name) => (
            <TimeField
              key={name}
              name={name}
              text={texts[name]}
              error={errors[name]}
              onText={(text) => {
                setFirst(null);
                change({ [name]: text });
              }}
            />
          ))}
        </div>
        <Calendar
          today={dayOf(timeZone, now)}
          from={parseDay(texts.from.slice(0, 10))}
          to={parseDay(texts.to.slice(0, 10))}
          onPick={pickDay}
        />
        <footer>
          <small>{t("range.zone", { zone: timeZone })}</small>
          <Button type="submit" size="sm">
            {t("range.show")}
          </Button>
        </footer>
      </div>
    </Form>
  );
}

type TimeFieldProps = {
  name: FieldName;
  text: string;
  error: RangeErrors[FieldName];
  onText: (text: string) => void;
};

function TimeField({ name, text, error, onText }: TimeFieldProps) {
  const { t } = useTranslation("charts");
  return (
    <Field.Root invalid={error !== undefined} gap="1">
      <Field.Label textStyle="xs">{t(`range.${name}`)}</Field.Label>
      <Input
        name={name}
        size="sm"
        px="1.5"
        dir="ltr"
        value={text}
        autoComplete="off"
        inputMode="text"
        spellCheck={false}
        fontVariantNumeric="tabular-nums"
        onChange={({ currentTarget }) => onText(currentTarget.value)}
      />
      <Field.ErrorText textStyle="xs">{error && t(`range.errors.${error}`)}</Field.ErrorText>
    </Field.Root>
  );
}

const Form = styled("form", {
  display: "flex",
  flexDirection: { base: "column", sm: "row" },
  outline: "none",
  "& ul": {
    listStyleType: "none",
    display: "flex",
    flexWrap: { base: "wrap", sm: "nowrap" },
    flexDirection: { base: "row", sm: "column" },
    gap: { base: "1.5", sm: "0" },
    p: { base: "3", sm: "1.5" },
    minW: { sm: "40" },
    borderColor: "border",
    borderEndWidth: { sm: "1px" },
    borderBottomWidth: { base: "1px", sm: "0" },
  },
  "& ul button": {
    w: { sm: "full" },
    px: "3",
    py: { base: "1", sm: "1.5" },
    borderWidth: { base: "1px", sm: "0" },
    borderRadius: { base: "full", sm: "md" },
    textStyle: { base: "xs", sm: "sm" },
    textAlign: "start",
    whiteSpace: "nowrap",
    cursor: "button",
    focusVisibleRing: "inside",
    _hover: { bg: "bg.hover" },
    "&[aria-pressed=true]": { bg: "brand.subtle", color: "brand.fg", fontWeight: "medium" },
  },
  "& [data-own]": {
    display: "flex",
    flexDirection: "column",
    alignItems: "center",
    gap: "3",
    p: "3",
    minW: "0",
    flex: "1",
  },
  "& [data-fields]": {
    display: "grid",
    gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
    alignItems: "start",
    gap: "2",
    w: "full",
  },
  "& footer": {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "3",
    w: "full",
  },
  "& small": { textStyle: "xs", color: "fg.muted", overflowWrap: "anywhere" },
});
