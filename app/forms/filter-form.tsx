import { Button, Input } from "@chakra-ui/react";
import { type ReactElement, type ReactNode, useId } from "react";
import { Form, Link } from "react-router";
import { formatNumber } from "#domain/units/format-number.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { styled } from "../theme/styled.tsx";
import { Icon } from "../ui/icons/icon.tsx";

type FilterFormProps = {
  /** Path of the list. */
  path: string;
  /** Fields that the address keeps, as the key of a site. */
  kept: Readonly<Record<string, string>>;
  /** Number of filters that are set. */
  count: number;
  children: ReactNode;
};

/**
 * Filters of a list, a form with an address that works without scripts. In a narrow window a button opens them, so that
 * the list is on the first screen.
 */
export function FilterForm({ path, kept, count, children }: FilterFormProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const unfiltered = new URLSearchParams(kept).toString();
  return (
    <Frame>
      <Button
        type="button"
        size="sm"
        variant="outline"
        colorPalette="gray"
        popoverTarget={id}
        data-opener
      >
        <Icon name="sliders" size="1.1em" />
        {t("filters.label")}
        {count > 0 && <b data-count>{formatNumber(count, i18n.language, {})}</b>}
      </Button>
      <Form
        method="get"
        action={path}
        id={id}
        popover="auto"
        aria-label={t("filters.label")}
        // Otherwise it would stay over the list that it has filtered.
        onSubmit={({ currentTarget }) => currentTarget.hidePopover()}
      >
        {Object.entries(kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        <div data-buttons>
          <Button type="submit" size="sm" h="10">
            {t("filters.apply")}
          </Button>
          {count > 0 && (
            <Button asChild variant="outline" colorPalette="gray" size="sm" h="10">
              <Link
                to={unfiltered === "" ? path : `${path}?${unfiltered}`}
                onClick={({ currentTarget }) => currentTarget.closest("form")?.hidePopover()}
              >
                {t("filters.reset")}
              </Link>
            </Button>
          )}
        </div>
      </Form>
    </Frame>
  );
}

type FilterFieldProps = {
  label: string;
  /** Renders the input with the id that the label names. */
  input: (id: string) => ReactElement;
  /** Whether the field is a date of a custom period, which is hidden while another period is chosen. */
  isCustom?: boolean;
  isWide?: boolean;
};

/** A filter with its label. */
export function FilterField({ label, input, isCustom, isWide }: FilterFieldProps) {
  const id = useId();
  return (
    <div data-field data-custom={isCustom || undefined} data-wide={isWide || undefined}>
      <label htmlFor={id}>{label}</label>
      {input(id)}
    </div>
  );
}

/** Longest text that a list is searched for, characters. */
const MAX_SEARCH = 100;

/** The search of a list. */
export function SearchFilter({ value, placeholder }: { value: string; placeholder: string }) {
  const { t } = useTranslation();
  return (
    <FilterField
      isWide
      label={t("filters.search")}
      input={(id) => (
        <Input
          id={id}
          type="search"
          name="search"
          dir="auto"
          placeholder={placeholder}
          defaultValue={value}
          maxLength={MAX_SEARCH}
        />
      )}
    />
  );
}

const Frame = styled("div", {
  minW: "0",
  "& > [data-opener]": { display: { md: "none" } },
  "& [data-count]": {
    minW: "5",
    px: "1.5",
    borderRadius: "full",
    bg: "brand.solid",
    color: "brand.contrast",
    textStyle: "xs",
  },
  "& > form": {
    // In a wide window the filters are part of the page, opened or not.
    position: { base: "fixed", md: "static" },
    display: { md: "flex" },
    flexWrap: "wrap",
    inset: "auto",
    m: "0",
    w: { base: "min(22rem, calc(100vw - 2rem))", md: "auto" },
    maxH: { base: "calc(100dvh - 2rem)", md: "none" },
    overflowY: { base: "auto", md: "visible" },
    gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
    alignItems: "end",
    gap: "3",
    p: "4",
    color: "fg",
    bg: { base: "bg.raised", md: "bg.panel" },
    borderWidth: "1px",
    borderColor: "border",
    borderRadius: "xl",
    boxShadow: { base: "lg", md: "xs" },
    "&:popover-open": { display: { base: "grid", md: "flex" } },
    "@supports (position-area: block-end span-inline-end)": {
      my: { base: "1", md: "0" },
      positionArea: { base: "block-end span-inline-end", md: "none" },
      positionTryFallbacks: "flip-inline, flip-block, flip-block flip-inline",
    },
  },
  "& [data-field]": {
    display: "flex",
    flexDirection: "column",
    flex: "1 1 8.5rem",
    gap: "1",
    minW: "0",
  },
  "& [data-field] > label": { textStyle: "xs", fontWeight: "medium", color: "fg.muted" },
  "& [data-wide]": { flex: "2 1 12rem", gridColumn: "1 / -1" },
  "& [data-check]": {
    display: "flex",
    alignItems: "center",
    gap: "2",
    minH: "10",
    gridColumn: "1 / -1",
    "& input": { flexShrink: "0", w: "4", h: "4", accentColor: "brand.solid" },
    "& input:focus-visible": { outline: "2px solid", outlineOffset: "2px" },
  },
  "& [data-buttons]": {
    display: "flex",
    flexWrap: "wrap",
    gap: "2",
    gridColumn: "1 / -1",
  },
  // The dates belong to a custom period.
  "& form:not(:has(option[value=custom]:checked)) [data-custom]": { display: "none" },
  "@media (pointer: coarse)": { "& :is(input:not([type=checkbox]), select)": { minH: "11" } },
});
