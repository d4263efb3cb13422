import { equipmentOf } from "#domain/registers/address-parts.ts";
import type { CatalogueSite } from "#domain/registers/catalogue/find-in-catalogue.ts";
import { findSetting } from "#domain/registers/find-setting.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { ChangeRefusal } from "#domain/settings/check-change.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
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

/** Refuses to switch a generator too early, and to release a fault lock while the fault is active; else null. */
export function guardDevice(
  sources: Sources,
  address: string,
  value: RegisterValue,
): ChangeRefusal | null {
  const { site, catalogueSite } = sources;
  const name = findSetting(site.equipment, address, catalogueSite())?.name;
  if (name === "generatorSwitch") return guardGenerator(sources, address, value);
  if (name !== "releaseFaultLock") return null;
  const equipment = equipmentOf(address);
  const isFault = ({ address: of, eventTrigger }: { address: string; eventTrigger: string }) =>
    of === equipment && eventTrigger === "fault";
  return site.errors.some(isFault) ? { code: "faultActive", address } : null;
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
  if (since === undefined) return null;
  const isRunning = site.statusOf(equipment) === "running";
  const isStart = value === 1;
  if (isStart === isRunning) return null;
  const name = isStart ? "generatorMinimumStartInterval" : "generatorMinimumRunTime";
  const seconds = namedValue(sources, equipment, name);
  if (seconds === undefined) return null;
  const left = Math.ceil((since + seconds * SECOND_MS - clock.now()) / SECOND_MS);
  if (left <= 0) return null;
  const code = isStart ? "generatorStartInterval" : "generatorRunTime";
  return { code, address, limit: { seconds: left } };
}
