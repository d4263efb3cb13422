import { chakra } from "@chakra-ui/react";
import { Suspense } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive, useLiveValue } from "#app/live/live-context.ts";
import { isLost } from "#app/live/live-site.ts";
import { isSiteDescribed, siteHas, useSiteHas } from "#app/live/site-has.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import type { IconName } from "#app/ui/icons/icon-paths-data.ts";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { showsGeneratorRunTime } from "#domain/devices/device-families.ts";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import { formatQuantity, NO_VALUE } from "#domain/units/format-quantity.ts";
import { formatHours } from "#domain/units/hours.ts";

const EnergySaving = lazyComponent(() => import("./energy-saving.tsx"), {
  reportErrors: false,
  fallback: <li />,
});

type SiteTotalsProps = { siteKey: string; systemCode: number | null };

/** Totals of the site since it was commissioned, from its lifetime counters. */
export function SiteTotals({ siteKey, systemCode }: SiteTotalsProps) {
  const { t } = useTranslation("realtime");
  return (
    <List aria-label={t("totals.label")} data-lost={useLive(isLost) || undefined}>
      <Hours register="020B" icon="clock" hue="info" label={t("totals.runningTime")} />
      <Energy register="0200" icon="solar" hue="solar" label={t("totals.solarHarvest")} />
      <Energy register="0203" icon="load" hue="load" label={t("totals.consumption")} />
      <Suspense fallback={<li />}>
        <EnergySaving siteKey={siteKey} tile={Saving} />
      </Suspense>
      {showsGeneratorRunTime(systemCode) && <GeneratorHours />}
    </List>
  );
}

/** Few sites have a generator, so this tile appears only when the logger reports one. */
function GeneratorHours() {
  const { t } = useTranslation("realtime");
  const label = t("totals.generatorRunTime");
  if (!useSiteHas(SITE_ADDRESS.generatorRunTime)) return null;
  return <Hours register="020C" icon="generator" hue="generator" label={label} />;
}

type TotalProps = { register: string; icon: IconName; hue: string; label: string };

function Hours({ register, ...rest }: TotalProps) {
  const { language } = useTranslation().i18n;
  const seconds = useLiveValue(SITE_EQUIPMENT + register);
  const has = useMayHave(SITE_EQUIPMENT + register);
  if (has === false) return null;
  const known = typeof seconds === "number";
  return (
    <Total
      {...rest}
      number={known ? formatHours(seconds, language) : withoutValue(has)}
      unit={known ? "h" : ""}
    />
  );
}

function Energy({ register, ...rest }: TotalProps) {
  const { language } = useTranslation().i18n;
  const energy = useLiveValue(SITE_EQUIPMENT + register);
  const has = useMayHave(SITE_EQUIPMENT + register);
  if (has === false) return null;
  const shown = formatQuantity(typeof energy === "number" ? energy : null, "Wh", {
    language,
    decimals: 2,
  });
  const number = typeof energy === "number" ? shown.number : withoutValue(has);
  return <Total {...rest} number={number} unit={shown.unit} />;
}

/**
 * False only if the logger has described the site without the counter, undefined until the page is connected. A site
 * without a logger keeps its tiles, because the page would otherwise move up under the pointer on connecting.
 */
function useMayHave(address: string): boolean | undefined {
  return useLive(({ view, lastKnown }) => {
    if (view === null) return lastKnown === null ? undefined : address in lastKnown.values;
    return siteHas(view, address) || !isSiteDescribed(view);
  });
}

/** A blank keeps the place of a value that is still loading; the dash is for one that is missing. */
function withoutValue(has: boolean | undefined): string {
  return has === undefined ? "\u00a0" : NO_VALUE;
}

function Saving(saving: { label: string; number: string; unit: string }) {
  return <Total icon="check" hue="good" {...saving} />;
}

function Total({
  icon,
  hue,
  label,
  number,
  unit,
}: Omit<TotalProps, "register"> & { number: string; unit: string }) {
  return (
    <chakra.li>
      <chakra.span data-icon bg={`${hue}.wash`} color={hue}>
        <Icon name={icon} size="22px" />
      </chakra.span>
      <span data-text>
        <span data-label>{label}</span>
        <span data-value>
          <span dir="ltr">
            <span data-number>{number}</span> <span data-unit>{unit}</span>
          </span>
        </span>
      </span>
    </chakra.li>
  );
}

const List = chakra("ul", {
  base: {
    listStyleType: "none",
    // In one row, each total is as wide as its content.
    display: { base: "grid", xl: "flex" },
    gridTemplateColumns: "1fr 1fr",
    gap: { base: "2.5", lg: "4" },
    "& li": {
      layerStyle: "card",
      display: "flex",
      alignItems: "center",
      gap: "3",
      px: { base: "3", md: "4" },
      py: "3",
      minW: "0",
      flex: "1 1 auto",
    },
    "& li:last-of-type:nth-of-type(odd)": { xlDown: { gridColumn: "1 / -1" } },
    // A total that is still loading.
    "& li:empty": { minW: { xl: "44" } },
    "& li:empty::before": {
      content: '""',
      h: "3",
      w: "60%",
      borderRadius: "full",
      bg: "bg.sunken",
    },
    "& [data-icon]": {
      display: { base: "none", sm: "flex" },
      alignItems: "center",
      justifyContent: "center",
      w: "10",
      h: "10",
      flexShrink: "0",
      borderRadius: "lg",
    },
    "& [data-text]": { minW: "0", display: "flex", flexDirection: "column" },
    "& [data-label]": { textStyle: "xs", color: "fg.muted", truncate: true },
    "& [data-value]": {
      fontSize: { base: "lg", md: "xl" },
      lineHeight: "1.35",
      whiteSpace: "nowrap",
      fontWeight: "semibold",
    },
    "& [data-number]": { textStyle: "number" },
    "&[data-lost] [data-value]": { color: "fg.muted" },
    "& [data-unit]": { textStyle: "xs", fontWeight: "medium", color: "fg.muted" },
  },
});
