import { Suspense, useState } from "react";
import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styleOf } from "#app/theme/fixed-class.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { useClientNavigation } from "#app/ui/use-client-navigation.ts";
import { FilterChips } from "./filter-chips.tsx";
import type { Column } from "./list-columns.ts";
import {
  attentionOf,
  isAttention,
  isByYield,
  type ListQuery,
  listAddress,
  YIELD_ORDER,
} from "./list-query.ts";
import "./panel-styles.ts";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { SearchField } from "./search-field.tsx";

/** A change of the view replaces the entry in the browser's history. */
const IN_PLACE = { replace: true };

const FilterPanel = lazyComponent(() => import("./filter-panel.tsx"));
const ColumnPanel = lazyComponent(() => import("./column-panel.tsx"));

type Panel = "filter" | "columns";
type ListToolsProps = { query: ListQuery; columns: readonly Column[]; demo: boolean };

/** Controls for the view, filters and columns of the list. */
export function ListTools({ query, columns, demo }: ListToolsProps) {
  const { t } = useTranslation("listtools");
  const [open, setOpen] = useState<Panel | null>(null);
  const opener = (panel: Panel, label: string) => (
    <Opener
      type="button"
      aria-expanded={open === panel}
      onClick={() => setOpen(open === panel ? null : panel)}
    >
      <Icon name={panel === "filter" ? "sliders" : "sidebar"} size="1.1em" />
      <span>{label}</span>
    </Opener>
  );
  const { view } = query;
  return (
    <>
      <Tools>
        {view !== "search" && <SearchField query={query} />}
        {opener("filter", t("filter.open"))}
        {view === "table" && opener("columns", t("columnTools.open"))}
        <Switches query={query} demo={demo} />
      </Tools>
      <Suspense fallback={<Panels />}>
        {open === "filter" && (
          <Panels>
            <FilterPanel query={query} />
          </Panels>
        )}
        {open === "columns" && view === "table" && (
          <Panels>
            <ColumnPanel query={query} columns={columns} />
          </Panels>
        )}
      </Suspense>
      <FilterChips query={query} />
    </>
  );
}

function Switches({ query, demo }: { query: ListQuery; demo: boolean }) {
  const { t } = useTranslation("sitelist");
  const { t: tools } = useTranslation("listtools");
  const follow = useClientNavigation(IN_PLACE);
  const attention = isAttention(query);
  const shown = attention ? "attention" : isByYield(query) ? "yield" : "all";
  const show = (wanted: typeof shown) => (
    <a
      href={listAddress(
        query,
        wanted === "yield" ? YIELD_ORDER : attentionOf(wanted === "attention"),
      )}
      aria-current={wanted === shown ? "true" : undefined}
    >
      {t(`show.${wanted}`)}
    </a>
  );
  const view = (wanted: ListQuery["view"], icon: "list" | "site" | "search") => (
    <a
      href={listAddress(query, { view: wanted })}
      aria-current={wanted === query.view ? "true" : undefined}
      aria-label={tools(`views.${wanted}`)}
      title={tools(`views.${wanted}`)}
    >
      <Icon name={icon} />
    </a>
  );
  return (
    <>
      <Segments role="group" aria-label={t("show.label")} onClick={follow}>
        {show("all")}
        {show("attention")}
        {query.view !== "map" && show("yield")}
      </Segments>
      {attention && !demo && <AlarmLink to="/alarms">{t("show.alarms")}</AlarmLink>}
      <Segments role="group" aria-label={tools("views.label")} onClick={follow}>
        {view("table", "list")}
        {view("map", "site")}
        {view("search", "search")}
      </Segments>
    </>
  );
}

const AlarmLink = styled(Link, {
  textStyle: "sm",
  fontWeight: "medium",
  color: "brand.fg",
  borderRadius: "xs",
  focusVisibleRing: "outside",
  _hover: { textDecoration: "underline" },
  "@media (pointer: coarse)": { display: "inline-flex", alignItems: "center", minH: "11" },
});

const Tools = styled("div", {
  display: "flex",
  gap: { base: "2", sm: "3" },
  mb: "4",
  flexWrap: "wrap",
  alignItems: "center",
});

const Opener = styled(
  "button",
  styleOf("button", { variant: "outline", size: "sm", colorPalette: "gray" }),
  {
    h: "10",
    px: { base: "2.5", sm: "3.5" },
    bg: "bg.panel",
    // Beside the search there is room for an icon only.
    "& span": { smDown: { srOnly: true } },
    "&[aria-expanded=true]": { bg: "bg.hover" },
    "@media (pointer: coarse)": { minW: "11" },
  },
);

const Panels = styled("div", { layerStyle: "card", p: "4", mb: "4", minH: "12" });

const Segments = styled("div", {
  display: "flex",
  gap: "1",
  bg: "bg.sunken",
  p: "1",
  borderRadius: "lg",
  "& > a": {
    display: "flex",
    alignItems: "center",
    minH: "8",
    px: "3",
    borderRadius: "md",
    textStyle: "sm",
    fontWeight: "medium",
    color: "fg.muted",
    whiteSpace: "nowrap",
    focusVisibleRing: "outside",
    _hover: { color: "fg" },
    "&[aria-current]": { bg: "bg.segment", color: "fg", boxShadow: "xs" },
    "&[aria-label]": { px: "2" },
    "@media (pointer: coarse)": { minH: "11", minW: "11", justifyContent: "center" },
  },
});
