import type { DescribedSetting } from "../registers/describe-setting.ts";
import { roundToDecimals } from "../units/scale.ts";

type Divisible = Pick<DescribedSetting, "unit" | "divisor" | "limits" | "recommended">;

/** Unit and limits in which a setting is shown and typed. */
export type ShownSetting = {
  unit: string;
  /** Number of decimals that a typed value may have. */
  decimals: number;
  min: number | undefined;
  max: number | undefined;
  step: number | undefined;
  recommended: readonly [min: number, max: number] | undefined;
};

/** Divisor of a unit with the prefix k. */
const KILO = 1_000;
/** Decimals of a setting whose precision is unknown. */
const DEFAULT_DECIMALS = 3;

/** Returns how a setting is shown: one in W with the divisor 1000 in kW, with its limits divided. */
export function showSetting({ unit, divisor = 1, limits, recommended }: Divisible): ShownSetting {
  const decimals = decimalsOf(limits.precision) + Math.ceil(Math.log10(divisor));
  const divide = (value: number | undefined) =>
    value === undefined ? undefined : roundToDecimals(value / divisor, decimals);
  return {
    unit: divisor === KILO ? `k${unit}` : unit,
    decimals,
    min: divide(limits.min),
    max: divide(limits.max),
    step: divide(limits.step),
    recommended: recommended && [
      roundToDecimals(recommended[0] / divisor, decimals),
      roundToDecimals(recommended[1] / divisor, decimals),
    ],
  };
}

/** Converts a shown or typed value to that of the register: 3.2 kW is sent as 3200 (specification, section 3). */
export function toRegisterValue(
  { divisor = 1, limits }: Pick<Divisible, "divisor" | "limits">,
  typed: number,
): number {
  return roundToDecimals(typed * divisor, decimalsOf(limits.precision));
}

/** Converts a value of the register to the one that is shown. */
export function toShownValue(
  setting: Pick<Divisible, "divisor" | "limits">,
  value: number,
): number {
  const { divisor = 1, limits } = setting;
  return roundToDecimals(
    value / divisor,
    decimalsOf(limits.precision) + Math.ceil(Math.log10(divisor)),
  );
}

function decimalsOf(precision: number | undefined): number {
  return precision ?? DEFAULT_DECIMALS;
}
