import { useId } from "react";
import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import type { IconName } from "#app/ui/icons/icon-paths-data.ts";
import { formatMoney } from "#domain/units/format-money.ts";
import { formatPercent, formatQuantity, joinUnit } from "#domain/units/format-quantity.ts";
import { formatLocalTime } from "#domain/units/local-time.ts";
import { DayCurve } from "./day-curve.tsx";
import { ShareRing } from "./share-ring.tsx";
import type { Overview } from "./use-overview.ts";

type Energy = Overview["today"]["solar"];

type TodayCardProps = {
  overview: Overview | null;
  /** Address of the history. */
  history: string;
};

/** Energies, money, shares and powers of the present day. What is not measured is not shown. */
export function TodayCard({ overview, history }: TodayCardProps) {
  const { t } = useTranslation("realtime");
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <header>
        <h2 id={id}>
          <Link to={history}>{t("today.title")}</Link>
        </h2>
        {overview && <p>{t("flow.asOf", { time: timeOf(overview) })}</p>}
      </header>
      {overview ? <Day {...overview} /> : <Loading />}
    </Card>
  );
}

function timeOf({ datetime, today }: Overview): string {
  return formatLocalTime(datetime, today.timeZoneId).split(" ")[1] ?? "";
}

function Loading() {
  const { t } = useTranslation("realtime");
  return (
    <div role="status" aria-label={t("today.loading")}>
      <Placeholder />
    </div>
  );
}

function Day({ today, money, curves }: Overview) {
  const { t, i18n } = useTranslation("realtime");
  const { solar, consumption, gridImport, gridExport, battery, batteryCharge, generator } = today;
  const shown = [solar, consumption, gridImport, gridExport, battery, batteryCharge, generator];
  if (shown.every(({ val }) => val === null)) return <p data-note>{t("today.none")}</p>;
  const energy = ({ val }: Energy) =>
    formatQuantity(val, "Wh", { language: i18n.language, decimals: 0 });
  const price = (amount: number | null | undefined) =>
    typeof amount === "number"
      ? joinUnit(formatMoney(amount, i18n.language), money?.priceUnit ?? "", i18n.language)
      : null;
  const { selfConsumption, selfSufficiency } = today;
  const percent = (share: number) => formatPercent(Math.round(share * 100), i18n.language);
  const saving = (money?.saving ?? 0) > 0 ? price(money?.saving) : null;
  const isEstimated = shown.some(({ quality }) => quality === "filled" || quality === "stale");
  return (
    <>
      <Values>
        <Value
          of="solar"
          icon="solar"
          label={t("today.solar")}
          energy={solar}
          money={saving && t("today.saved", { amount: saving })}
        />
        <Value of="load" icon="load" label={t("today.consumption")} energy={consumption} />
        <Value
          of="grid"
          icon="grid"
          label={t("today.gridImport")}
          energy={gridImport}
          money={price(money?.importCost)}
        />
        <Value
          of="grid"
          icon="grid"
          label={t("today.gridExport")}
          energy={gridExport}
          money={price(money?.exportIncome)}
        />
        <Value of="battery" icon="battery" label={t("today.charged")} energy={batteryCharge} />
        <Value of="battery" icon="battery" label={t("today.discharged")} energy={battery} />
        {(generator.val ?? 0) > 0 && (
          <Value of="generator" icon="generator" label={t("today.generator")} energy={generator} />
        )}
      </Values>
      {(selfConsumption !== null || selfSufficiency !== null) && (
        <Rings>
          {selfConsumption !== null && (
            <ShareRing
              hue="solar"
              share={selfConsumption}
              label={t("today.selfConsumption")}
              base={t("today.ofSolar", {
                energy: energy(solar).text,
                share: percent(selfConsumption),
              })}
            />
          )}
          {selfSufficiency !== null && (
            <ShareRing
              hue="load"
              share={selfSufficiency}
              label={t("today.selfSufficiency")}
              base={t("today.ofConsumption", {
                energy: energy(consumption).text,
                share: percent(selfSufficiency),
              })}
            />
          )}
        </Rings>
      )}
      <DayCurve curves={curves} />
      {isEstimated && <p data-note>{t("today.estimated")}</p>}
    </>
  );
}

type ValueProps = {
  of: string;
  icon: IconName;
  label: string;
  energy: Energy;
  money?: string | null;
};

function Value({ of, icon, label, energy: { val }, money }: ValueProps) {
  const { language } = useTranslation().i18n;
  if (val === null) return null;
  const { number, unit } = formatQuantity(val, "Wh", { language, decimals: 0 });
  return (
    <div data-of={of}>
      <dt>
        <Icon name={icon} size="1.1em" />
        {label}
      </dt>
      <dd>
        <span dir="ltr">
          {number} <small>{unit}</small>
        </span>
        {money && <small>{money}</small>}
      </dd>
    </div>
  );
}

const Placeholder = styled("div", {
  h: "40",
  bg: "bg.sunken",
  borderRadius: "l2",
  animation: "pulse",
});

const Card = styled("section", {
  layerStyle: "card",
  display: "flex",
  flexDirection: "column",
  gap: "3",
  px: { base: "4", md: "5" },
  py: { base: "3", md: "4" },
  minW: "0",
  "& > header": {
    display: "flex",
    alignItems: "baseline",
    justifyContent: "space-between",
    gap: "3",
  },
  "& h2": { textStyle: "md", fontWeight: "semibold" },
  "& h2 a": {
    borderRadius: "xs",
    focusVisibleRing: "outside",
    _hover: { textDecoration: "underline" },
  },
  "& > header > p": { textStyle: "xs", color: "fg.muted" },
  "& [data-note]": { textStyle: "xs", color: "fg.muted" },
});

const Values = styled("dl", {
  display: "grid",
  gridTemplateColumns: { base: "1fr 1fr", sm: "repeat(3, minmax(0, 1fr))" },
  columnGap: "4",
  rowGap: { base: "2", md: "3" },
  "& dt": {
    display: "flex",
    alignItems: "center",
    gap: "1.5",
    textStyle: "xs",
    color: "fg.muted",
    minW: "0",
  },
  "& dd": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "baseline",
    columnGap: "2",
    textStyle: "number",
    fontSize: "lg",
    lineHeight: "1.4",
    fontWeight: "semibold",
  },
  "& small": { textStyle: "xs", fontWeight: "medium", color: "fg.muted" },
  ...Object.fromEntries(
    ["solar", "load", "grid", "battery", "generator"].map((name) => [
      `& [data-of=${name}] svg`,
      { color: name },
    ]),
  ),
});

const Rings = styled("div", {
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(9.5rem, 1fr))",
  gap: "3",
});
