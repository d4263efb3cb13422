import { equipmentTypeOf } from "#domain/devices/equipment-types.ts";
import { equipmentOf } from "#domain/registers/address-parts.ts";
import type { CatalogueSite } from "#domain/registers/catalogue/find-in-catalogue.ts";
import { findSetting } from "#domain/registers/find-setting.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { ChangeRefusal } from "#domain/settings/check-change.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import type { GuardedWrite, SettingState } from "#protocol/settings.ts";
import type { Clock } from "../interfaces.ts";
import type { SiteState } from "../site-state.ts";
import { namedValue } from "./named-value.ts";
import type { SettingRegisters } from "./setting-registers.ts";

type Sources = {
  site: Pick<SiteState, "equipment" | "values" | "statusOf" | "errors">;
  statusSince: (equipmentAddress: string) => number | undefined;
  registers: SettingRegisters;
  clock: Pick<Clock, "now">;
  catalogueSite: () => CatalogueSite;
};

/** Positions of a generator's switch that its guards concern; "automatic" leaves the times to the device. */
const STOP = 0;
const START = 1;
/** Values of guarded registers by their names in the catalogue. */
const GUARDED: ReadonlyMap<string | null, readonly number[]> = new Map([
  ["generatorSwitch", [STOP, START]],
  ["releaseFaultLock", [1]],
]);

/** A setting as far as the list of guarded writes needs it. */
type ListedSetting = Pick<SettingState, "address" | "name"> &
  Partial<Pick<SettingState, "oneShot" | "options">>;

/** Lists the writes of generators' switches and of commands that their devices refuse at present. */
export function listGuarded(sources: Sources, settings: readonly ListedSetting[]): GuardedWrite[] {
  return settings.flatMap((setting) => {
    const { address, name } = setting;
    return valuesToGuard(setting).flatMap((value): GuardedWrite[] => {
      const refusal = guardNamed(sources, name, address, value);
      if (refusal === null) return [];
      const seconds = refusal.limit?.seconds;
      const until = typeof seconds === "number" ? sources.clock.now() + seconds * SECOND_MS : null;
      return [{ address, value, code: refusal.code, until }];
    });
  });
}

function valuesToGuard({ name, oneShot, options }: ListedSetting): number[] {
  const guarded = GUARDED.get(name);
  if (guarded === undefined && !oneShot) return [];
  return [...new Set([...(guarded ?? []), ...Object.keys(options ?? {}).map(Number)])];
}

/**
 * Refuses to write to a device that its logger reports as offline, to switch a generator too early, and to release a
 * fault lock while the fault is active; else null.
 */
export function guardDevice(
  sources: Sources,
  address: string,
  value: RegisterValue,
): ChangeRefusal | null {
  const { site, catalogueSite } = sources;
  const name = findSetting(site.equipment, address, catalogueSite())?.name ?? null;
  return guardNamed(sources, name, address, value);
}

function guardNamed(
  sources: Sources,
  name: string | null,
  address: string,
  value: RegisterValue,
): ChangeRefusal | null {
  const equipment = equipmentOf(address);
  if (sources.site.statusOf(equipment) === "offline")
    return { code: isBattery(sources, equipment) ? "batteryOffline" : "deviceOffline", address };
  if (name === "generatorSwitch") return guardGenerator(sources, address, value);
  if (name !== "releaseFaultLock") return null;
  const isFault = ({ address: of, eventTrigger }: { address: string; eventTrigger: string }) =>
    of === equipment && eventTrigger === "fault";
  return sources.site.errors.some(isFault) ? { code: "faultActive", address } : null;
}

function isBattery({ site }: Sources, address: string): boolean {
  const piece = site.equipment.find((one) => one.address === address);
  return equipmentTypeOf(piece?.typeCode ?? address.slice(0, 4)) === "battery";
}

/** A generator runs for a minimum time, and starts again only after a minimum interval. */
function guardGenerator(
  sources: Sources,
  address: string,
  value: RegisterValue,
): ChangeRefusal | null {
  const { site, clock, statusSince } = sources;
  const equipment = equipmentOf(address);
  const since = statusSince(equipment);
  if (since === undefined || (value !== STOP && value !== START)) return null;
  const isRunning = site.statusOf(equipment) === "running";
  const isStart = value === START;
  if (isStart === isRunning) return null;
  const name = isStart ? "generatorMinimumStartInterval" : "generatorMinimumRunTime";
  const seconds = namedValue(sources, equipment, name);
  if (seconds === undefined) return null;
  const left = Math.ceil((since + seconds * SECOND_MS - clock.now()) / SECOND_MS);
  if (left <= 0) return null;
  const code = isStart ? "generatorStartInterval" : "generatorRunTime";
  return { code, address, limit: { seconds: left } };
}
