import type { CatalogueRegister } from "./catalogue/catalogue-register.ts";
import type { Register, RegisterValue } from "./register.ts";

/** Limits of a register in its unit, for a control and for the text of a refusal. */
export type Limits = {
  min: number | undefined;
  max: number | undefined;
  /** Accepted values are `min`, or zero without one, plus whole steps. */
  step: number | undefined;
  precision: number | undefined;
  /** Keys of the options that may be written. */
  options: readonly string[] | undefined;
};

/** Which limit a value breaks; "kind" is a text where a number belongs, or the reverse. */
export type LimitKind = "kind" | "options" | "min" | "max" | "step" | "precision";

type Described = {
  [Name in "min" | "max" | "step" | "precision"]?: number | undefined;
} & { options?: Readonly<Record<string, string>> | undefined };

/**
 * Returns the limits that hold where logger and catalogue both limit a register. Bounds are on the grid of the coarser
 * step, so that every value of a control is accepted where one step is a multiple of the other.
 */
export function intersectLimits(logger: Described, catalogue: Described | undefined): Limits {
  const sources = catalogue === undefined ? [logger] : [logger, catalogue];
  const [coarser] = sources
    .filter(({ step }) => step !== undefined)
    .sort((one, other) => (other.step ?? 0) - (one.step ?? 0));
  const step = coarser?.step;
  const origin = coarser?.min ?? 0;
  const onGrid = (value: number, towards: typeof Math.ceil) =>
    step === undefined ? value : snap(value, origin, step, towards);
  const [min, max] = [
    extreme(sources, "min", Math.max, (value) => onGrid(value, ceilLeniently)),
    extreme(sources, "max", Math.min, (value) => onGrid(value, floorLeniently)),
  ];
  return {
    min,
    max,
    step,
    precision: extreme(sources, "precision", Math.min, (value) => value),
    options: intersectOptions(sources),
  };
}

/** Returns the first limit that a value breaks; null if it keeps all limits of logger and catalogue. */
export function brokenLimit(
  kind: Register["kind"],
  logger: Described,
  catalogue: CatalogueRegister | undefined,
  value: RegisterValue,
): LimitKind | null {
  if (!isOfKind(kind, value)) return "kind";
  if (typeof value !== "number") return null;
  const broken = [logger, catalogue].flatMap((source) =>
    source === undefined ? [] : (brokenBy(source, value) ?? []),
  );
  return broken[0] ?? null;
}

function brokenBy(
  { min, max, step, precision, options }: Described,
  value: number,
): LimitKind | null {
  if (options !== undefined && !Object.hasOwn(options, String(value))) return "options";
  if (min !== undefined && value < min) return "min";
  if (max !== undefined && value > max) return "max";
  if (step !== undefined && !isWhole((value - (min ?? 0)) / step)) return "step";
  if (precision !== undefined && !isWhole(value * 10 ** precision)) return "precision";
  return null;
}

function isOfKind(kind: Register["kind"], value: RegisterValue): boolean {
  return kind === "text"
    ? typeof value === "string"
    : typeof value === "number" && Number.isFinite(value);
}

function extreme(
  sources: readonly Described[],
  name: "min" | "max" | "precision",
  choose: (...values: number[]) => number,
  round: (value: number) => number,
): number | undefined {
  const values = sources.flatMap((source) => source[name] ?? []);
  return values.length === 0 ? undefined : round(choose(...values));
}

function intersectOptions(sources: readonly Described[]): string[] | undefined {
  const lists = sources.flatMap(({ options }) => (options === undefined ? [] : [options]));
  const [first, ...others] = lists;
  if (first === undefined) return undefined;
  return Object.keys(first).filter((key) => others.every((other) => Object.hasOwn(other, key)));
}

/** Error of a number of steps that still counts as whole, absolute and relative to the number. */
const TOLERANCE = 1e-6;
const RELATIVE_TOLERANCE = 1e-12;

function isWhole(steps: number): boolean {
  const error = Math.abs(steps - Math.round(steps));
  return error <= TOLERANCE + RELATIVE_TOLERANCE * Math.abs(steps);
}

function ceilLeniently(steps: number): number {
  return isWhole(steps) ? Math.round(steps) : Math.ceil(steps);
}

function floorLeniently(steps: number): number {
  return isWhole(steps) ? Math.round(steps) : Math.floor(steps);
}

/** Decimals to which a bound on a grid is rounded, which removes the error of the multiplication. */
const DECIMALS = 9;

function snap(value: number, origin: number, step: number, towards: typeof Math.ceil): number {
  const steps = towards((value - origin) / step);
  return Number((origin + steps * step).toFixed(DECIMALS));
}
