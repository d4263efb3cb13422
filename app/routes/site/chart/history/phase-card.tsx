import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { type QueryOptions, useApiQuery } from "#app/api/use-api-query.ts";
import { type AnsweredSeries, lineOfSeries, withInstants } from "#app/charts/line-of-series.ts";
import { CHART_COLORS } from "#app/charts/palette.ts";
import type { ValueAxis } from "#app/charts/plot-options.ts";
import { Select } from "#app/forms/fields.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive } from "#app/live/live-context.ts";
import { useEquipmentName } from "#app/routes/site/use-equipment-name.ts";
import { Segments } from "#app/ui/segments.tsx";
import type { CurvePart, CurveQuantity, PhaseCurves } from "#domain/devices/phase-curves.ts";
import {
  CurveCard,
  type CurveCardProps,
  CurveChoice,
  hasBand,
  LESS_HEIGHT,
  PERCENT,
  WATTS,
} from "./curve-card.tsx";
import type { ShownRange } from "./history-query.ts";
import { changeChoice, findChosen, nameOfCurves } from "./phase-choice.ts";
import { EXTRA, type ExtraLine } from "./site-plan.ts";
import { curvesOver, type Extra } from "./use-power.ts";

const AXES: Readonly<Record<CurveQuantity, ValueAxis>> = {
  power: WATTS,
  voltage: { unit: "V" },
  current: { unit: "A" },
  soc: PERCENT,
};
const PHASE_LINES = ["phaseU", "phaseV", "phaseW"] as const;
const { batteryLevel, batteryCurrent } = CHART_COLORS;
/** Names of the registers that the page has requested for its other charts, by address. */
const KNOWN = new Map((Object.keys(EXTRA) as ExtraLine[]).map((line) => [EXTRA[line], line]));
const NO_TREE: readonly [] = [];

type PhaseCardProps = Pick<CurveCardProps, "power" | "cursor" | "onCursor" | "zoom" | "state"> & {
  siteKey: string;
  shown: ShownRange;
  options: QueryOptions;
  curves: readonly PhaseCurves[];
  /** Name of the chosen curves in the address; null for the first. */
  chosen: string | null;
  onChoose: (name: string) => void;
  /** Curves that the page has already requested. */
  extra: Extra | null;
};

/**
 * Curves of one quantity of a part of the site, a line for each phase. Curves that the page has not yet are
 * requested once the card comes near the window or the user has chosen them.
 */
export default function PhaseCard(props: PhaseCardProps) {
  const { siteKey, shown, options, curves, chosen, onChoose, extra, power, state } = props;
  const { t } = useTranslation("charts");
  const present = findChosen(curves, chosen);
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place) || chosen !== null;
  const isKnown = present?.lines.every(({ address }) => KNOWN.has(address)) ?? true;
  const query = useApiQuery(
    "POST /site/v2/chart/periodrecord/curve",
    present === undefined || isKnown || !isNear
      ? null
      : {
          siteKey,
          addresses: present.lines.map(({ address }) => address),
          ...curvesOver(shown.span),
        },
    options,
  );
  const { data } = query;
  const lines = useMemo(() => {
    if (present === undefined) return [];
    const answered = new Map(data?.series.map((one) => [one.address, withInstants(one)]));
    const read = (address: string): AnsweredSeries | undefined => {
      const known = KNOWN.get(address);
      return known === undefined ? answered.get(address) : extra?.lines.get(known);
    };
    const bucketMs = (isKnown ? extra?.bucketMs : data?.bucketMs) ?? null;
    return present.lines.flatMap(({ address, phase }) => {
      const series = read(address);
      if (series === undefined || series.at.length === 0) return [];
      const name = phase === null ? null : PHASE_LINES[phase];
      const style = {
        name: name === null ? t(`history.quantity.${present.quantity}`) : t(`history.line.${name}`),
        shade: name === null ? shadeOf(present.quantity) : CHART_COLORS[name],
        axis: "start" as const,
        hasBand: hasBand(bucketMs),
      };
      return lineOfSeries(series, bucketMs, style) ?? [];
    });
  }, [present, isKnown, data, extra, t]);
  if (present === undefined) return null;
  const part = t(`history.part.${present.part}`);
  const quantity = t(`history.quantity.${present.quantity}`);
  const isBattery = present.part === "battery";
  return (
    <div ref={place}>
      <CurveCard
        {...{ power, lines }}
        {...{ cursor: props.cursor, onCursor: props.onCursor, zoom: props.zoom }}
        title={t(isBattery ? "history.phases.battery" : "history.phases.title", { part, quantity })}
        height={LESS_HEIGHT}
        axes={{ start: AXES[present.quantity] }}
        state={isKnown ? state : query}
        note={
          <Choice
            {...{ curves, present }}
            onChange={(change) => onChoose(nameOfCurves(changeChoice(curves, present, change)))}
          />
        }
      />
    </div>
  );
}

/** Returns whether an element has come near the window. */
function useNear(place: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null || isNear) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setNear(true);
      },
      { rootMargin: "200px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [place, isNear]);
  return isNear;
}

function shadeOf(quantity: CurveQuantity) {
  return quantity === "current" ? batteryCurrent : batteryLevel;
}

type ChoiceProps = {
  curves: readonly PhaseCurves[];
  present: PhaseCurves;
  onChange: (change: Parameters<typeof changeChoice>[2]) => void;
};

/** Chooses part, quantity and, if several pieces of equipment measure it, the equipment. */
function Choice({ curves, present, onChange }: ChoiceProps) {
  const { t } = useTranslation("charts");
  const nameOf = useNames();
  const ofPart = curves.filter(({ part }) => part === present.part);
  const ofQuantity = ofPart.filter(({ quantity }) => quantity === present.quantity);
  const parts = [...new Set(curves.map(({ part }) => part))];
  const quantities = [...new Set(ofPart.map(({ quantity }) => quantity))];
  return (
    <CurveChoice>
      <Select
        aria-label={t("history.phases.part")}
        value={present.part}
        onChange={({ currentTarget }) => onChange({ part: currentTarget.value as CurvePart })}
      >
        {parts.map((part) => (
          <option key={part} value={part}>
            {t(`history.part.${part}`)}
          </option>
        ))}
      </Select>
      {ofQuantity.length > 1 && (
        <Select
          aria-label={t("history.phases.equipment")}
          value={present.equipment}
          onChange={({ currentTarget }) => onChange({ equipment: currentTarget.value })}
        >
          {ofQuantity.map(({ equipment }) => (
            <option key={equipment} value={equipment}>
              {nameOf(equipment)}
            </option>
          ))}
        </Select>
      )}
      {quantities.length > 1 && (
        <Segments
          label={t("history.phases.quantity")}
          options={quantities.map((name) => ({ name, text: t(`history.quantity.${name}`) }))}
          chosen={present.quantity}
          onChoose={(quantity) => onChange({ quantity })}
        />
      )}
    </CurveChoice>
  );
}

/** Returns the function that names a piece of equipment by its address. */
function useNames(): (address: string) => string {
  const tree = useLive((live) => live.view?.equipment ?? NO_TREE);
  const equipmentName = useEquipmentName();
  return (address) => {
    const piece = tree.find((one) => one.address === address);
    return equipmentName(piece?.alias || piece?.model || "", address);
  };
}
