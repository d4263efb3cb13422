import { Button } from "@chakra-ui/react";
import { LimitInputs } from "#app/alarms/rules/rule-fields.tsx";
import { LIMIT_NAMES, type LimitName, type RuleInput } from "#app/alarms/rules/rule-input.ts";
import { valueText } from "#app/alarms/value-text.ts";
import { suggestLimits } from "#app/charts/limit-axis.ts";
import { LimitChart } from "#app/charts/limit-chart.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { typedNumber } from "#app/typed-number.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { AlarmResult, AlarmSite } from "./alarm-data.ts";
import type { Monitored } from "./use-monitored.ts";
import { useRecentCurve } from "./use-recent-curve.ts";
import { completeSides } from "./use-rule-input.ts";

/** Height of the curve, px. */
const HEIGHT = 280;

/** Decimals of a register whose logger does not name them. */
const USUAL_DECIMALS = 2;

type LimitFieldsProps = {
  site: AlarmSite;
  register: string | null;
  monitored: Monitored;
  input: RuleInput;
  onChange: (changes: Partial<RuleInput>) => void;
  result: AlarmResult | null | undefined;
};

/** The limits of a rule over the curve of the last week, which are dragged or typed. */
export function LimitFields(props: LimitFieldsProps) {
  const { site, register, monitored, input, onChange, result } = props;
  const { t, i18n } = useTranslation("alarms");
  const { language } = i18n;
  const { title, unit, allowed, isStepped } = monitored;
  const decimals = monitored.decimals ?? USUAL_DECIMALS;
  const isHydrated = useHydrated();
  const curve = useRecentCurve(site.key, register, { name: title, unit, isStepped }, site.now);
  const { line, range } = curve;
  const suggested = range && suggestLimits(range, allowed, decimals);
  const set = (name: LimitName, value: number) => onChange({ [name]: String(value) });
  const complete = () => onChange(completeSides(input, range, allowed, decimals));
  const text = (value: number) => valueText(value, unit, language) ?? "";
  return (
    <fieldset>
      <legend>{t("editor.limits")}</legend>
      {isHydrated && register !== null && (
        <Curve>
          <LimitChart
            label={t("editor.curve", { name: title })}
            height={HEIGHT}
            timeZone={site.timeZone}
            span={curve.span}
            line={line}
            unit={unit}
            limits={LIMIT_NAMES.map((name) => ({
              name,
              label: t(`fields.${name}`),
              value: limitOf(input[name]),
              kind: name.endsWith("Alarm") ? ("alarm" as const) : ("clear" as const),
              side: name.startsWith("low") ? ("low" as const) : ("high" as const),
            }))}
            allowed={allowed}
            decimals={decimals}
            onLimit={(name, value) => set(name as LimitName, value)}
          />
          <div data-range>
            <p role="status">
              {curve.refusal !== null
                ? t("editor.curveFailed")
                : curve.isLoading && line === null
                  ? t("editor.curveLoading")
                  : range === null
                    ? t("editor.curveEmpty")
                    : t("editor.recent", { min: text(range.min), max: text(range.max) })}
            </p>
            {curve.refusal !== null && (
              <Button type="button" size="xs" variant="outline" onClick={curve.refetch}>
                {t("editor.again")}
              </Button>
            )}
            {suggested && (
              <Button
                type="button"
                size="xs"
                variant="outline"
                onClick={() =>
                  onChange(
                    Object.fromEntries(
                      Object.entries(suggested).map(([name, value]) => [name, String(value)]),
                    ),
                  )
                }
              >
                {t("editor.suggest")}
              </Button>
            )}
          </div>
        </Curve>
      )}
      <LimitInputs
        input={input}
        unit={unit}
        onChange={onChange}
        onBlur={complete}
        result={result}
      />
      <p data-hint>{t("editor.limitsHint")}</p>
    </fieldset>
  );
}

/** A typed limit for the curve; null if there is none. */
function limitOf(typed: string): number | null {
  const value = typedNumber(typed);
  return value === undefined || Number.isNaN(value) ? null : value;
}

const Curve = styled("div", {
  minW: "0",
  "& [data-range]": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "2",
    mt: "2",
    color: "fg.muted",
    fontVariantNumeric: "tabular-nums",
  },
});
