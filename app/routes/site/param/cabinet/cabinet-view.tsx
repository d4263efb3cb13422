import { IconButton } from "@chakra-ui/react";
import { useId } from "react";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { NO_VALUE } from "#domain/units/format-quantity.ts";
import type { Setting } from "../setting.ts";
import type { Draft } from "../setting-draft.ts";
import { useSettingText } from "../use-setting-text.ts";
import { CabinetPicture } from "./cabinet-picture.tsx";
import {
  type CabinetPoint,
  derivedPoints,
  findPointProblem,
  listPoints,
  stepPoint,
} from "./cabinet-points.ts";
import { TemperatureScale } from "./temperature-scale.tsx";
import { type CabinetValues, useCabinetValues } from "./use-cabinet-values.ts";

type CabinetViewProps = {
  /** Settings of the cabinet. */
  settings: readonly Setting[];
  draft: Draft;
  isReadOnly: boolean;
  type: (setting: Setting, typed: string) => void;
};

/** Type of the cabinets with air conditioning. */
const CABINET = "0077";

/** Environment and air conditioning of a cabinet as a picture; what is changed in it is part of the draft. */
export function CabinetView(props: CabinetViewProps) {
  const equipment = props.settings[0]?.address.slice(0, 6) ?? "";
  return equipment.startsWith(CABINET) ? <Cabinet {...props} equipment={equipment} /> : null;
}

function Cabinet(props: CabinetViewProps & { equipment: string }) {
  usePageTexts("controls");
  const { settings, draft, isReadOnly, type, equipment } = props;
  const { t } = useTranslation("controls");
  const { quantity } = useSettingText();
  const id = useId();
  const values = useCabinetValues(equipment);
  const points = listPoints(settings, draft);
  const problem = findPointProblem(points);
  const derived = derivedPoints(points);
  const degrees = (value: number | null) => (value === null ? NO_VALUE : quantity(value, "°C"));
  const humidity = values.humidity === null ? NO_VALUE : quantity(values.humidity, "%");
  const inside = degrees(values.inside);
  const summary = `${t("cabinet.inside")} ${inside}, ${t("cabinet.airConditioning")}: ${t(
    `cabinet.state.${stateOf(values.airConditioning)}`,
  )}`;
  return (
    <Frame aria-labelledby={id}>
      <h4 id={id}>{t("cabinet.title")}</h4>
      <div data-columns>
        <CabinetPicture
          values={values}
          inside={plain(inside)}
          outside={plain(degrees(values.outside))}
          humidity={plain(humidity)}
          label={t("cabinet.picture", { summary })}
        />
        <dl>
          <Measured name="inside" text={inside} />
          <Measured name="outside" text={degrees(values.outside)} />
          <Measured name="humidity" text={humidity} />
          {STATES.map((name) => (
            <StateOf key={name} name={name} values={values} />
          ))}
        </dl>
      </div>
      {points.length > 0 && (
        <div data-set>
          <h5>{t("cabinet.scale")}</h5>
          <TemperatureScale points={points} inside={values.inside} format={degrees} />
          <ul>
            {points.map((point) => (
              <PointRow
                key={point.name}
                point={point}
                text={degrees(point.value)}
                isReadOnly={isReadOnly}
                onType={(typed) => type(point.setting, typed)}
              />
            ))}
          </ul>
          {derived !== null && (
            <p>
              {t("cabinet.derived", {
                cooling: degrees(derived.cooling),
                heating: degrees(derived.heating),
              })}
            </p>
          )}
          {problem !== null && <Notice tone="warning">{t(`cabinet.${problem}`)}</Notice>}
        </div>
      )}
    </Frame>
  );
}

/** Signs that isolate a text from its surroundings have no effect within a picture. */
function plain(text: string): string {
  return text.replace(/[\u2066-\u2069]/g, "");
}

const STATES = ["airConditioning", "fan", "door", "smoke", "water"] as const;
const WORDS = [
  "closed",
  "open",
  "none",
  "detected",
  "off",
  "on",
  "cooling",
  "heating",
  "dehumidifying",
] as const;

function stateOf(word: string | null) {
  return WORDS.find((one) => one === word) ?? "unknown";
}

/** States in which the cabinet needs attention. */
const ALARMING: readonly string[] = ["open", "detected"];

