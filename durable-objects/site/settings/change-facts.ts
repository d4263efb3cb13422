import { equipmentOf } from "#domain/registers/address-parts.ts";
import type { CatalogueSite } from "#domain/registers/catalogue/find-in-catalogue.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import { checkSetting } from "#domain/registers/check-setting.ts";
import { describeSetting } from "#domain/registers/describe-setting.ts";
import { findSetting } from "#domain/registers/find-setting.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { ChangeFacts } from "#domain/settings/check-change.ts";
import { brokenRules } from "#domain/settings/register-rules.ts";
import type { TrackedChange } from "#domain/settings/tracked-change.ts";
import type { Clock } from "../interfaces.ts";
import type { SiteState } from "../site-state.ts";
import { guardDevice } from "./guard-device.ts";
import type { SettingRegisters } from "./setting-registers.ts";

export type FactSources = {
  site: Pick<SiteState, "equipment" | "values" | "statusOf" | "errors">;
  /** When a piece of equipment got its status, ms UTC; undefined if it has none. */
  statusSince: (equipmentAddress: string) => number | undefined;
  clock: Pick<Clock, "now">;
  registers: SettingRegisters;
  catalogueSite: () => CatalogueSite;
};

/** Returns the value of a register as last read or reported, whichever is newer; undefined if it never was. */
export function reportedValue(
  { site, registers }: Pick<FactSources, "registers"> & { site: Pick<SiteState, "values"> },
  address: string,
): RegisterValue | undefined {
  const sample = site.values.get(address);
  const read = registers.all.get(address);
  if (sample === undefined) return read?.value;
  if (read?.value === undefined || sample.at > Math.max(read.at, read.touchedAt ?? 0))
    return sample.v ?? read?.value;
  return read.value;
}

/** Whether the inverters are off, by the site's switch or the status of the equipment; undefined if it is unknown. */
export function areInvertersOff(
  sources: Pick<FactSources, "registers"> & { site: Pick<SiteState, "statusOf" | "values"> },
  address: string,
): boolean | undefined {
  const isOn = reportedValue(sources, SITE_ADDRESS.invertersOn);
  if (typeof isOn === "number") return isOn === 0;
  const status = sources.site.statusOf(equipmentOf(address));
  return status === undefined ? undefined : status === "off";
}

/**
 * Collects the facts for the checks of a change.
 * @param open changes whose writes are still to come
 */
export function collectFacts(
  sources: FactSources,
  permission: Pick<
    ChangeFacts,
    "isLocked" | "isUnattended" | "hasRemoteControl" | "isPasswordMissing"
  >,
  open: readonly TrackedChange[],
): ChangeFacts {
  const { site, registers, catalogueSite } = sources;
  const { equipment } = site;
  const where = catalogueSite();
  const planned = planWrites(open);
  const plannedValues = planValues(open);
  const isStored = (address: string) => findSetting(equipment, address, where)?.stored !== false;
  return {
    ...permission,
    areInvertersOff: (address) => areInvertersOff(sources, address),
    settingOf: (address) => findSetting(equipment, address, where),
    check: (address, value) => checkSetting(equipment, address, value, where),
    valueOf: (address) => reportedValue(sources, address),
    plannedValueOf: (address) => plannedValues.get(address),
    writesToday(address) {
      const { register, device } = registers.writesToday(address, isStored);
      const ofDevice = [...planned].filter(([one]) => one.startsWith(equipmentOf(address)));
      return {
        register: register + (planned.get(address) ?? 0),
        device: device + ofDevice.reduce((sum, [, count]) => sum + count, 0),
      };
    },
    membersOf(address, group) {
      const piece = equipment.find((one) => one.address === address);
      if (piece === undefined) return [];
      return piece.registers
        .filter((register) => register.access === "rw")
        .filter((register) => describeSetting(piece, register, where).group === group)
        .map(({ register }) => address + register);
    },
    brokenRules: (after, changed) =>
      brokenRules(equipment, after, changed, where).map(({ rule, addresses, ...limit }) => ({
        code: rule === "times" ? "timesOverlap" : "ruleBroken",
        address: addresses[0] ?? null,
        limit: { rule, ...limit, registers: addresses },
      })),
    guard: (address, value) => guardDevice(sources, address, value),
    isAdvanced: (address) => address !== SITE_ADDRESS.invertersOn,
  };
}

/** Counts the stored writes of open changes that were not sent yet, by address. */
function planWrites(open: readonly TrackedChange[]): Map<string, number> {
  const planned = new Map<string, number>();
  for (const { record, parts } of open)
    for (const [index, { address, result, state }] of record.items.entries()) {
      if (!parts[index]?.isStored || result !== undefined || state !== "queued") continue;
      planned.set(address, (planned.get(address) ?? 0) + 1);
    }
  return planned;
}

/** Returns the values that open changes give their registers, by address; a later change counts. */
function planValues(open: readonly TrackedChange[]): Map<string, RegisterValue> {
  const planned = new Map<string, RegisterValue>();
  for (const { record, parts } of open)
    for (const [index, { address, result, value }] of record.items.entries())
      if (result === undefined && !parts[index]?.isOneShot) planned.set(address, value);
  return planned;
}
