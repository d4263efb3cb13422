import { useMemo, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { neighboursOf, PLANT_ZONES } from "#domain/devices/plant-map.ts";
import { type Device, type ExtraDevice, type Plant, rowIdOf } from "./device-data.ts";
import { drawLinks, type PlantCurve } from "./plant-lines.ts";
import { useMeasured } from "./use-measured.ts";
import { type PlantNodeText, usePlantNodes } from "./use-plant-nodes.ts";

type PlantPictureProps = {
  plant: Plant;
  devices: readonly Device[];
  extra: readonly ExtraDevice[];
};

/**
 * Picture of the devices and their connections: HTML cards in five zones over an SVG of lines. A card that is pressed highlights its
 * connections and names them; without scripts the list below the picture names all of them.
 */
export function PlantPicture({ plant, devices, extra }: PlantPictureProps) {
  const { t } = useTranslation("devices");
  const nodeText = usePlantNodes(devices, extra);
  const [chosen, setChosen] = useState<string | null>(null);
  const picture = useRef<HTMLDivElement>(null);
  const contents = plant.nodes.map(({ key }) => key).join();
  const measured = useMeasured(picture, contents);
  const neighbours = useMemo(() => neighboursOf(plant), [plant]);
  const zoneOf = useMemo(() => new Map(plant.nodes.map(({ key, zone }) => [key, zone])), [plant]);
  const curves = useMemo(
    () =>
      measured === null
        ? []
        : drawLinks(plant.links, { ...measured, zoneOf: (key) => zoneOf.get(key) }),
    [measured, plant, zoneOf],
  );
  const zones = PLANT_ZONES.filter((zone) => plant.nodes.some((node) => node.zone === zone));
  const related = chosen === null ? null : new Set([chosen, ...relatedTo(plant, chosen)]);
  return (
    <>
      <Frame ref={picture} data-chosen={chosen !== null || undefined}>
        {measured !== null && (
          <svg aria-hidden>
            {curves.map(({ d, keys, line }) => (
              <path key={d} d={d} data-line={line} data-on={isOn({ keys }, chosen)} />
            ))}
          </svg>
        )}
        {zones.map((zone) => {
          const nodes = plant.nodes.filter((node) => node.zone === zone);
          return (
            <section key={zone} data-area={zone} aria-label={t(`zone.${zone}`)}>
              <h3>{t(`zone.${zone}`)}</h3>
              <ul data-zone={zone}>
                {nodes.map(({ key }) => (
                  <li key={key}>
                    <NodeCard
                      nodeKey={key}
                      text={nodeText(key)}
                      isChosen={chosen === key}
                      isRelated={related?.has(key) ?? true}
                      onChoose={() => setChosen(chosen === key ? null : key)}
                    />
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </Frame>
      <Legend>
        <li data-line="ac">{t("line.ac")}</li>
        <li data-line="dc">{t("line.dc")}</li>
      </Legend>
      <Connections aria-live="polite">
        {chosen === null ? (
          <p>{t("picture.hint")}</p>
        ) : (
          <ChosenNode {...{ plant, nodeText, neighbours, chosen }} />
        )}
      </Connections>
      <All>
        <summary>{t("picture.asText")}</summary>
        <ul>
          {plant.nodes.map(({ key }) => (
            <li key={key}>
              <b>
                <bdi>{nodeText(key).name}</bdi>
              </b>
              {": "}
              <Names keys={neighbours.get(key) ?? []} nodeText={nodeText} />
            </li>
          ))}
        </ul>
      </All>
    </>
  );
}

type NodeCardProps = {
  nodeKey: string;
  text: PlantNodeText;
  isChosen: boolean;
  isRelated: boolean;
  onChoose: () => void;
};

function NodeCard({ nodeKey, text, isChosen, isRelated, onChoose }: NodeCardProps) {
  return (
    <button
      type="button"
      data-node={nodeKey}
      data-tone={text.tone}
      data-extra={text.isExtra || undefined}
      data-dim={!isRelated || undefined}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      <Icon name={text.icon} size="1.5rem" />
      <span>
        <b>
          <bdi>{text.name}</bdi>
        </b>
        <small>{text.detail}</small>
      </span>
    </button>
  );
}

type ChosenNodeProps = {
  plant: Plant;
  nodeText: (key: string) => PlantNodeText;
  neighbours: ReadonlyMap<string, readonly string[]>;
  chosen: string;
};

function ChosenNode({ plant, nodeText, neighbours, chosen }: ChosenNodeProps) {
  const { t } = useTranslation("devices");
  const data = plant.links.filter(({ line }) => line === "data");
  const reads = data.filter(({ from }) => from === chosen).length;
  const reader = data.find(({ to }) => to === chosen)?.from;
  const { name, hasRow } = nodeText(chosen);
  return (
    <p>
      <b>
        <bdi>{name}</bdi>
      </b>
      {" · "}
      {t("picture.connectedTo")} <Names keys={neighbours.get(chosen) ?? []} nodeText={nodeText} />
      {reads > 0 && ` · ${t("picture.reads", { count: reads })}`}
      {reader !== undefined && (
        <>
          {" · "}
          {t("picture.readBy")} <bdi>{nodeText(reader).name}</bdi>
        </>
      )}
      {hasRow && (
        <>
          {" · "}
          <a href={`#${rowIdOf(chosen)}`}>{t("picture.toList")}</a>
        </>
      )}
    </p>
  );
}

function Names({
  keys,
  nodeText,
}: Pick<ChosenNodeProps, "nodeText"> & { keys: readonly string[] }) {
  const { t, i18n } = useTranslation("devices");
  if (keys.length === 0) return t("picture.nothing");
  const names = keys.map((key) => nodeText(key).name);
  return names.map((name, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two devices may have the same name
    <span key={place}>
      {place > 0 && (i18n.language === "ar" ? "، " : i18n.language === "zh" ? "、" : ", ")}
      <bdi>{name}</bdi>
    </span>
  ));
}

/** The keys of all nodes that are connected to a node, data lines included. */
function relatedTo({ links }: Plant, key: string): string[] {
  return links.flatMap(({ from, to }) => {
    if (from === key) return [to];
    return to === key ? [from] : [];
  });
}

/** Whether a curve belongs to the chosen node; undefined without one. */
function isOn({ keys }: Pick<PlantCurve, "keys">, chosen: string | null): boolean | undefined {
  return chosen === null ? undefined : keys.includes(chosen);
}

const AC = "info";
const DC = "battery";

const Frame = styled("div", {
  position: "relative",
  display: "grid",
  gap: { base: "8", md: "4rem" },
  gridTemplateColumns: { base: "repeat(2, minmax(0, 1fr))", md: "repeat(3, minmax(0, 1fr))" },
  gridTemplateAreas: {
    base: '"input input" "converter converter" "dc output"',
    md: '"input converter output"',
  },
  alignItems: "center",
  textStyle: "sm",
  "& > svg": {
    position: "absolute",
    inset: "0",
    w: "full",
    h: "full",
    pointerEvents: "none",
    overflow: "visible",
  },
  "& path": {
    fill: "none",
    stroke: AC,
    strokeWidth: "2.5",
    strokeLinecap: "round",
    transition: "opacity 0.2s",
  },
  "& path[data-line=dc]": { stroke: DC, strokeDasharray: "7 5" },
  "& path[data-on=false]": { opacity: "0.15" },
  "& path[data-on=true]": { strokeWidth: "4" },
  "& > section": { position: "relative", minW: "0" },
  "& > [data-area=input]": { gridArea: "input" },
  "& > [data-area=converter]": { gridArea: "converter" },
  "& > [data-area=output]": { gridArea: "output" },
  // Rows of their own, without a gap where a plant has none.
  "& > [data-area=dc]": { gridArea: { base: "dc", md: "2 / 2" } },
  "& > [data-area=control]": { gridColumn: "1 / -1" },
  "& h3": { textStyle: "xs", fontWeight: "medium", color: "fg.muted", mb: "2" },
  "& ul": {
    listStyleType: "none",
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(9rem, 100%), 1fr))",
    gap: "2.5",
  },
  "& [data-area=input] ul, & [data-area=output] ul": {
    md: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  "& [data-area=control] ul": {
    gridTemplateColumns: "repeat(auto-fill, minmax(min(10rem, 100%), 1fr))",
  },
  "& button": {
    display: "flex",
    alignItems: "center",
    gap: "2.5",
    w: "full",
    minH: "3.5rem",
    px: "3",
    py: "2",
    textAlign: "start",
    borderWidth: "1px",
    borderInlineStartWidth: "4px",
    borderRadius: "lg",
    bg: "bg.panel",
    cursor: "button",
    focusVisibleRing: "outside",
    transition: "opacity 0.2s",
    _hover: { bg: "bg.hover" },
    "&[aria-pressed=true]": { borderColor: "brand.solid", boxShadow: "md" },
    "&[data-dim]": { borderStyle: "dotted" },
    "&[data-extra]": { borderStyle: "dashed" },
  },
  "& button svg": { flexShrink: "0", color: "fg.muted" },
  "& button span": { minW: "0", overflowWrap: "anywhere" },
  "& button b": { fontWeight: "medium" },
  "& button small": { display: "block", textStyle: "xs", color: "fg.muted" },
  ...Object.fromEntries(
    ["good", "info", "warning", "fault", "quiet"].map((tone) => [
      `& button[data-tone=${tone}]`,
      { borderInlineStartColor: tone },
    ]),
  ),
});

const Legend = styled("ul", {
  listStyleType: "none",
  display: "flex",
  flexWrap: "wrap",
  gap: "4",
  textStyle: "xs",
  color: "fg.muted",
  "& li": { display: "inline-flex", alignItems: "center", gap: "2" },
  "& li::before": { content: '""', w: "6", borderTop: "2.5px solid", borderColor: AC },
  "& li[data-line=dc]::before": { borderTop: "2.5px dashed", borderColor: DC },
});

const Connections = styled("div", {
  textStyle: "sm",
  px: "3",
  py: "2.5",
  borderRadius: "md",
  bg: "bg.sunken",
  overflowWrap: "anywhere",
  "& a": {
    display: "inline-flex",
    alignItems: "center",
    "@media (pointer: coarse)": { minH: "11" },
    textDecoration: "underline",
    focusVisibleRing: "outside",
  },
});

const All = styled("details", {
  textStyle: "sm",
  "& summary": {
    display: "inline-flex",
    alignItems: "center",
    minH: "9",
    "@media (pointer: coarse)": { minH: "11" },
    color: "fg.muted",
    cursor: "button",
    textDecoration: "underline",
    focusVisibleRing: "outside",
  },
  "& ul": { listStyleType: "none", mt: "1" },
  "& li": { py: "1", overflowWrap: "anywhere" },
  "& b": { fontWeight: "medium" },
});