function StateOf({ name, values }: { name: (typeof STATES)[number]; values: CabinetValues }) {
  const { t } = useTranslation("controls");
  const state = stateOf(values[name]);
  return (
    <div data-state={state} data-alarming={ALARMING.includes(state) || undefined}>
      <dt>{t(`cabinet.${name}`)}</dt>
      <dd>{t(`cabinet.state.${state}`)}</dd>
    </div>
  );
}

function Measured({ name, text }: { name: "inside" | "outside" | "humidity"; text: string }) {
  const { t } = useTranslation("controls");
  return (
    <div>
      <dt>{t(`cabinet.${name}`)}</dt>
      <dd>{text}</dd>
    </div>
  );
}

type PointRowProps = {
  point: CabinetPoint;
  text: string;
  isReadOnly: boolean;
  onType: (typed: string) => void;
};

function PointRow({ point, text, isReadOnly, onType }: PointRowProps) {
  const { t } = useTranslation("controls");
  const name = t(`cabinet.point.${point.name}`);
  const button = (steps: 1 | -1) => {
    const typed = stepPoint(point, steps);
    return (
      <IconButton
        type="button"
        size="sm"
        variant="outline"
        colorPalette="gray"
        aria-label={t(steps === 1 ? "cabinet.higher" : "cabinet.lower", { name })}
        // Not disabled at the end of the range, so that it keeps the focus.
        aria-disabled={typed === null}
        opacity={typed === null ? 0.5 : 1}
        onClick={() => typed !== null && onType(typed)}
      >
        <span aria-hidden>{steps === 1 ? "+" : "−"}</span>
      </IconButton>
    );
  };
  return (
    <li data-point={point.name} data-changed={point.isChanged || undefined}>
      <span>{name}</span>
      {!isReadOnly && button(-1)}
      <output aria-live="polite">{text}</output>
      {!isReadOnly && button(1)}
    </li>
  );
}

const Frame = styled("section", {
  layerStyle: "card",
  px: { base: "4", md: "5" },
  py: "4",
  display: "flex",
  flexDirection: "column",
  gap: "4",
  textStyle: "sm",
  "& h4": { textStyle: "md", fontWeight: "semibold" },
  "& h5": { fontWeight: "medium" },
  "& [data-columns]": {
    display: "grid",
    gap: "5",
    alignItems: "center",
    gridTemplateColumns: { base: "minmax(0, 1fr)", md: "minmax(0, 3fr) minmax(0, 2fr)" },
  },
  "& dl > div": {
    display: "flex",
    justifyContent: "space-between",
    gap: "3",
    py: "1.5",
    borderBottomWidth: "1px",
    borderColor: "border.muted",
  },
  "& dt": { color: "fg.muted" },
  "& dd": { fontWeight: "medium", fontVariantNumeric: "tabular-nums", textAlign: "end" },
  "& [data-state=cooling] dd": { color: "info" },
  "& [data-state=heating] dd": { color: "warning" },
  "& [data-alarming] dd": { color: "fault" },
  "& [data-set]": { display: "flex", flexDirection: "column", gap: "3" },
  "& [data-set] > p": { textStyle: "xs", color: "fg.muted" },
  "& ul": {
    listStyleType: "none",
    display: "grid",
    columnGap: "8",
    gridTemplateColumns: { base: "minmax(0, 1fr)", xl: "repeat(2, minmax(0, 1fr))" },
  },
  "& li": { display: "flex", alignItems: "center", gap: "2", py: "1", minW: "0" },
  "& li > span": {
    flex: "1 1 auto",
    minW: "0",
    overflowWrap: "anywhere",
    borderInlineStartWidth: "3px",
    borderInlineStartColor: "border.emphasized",
    ps: "2.5",
  },
  "& [data-point^=cooling] > span": { borderInlineStartColor: "info.fill" },
  "& [data-point^=heating] > span": { borderInlineStartColor: "warning.fill" },
  "& [data-point$=Warning] > span": { borderInlineStartColor: "fault.fill" },
  "& output": {
    minW: "4.5rem",
    textAlign: "center",
    fontVariantNumeric: "tabular-nums",
    fontWeight: "medium",
  },
  "& li[data-changed] output": { color: "brand.fg" },
});
