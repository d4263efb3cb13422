import { chakra } from "@chakra-ui/react";
import { type MouseEvent, type ReactNode, Suspense, useId, useRef, useState } from "react";
import { useApiQuery } from "#app/api/use-api-query.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import {
  formatEnergy,
  formatMass,
  formatTrees,
  type NumberWithUnit,
  summarizeEnergy,
} from "#domain/sites/energy-summary.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { lazyComponent } from "../lazy-component.tsx";
import { CLICKS_TO_OPEN, countClick, NO_CLICKS } from "./click-count.ts";
import { EnergyScene } from "./energy-scene.tsx";

const ScaleDialog = lazyComponent(() => import("./scale-dialog.tsx"));

const POLL_MS = 5 * MINUTE_MS;

export type EnergyCardProps = {
  /** Key of the site; without it the card covers all sites. */
  siteKey?: string | undefined;
  /** Whether the user may set the CO₂ factor. */
  mayScale?: boolean;
};

/** Solar production and the CO₂ it avoided, of one site or of all sites. Loaded after the connection has settled. */
export default function EnergyCard({ siteKey, mayScale = false }: EnergyCardProps) {
  usePageTexts("energy");
  const { t } = useTranslation("energy");
  const id = useId();
  const { data, refusal } = useApiQuery(
    "POST /site/v2/chart/solar/summary",
    siteKey === undefined ? {} : { siteKey },
    { pollMs: POLL_MS },
  );
  const [chosen, setChosen] = useState<number | null>(null);
  const isHome = siteKey === undefined;
  return (
    <Card aria-labelledby={id} data-energy={isHome ? "all" : "site"}>
      <h2 id={id}>{isHome ? t("production.all") : t("production.site")}</h2>
      {data === null || data.solar === null ? (
        <>
          <div data-part="picture">
            <EnergyScene trees={0} />
          </div>
          <p data-part="note">
            {data === null
              ? refusal === null
                ? t("production.loading")
                : refusal || t("production.away")
              : t("production.unknown")}
          </p>
        </>
      ) : (
        <Values
          energy={data.solar}
          factor={chosen ?? data.reduceScale}
          siteKey={mayScale ? siteKey : undefined}
          onFactor={setChosen}
        />
      )}
    </Card>
  );
}

type ValuesProps = {
  energy: number;
  factor: number;
  /** Key of the site whose CO₂ factor can be set. */
  siteKey: string | undefined;
  onFactor: (factor: number) => void;
};

function Values({ energy, factor, siteKey, onFactor }: ValuesProps) {
  const { t, i18n } = useTranslation("energy");
  const { language } = i18n;
  const { co2, coal, trees } = summarizeEnergy(energy, factor);
  const [dialog, setDialog] = useState<"unused" | "open" | "closed">("unused");
  const clicks = useRef(NO_CLICKS);
  const click = ({ timeStamp }: MouseEvent) => {
    // Time of the click, which on a busy device is earlier than now.
    clicks.current = countClick(clicks.current, timeStamp);
    if (clicks.current.count < CLICKS_TO_OPEN) return;
    clicks.current = NO_CLICKS;
    setDialog("open");
  };
  return (
    <>
      <div data-part="picture">
        <EnergyScene trees={trees} />
      </div>
      <dl>
        <Fact hue="solar" icon={<SunDrawing />} name={t("production.energy")} large>
          <Quantity {...formatEnergy(energy, language)} />
        </Fact>
        <Fact
          hue="load"
          icon={<CloudDrawing />}
          name={t("production.co2")}
          onClick={siteKey === undefined ? undefined : click}
        >
          <Quantity {...formatMass(co2, language)} />
        </Fact>
        <Fact hue="quiet" icon={<CoalDrawing />} name={t("production.coal")}>
          <Quantity {...formatMass(coal, language)} />
        </Fact>
        <Fact hue="battery" icon={<TreeDrawing />} name={t("production.trees")}>
          <Quantity number={formatTrees(trees, language)} unit="" />
        </Fact>
      </dl>
      {dialog !== "unused" && siteKey !== undefined && (
        <Suspense>
          <ScaleDialog
            open={dialog === "open"}
            siteKey={siteKey}
            factor={factor}
            onClose={() => setDialog("closed")}
            onSaved={onFactor}
          />
        </Suspense>
      )}
    </>
  );
}

