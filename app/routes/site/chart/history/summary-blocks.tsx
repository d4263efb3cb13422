import type { ApiAnswer } from "#app/api/api-types.ts";
import { QualitySign } from "#app/charts/quality.tsx";
import { formatDays, formatPeriod } from "#app/charts/time-labels.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import type { IconName } from "#app/ui/icons/icon-paths-data.ts";
import { showsGeneratorRunTime } from "#domain/devices/device-families.ts";
import { formatQuantity, NO_VALUE } from "#domain/units/format-quantity.ts";
import { formatHours } from "#domain/units/hours.ts";
import type { Quantity } from "./energy-charts.ts";
import { PERIOD_UNITS, type PeriodUnit } from "./history-query.ts";

export type StatsAnswer = ApiAnswer<"POST /site/v4/chart/detailStats">;
type Category = keyof StatsAnswer["total"]["data"];
const CATEGORIES: readonly Category[] = ["consumption", "solar", "acinput", "battery"];

const LOOK: Record<Category, { icon: IconName; hue: string }> = {
  consumption: { icon: "load", hue: "load" },
  solar: { icon: "solar", hue: "solar" },
  acinput: { icon: "grid", hue: "grid" },
  battery: { icon: "battery", hue: "battery" },
};

type SummaryBlocksProps = {
  /** Null before the first answer. */
  stats: StatsAnswer | null;
  unit: PeriodUnit | null;
  systemCode: number | null;
  /** Whether the AC input is that of the grid alone. */
  isGridOnly: boolean;
  onUnit: (unit: PeriodUnit) => void;
};

/** Totals of a site for a day, its week, month and year, and its lifetime. */
export function SummaryBlocks({ stats, unit, systemCode, isGridOnly, onUnit }: SummaryBlocksProps) {
  const { t, i18n } = useTranslation("charts");
  return (
    <Blocks role="group" aria-label={t("history.summary.label")} aria-busy={stats === null}>
      {PERIOD_UNITS.map((one) => (
        <Block
          key={one}
          aria-label={t(`history.view.${one}`)}
          data-shown={one === unit || undefined}
        >
          <button type="button" aria-pressed={one === unit} onClick={() => onUnit(one)}>
            <span>{t(`history.view.${one}`)}</span>
            <bdi>{stats === null ? "\u00a0" : titleOf(stats, one, i18n.language)}</bdi>
          </button>
          <Rows>
            {CATEGORIES.map((category) => (
              <Row
                key={category}
                category={category}
                name={nameOf(t, category, isGridOnly)}
                quantity={stats?.[one].data[category] ?? null}
                percent={stats?.[one].percent[category] ?? null}
                unit={stats?.[one].symbol ?? ""}
              />
            ))}
          </Rows>
        </Block>
      ))}
      <Lifetime {...{ stats, systemCode, isGridOnly }} />
    </Blocks>
  );
}

function titleOf(stats: StatsAnswer, unit: PeriodUnit, language: string): string {
  const { timeZoneId } = stats;
  const { startDateTime: from, endDateTime: to } = stats[unit];
  if (unit === "week") return formatDays(language, timeZoneId, { from, to });
  return formatPeriod(language, timeZoneId, from, unit);
}

type T = ReturnType<typeof useTranslation<"charts">>["t"];

function nameOf(t: T, category: Category, isGridOnly: boolean): string {
  const isImport = category === "acinput" && isGridOnly;
  return isImport ? t("history.value.gridImport") : t(`history.chart.${category}`);
}

type RowProps = {
  category: Category;
  name: string;
  /** Null before the first answer. */
  quantity: Quantity | null;
  percent: number | null;
  unit: string;
};

function Row({ category, name, quantity, percent, unit }: RowProps) {
  const { i18n } = useTranslation("charts");
  const { language } = i18n;
  const { icon, hue } = LOOK[category];
  const value =
    quantity === null ? "\u00a0" : formatQuantity(quantity.val, unit, { language }).text;
  return (
    <li data-hue={hue}>
      <Icon name={icon} size="18px" />
      <span data-name>{name}</span>
      <span data-value>
        {value}{" "}
        {quantity && <QualitySign quality={quantity.quality} coverage={quantity.coverage} />}
      </span>
      <span data-bar aria-hidden>
        <i style={{ width: `${percent ?? 0}%` }} />
      </span>
    </li>
  );
}

type LifetimeProps = Pick<SummaryBlocksProps, "stats" | "systemCode" | "isGridOnly">;

