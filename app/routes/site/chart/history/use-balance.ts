import { useEffect, useMemo, useState } from "react";
import { type QueryOptions, useApiQuery } from "#app/api/use-api-query.ts";
import type { ChartLine } from "#app/charts/chart-lines.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { loadChunk, untilLoaded } from "#app/load-chunk.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { StackedLines } from "./curve-card.tsx";
import type { ShownRange } from "./history-query.ts";
import type { BalancePart, BalancePartName } from "./power-balance.ts";
import { curvesOver, type usePower } from "./use-power.ts";

const { solarPower, batteryPower, generatorPower, gridPower, loadPower } = SITE_ADDRESS;
const ADDRESSES = [solarPower, batteryPower, generatorPower, gridPower, loadPower];

/** The parts of a site's balance of powers, and how they are stacked. */
export type Balance = {
  parts: readonly ChartLine[];
  stack: (visible: readonly ChartLine[]) => StackedLines;
};
type State = ReturnType<typeof usePower>["state"];

/**
 * The balance of a site's powers over the visible span; null until it is loaded. All of its registers are requested
 * together, so that they have the same buckets. Nothing is loaded before it is chosen.
 */
export function useBalance(
  siteKey: string,
  { span, isLifetime }: ShownRange,
  options: QueryOptions,
  isChosen: boolean,
): { balance: Balance | null; state: State } {
  const { t } = useTranslation("charts");
  const code = useBalanceCode(isChosen);
  const query = useApiQuery(
    "POST /site/v2/chart/periodrecord/curve",
    !isChosen || isLifetime ? null : { siteKey, addresses: ADDRESSES, ...curvesOver(span) },
    options,
  );
  const { data } = query;
  const balance = useMemo((): Balance | null => {
    if (!isChosen || code === null || data === null) return null;
    const nameOf = (name: BalancePartName) =>
      name === "battery" || name === "batteryCharge"
        ? t(`history.value.${name}`)
        : t(`history.line.${name}`);
    const groups = { sources: t("history.power.sources"), sinks: t("history.power.sinks") };
    return {
      parts: code.partsOfBalance(data, nameOf),
      stack: (visible) => code.stackBalance(visible as BalancePart[], groups),
    };
  }, [isChosen, code, data, t]);
  const isWaiting = isChosen && balance === null && query.refusal === null;
  return { balance, state: { ...query, isLoading: query.isLoading || isWaiting } };
}

type Code = typeof import("./power-balance.ts");

/** The code of the balance; null until it is chosen and loaded. */
function useBalanceCode(isChosen: boolean): Code | null {
  const [code, setCode] = useState<Code | null>(null);
  const isWanted = isChosen && code === null;
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    untilLoaded(() => loadChunk(() => import("./power-balance.ts"))).then((loaded) => {
      if (!isGone) setCode(loaded);
    });
    return () => {
      isGone = true;
    };
  }, [isWanted]);
  return code;
}