type FactProps = {
  hue: string;
  icon: ReactNode;
  name: string;
  large?: boolean;
  /** Makes the icon a button. */
  onClick?: ((event: MouseEvent) => void) | undefined;
  children: ReactNode;
};

function Fact({ hue, icon, name, large, onClick, children }: FactProps) {
  const Mark = onClick === undefined ? chakra.span : chakra.button;
  const pressed = onClick && { type: "button" as const, onClick, "aria-label": name };
  return (
    <div data-large={large || undefined}>
      <dt>
        <Mark data-part="icon" bg={`${hue}.wash`} color={hue} {...pressed}>
          {icon}
        </Mark>
        <span>{name}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function Quantity({ number, unit }: NumberWithUnit) {
  return (
    <bdi dir="ltr">
      <b>{number}</b>
      {unit !== "" && <small>{`\u00a0${unit}`}</small>}
    </bdi>
  );
}

const drawing = (path: string) => () => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className="icon">
    <path d={path} />
  </svg>
);

const SunDrawing = drawing(
  "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
);
const CloudDrawing = drawing(
  "M7 18.5h10a4 4 0 0 0 .6-8 5.5 5.5 0 0 0-10.7-1A4.5 4.5 0 0 0 7 18.5zM9 14l3 2.5 3-5",
);
const CoalDrawing = drawing("M3 19l3-6 4-1 3 3 1 4zM11 12l3-5 5 1 2 6-2 5h-5M8 12l1-4 4-1");
const TreeDrawing = drawing("M12 3l5 6h-2.5l4 5h-13l4-5H7zM12 14v7");

const Card = chakra("section", {
  base: {
    layerStyle: "card",
    overflow: "hidden",
    display: "flex",
    flexDirection: "column",
    "&[data-energy=all]": {
      mt: "6",
      maxW: "2xl",
      display: { sm: "grid" },
      gridTemplateColumns: "minmax(0, 2fr) minmax(0, 3fr)",
    },
    "& h2": {
      gridColumn: "1 / -1",
      px: "5",
      pt: "4",
      pb: "3",
      textStyle: "md",
      fontWeight: "semibold",
    },
    "& [data-part=note]": { px: "5", py: "4", textStyle: "sm", color: "fg.muted" },
    "& [data-part=picture]": { minH: "36", flex: "1", display: "flex" },
    "& dl": {
      display: "grid",
      gridTemplateColumns: "repeat(3, minmax(0, 1fr))",
      gap: "4",
      px: "5",
      pt: "4",
      pb: "5",
      alignContent: "end",
      containerType: "inline-size",
    },
    "&[data-energy=all] dl": { pt: { sm: "0" } },
    "& dl > div": { minW: "0" },
    "& dl > div[data-large]": { gridColumn: "1 / -1" },
    "& dt": {
      display: "flex",
      flexDirection: "column",
      gap: "1.5",
      textStyle: "xs",
      color: "fg.muted",
      overflowWrap: "anywhere",
    },
    "& [data-large] dt": { flexDirection: "row", alignItems: "center" },
    // Three numbers side by side would be broken.
    "@container (max-width: 24rem)": {
      "& dl > div:not([data-large])": {
        gridColumn: "1 / -1",
        display: "flex",
        alignItems: "center",
        justifyContent: "space-between",
        gap: "3",
      },
      "& dt": { flexDirection: "row", alignItems: "center" },
    },
    "& dd": { textStyle: "number", fontSize: "lg", lineHeight: "1.4", overflowWrap: "anywhere" },
    "& [data-large] dd": { fontSize: "3xl", lineHeight: "1.25" },
    "& bdi": { whiteSpace: "nowrap" },
    "& b": { fontWeight: "semibold" },
    "& small": { textStyle: "xs", fontWeight: "medium", color: "fg.muted" },
    "& [data-part=icon]": {
      display: "flex",
      alignItems: "center",
      justifyContent: "center",
      w: "9",
      h: "9",
      flexShrink: "0",
      borderRadius: "lg",
      fontSize: "xl",
      focusVisibleRing: "outside",
    },
    "& [data-part=icon] svg": { width: "1.25em", height: "1.25em" },
  },
});