function Lifetime({ stats, systemCode, isGridOnly }: LifetimeProps) {
  const { t, i18n } = useTranslation("charts");
  const { language } = i18n;
  const seconds = stats?.genRuntime.data ?? null;
  const hours = seconds === null ? NO_VALUE : `${formatHours(seconds, language)}\u00a0h`;
  return (
    <Block aria-label={t("history.summary.total")}>
      <h3>{t("history.summary.total")}</h3>
      <Rows data-plain>
        {CATEGORIES.map((category) => (
          <Fact
            key={category}
            icon={LOOK[category].icon}
            hue={LOOK[category].hue}
            name={nameOf(t, category, isGridOnly)}
            value={
              stats &&
              formatQuantity(stats.total.data[category], stats.total.symbol, { language }).text
            }
          />
        ))}
        {showsGeneratorRunTime(systemCode) && (
          <Fact
            icon="generator"
            hue="generator"
            name={t("history.summary.generator")}
            value={stats && hours}
          />
        )}
      </Rows>
    </Block>
  );
}

type FactProps = { icon: IconName; hue: string; name: string; value: string | null };

function Fact({ icon, hue, name, value }: FactProps) {
  return (
    <li data-hue={hue}>
      <Icon name={icon} size="18px" />
      <span data-name>{name}</span>
      <span data-value>
        <bdi>{value ?? "\u00a0"}</bdi>
      </span>
    </li>
  );
}

const Blocks = styled("div", {
  display: "grid",
  // Text for screen readers scrolls with its container.
  position: "relative",
  // In a narrow window the blocks scroll, and the content below stays in view.
  gridAutoFlow: { base: "column", md: "row" },
  gridAutoColumns: "minmax(15.5rem, 78%)",
  gridTemplateColumns: { md: "repeat(2, minmax(0, 1fr))", xl: "repeat(5, minmax(0, 1fr))" },
  gap: "3",
  overflowX: { base: "auto", md: "visible" },
  scrollSnapType: { base: "x proximity", md: "none" },
  scrollbarWidth: "thin",
  mx: { base: "-4", md: "0" },
  px: { base: "4", md: "0" },
  py: "0.5",
});

const Block = styled("section", {
  layerStyle: "card",
  minW: "0",
  scrollSnapAlign: "center",
  px: "3.5",
  py: "3",
  "&[data-shown]": { borderColor: "border.emphasized" },
  "& > button, & > h3": {
    display: "flex",
    alignItems: "baseline",
    justifyContent: "space-between",
    gap: "2",
    w: "full",
    mb: "2",
    textStyle: "sm",
    fontWeight: "semibold",
    textAlign: "start",
    borderRadius: "sm",
    focusVisibleRing: "outside",
  },
  "& > button": { cursor: "button", _hover: { textDecoration: "underline" } },
  "& > button bdi": {
    textStyle: "xs",
    fontWeight: "normal",
    color: "fg.muted",
    textAlign: "end",
  },
});

const Rows = styled("ul", {
  listStyleType: "none",
  display: "grid",
  gap: "2",
  "& li": {
    display: "grid",
    gridTemplateColumns: "auto minmax(0, 1fr) auto",
    gridTemplateAreas: '"icon name value" "bar bar bar"',
    alignItems: "center",
    textStyle: "xs",
  },
  "& svg": { gridArea: "icon", me: "2" },
  // Five blocks in a row have no room for an icon, and a name needs its own line.
  "@media (min-width: 80em) and (max-width: 96em)": {
    "& li > svg": { display: "none" },
    "& li": {
      gridTemplateColumns: "minmax(0, 1fr) auto",
      gridTemplateAreas: '"name name" "value value" "bar bar"',
    },
    "& [data-value]": { ms: "0" },
  },
  "& [data-hue=load] > svg": { color: "load" },
  "& [data-hue=solar] > svg": { color: "solar" },
  "& [data-hue=grid] > svg": { color: "grid" },
  "& [data-hue=battery] > svg": { color: "battery" },
  "& [data-hue=generator] > svg": { color: "generator" },
  "& [data-name]": { gridArea: "name", color: "fg.muted", truncate: true },
  "& [data-value]": {
    gridArea: "value",
    ms: "2",
    display: "inline-flex",
    alignItems: "center",
    gap: "1.5",
    textStyle: "sm",
    fontWeight: "semibold",
    fontVariantNumeric: "tabular-nums",
    whiteSpace: "nowrap",
  },
  "& [data-bar]": {
    gridArea: "bar",
    h: "1.5",
    mt: "1",
    borderRadius: "full",
    bg: "bg.sunken",
    overflow: "hidden",
  },
  "& [data-bar] i": { display: "block", h: "full", borderRadius: "full" },
  "& [data-hue=load] [data-bar] i": { bg: "load.fill" },
  "& [data-hue=solar] [data-bar] i": { bg: "solar.fill" },
  "& [data-hue=grid] [data-bar] i": { bg: "grid.fill" },
  "& [data-hue=battery] [data-bar] i": { bg: "battery.fill" },
});
