import {
  areSeparate,
  coolingStartOf,
  heatingStopOf,
} from "#domain/settings/cabinet-temperatures.ts";
import type { Setting } from "../setting.ts";
import { type Draft, readInput } from "../setting-draft.ts";

/** Temperatures of the cabinet at which something happens, in the order of the legend. */
export const POINT_NAMES = [
  "highWarning",
  "coolingStart",
  "coolingStop",
  "fanStart",
  "heatingStop",
  "heatingStart",
  "lowWarning",
] as const;
export type PointName = (typeof POINT_NAMES)[number];

/** A temperature at which something happens, °C. */
export type CabinetPoint = {
  name: PointName;
  value: number;
  /** Setting that moves it. */
  setting: Setting;
  /** The point is the setting's value plus this, °C. */
  offset: number;
  isChanged: boolean;
};

/** Names in the catalogue of the settings that are points themselves. */
const OWN = {
  highWarning: "highTemperatureWarning",
  coolingStop: "coolingStop",
  fanStart: "fanStartTemperature",
  heatingStart: "heatingStart",
  lowWarning: "lowTemperatureWarning",
} as const;

/** Lists the points of a cabinet with what the draft changes; those with unknown settings are left out. */
export function listPoints(settings: readonly Setting[], draft: Draft): CabinetPoint[] {
  const find = (name: string) => settings.find((setting) => setting.name === name);
  const numberOf = (setting: Setting): number | null => {
    const entry = draft[setting.address];
    const read = entry === undefined ? null : readInput(setting, entry.typed);
    const value = read !== null && "value" in read ? read.value : setting.value;
    return typeof value === "number" ? value : null;
  };
  const point = (name: PointName, setting: Setting | undefined, offset = 0): CabinetPoint[] => {
    const value = setting === undefined ? null : numberOf(setting);
    if (setting === undefined || value === null) return [];
    const isChanged = draft[setting.address] !== undefined;
    return [{ name, value: value + offset, setting, offset, isChanged }];
  };
  const derived = (name: PointName, base: string, difference: string): CabinetPoint[] => {
    const setting = find(base);
    const offset = setting === undefined ? null : numberOf(setting);
    return offset === null ? [] : point(name, find(difference), offset);
  };
  return POINT_NAMES.flatMap((name) => {
    // Cooling starts, and heating stops, at another setting plus a difference (specification, section 4).
    if (name === "coolingStart") return derived(name, "coolingStop", "coolingDifference");
    if (name === "heatingStop") return derived(name, "heatingStart", "heatingDifference");
    return point(name, find(OWN[name]));
  });
}

/** Returns the input that moves a point by a step of its setting; null at the end of the range. */
export function stepPoint({ setting, value, offset }: CabinetPoint, steps: 1 | -1): string | null {
  const { min, max, step = 1 } = setting.limits;
  const next = value - offset + steps * step;
  if ((min !== undefined && next < min) || (max !== undefined && next > max)) return null;
  return String(next);
}

/** Rules between the points that the device would refuse to break. */
export function findPointProblem(points: readonly CabinetPoint[]): "conflict" | "tooWarm" | null {
  const value = (name: PointName) => points.find((one) => one.name === name)?.value;
  const [coolingStop, coolingStart, heatingStart, heatingStop, warning] = [
    value("coolingStop"),
    value("coolingStart"),
    value("heatingStart"),
    value("heatingStop"),
    value("highWarning"),
  ];
  if (coolingStop !== undefined && heatingStart !== undefined && heatingStop !== undefined) {
    const heatingDifference = heatingStop - heatingStart;
    if (!areSeparate({ coolingStop, coolingDifference: 0, heatingStart, heatingDifference }))
      return "conflict";
  }
  return coolingStart !== undefined && warning !== undefined && coolingStart >= warning
    ? "tooWarm"
    : null;
}

/** The two temperatures that follow from others, °C; null without their settings. */
export function derivedPoints(points: readonly CabinetPoint[]) {
  const find = (name: PointName) => points.find((one) => one.name === name);
  const [cooling, heating] = [find("coolingStart"), find("heatingStop")];
  if (cooling === undefined || heating === undefined) return null;
  return {
    cooling: coolingStartOf({
      coolingStop: cooling.offset,
      coolingDifference: cooling.value - cooling.offset,
    }),
    heating: heatingStopOf({
      heatingStart: heating.offset,
      heatingDifference: heating.value - heating.offset,
    }),
  };
}

/** °C by which the scale goes beyond what it shows. */
const MARGIN = 5;

/** Ends of a scale that shows all points and measurements, °C. */
export function scaleOf(values: readonly number[]): { min: number; max: number } {
  const round = (value: number) => Math.round(value / MARGIN) * MARGIN;
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  return { min: round(least - MARGIN), max: round(greatest + MARGIN) };
}
