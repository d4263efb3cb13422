import type { Setting } from "#app/routes/site/param/setting.ts";
import { inputOf, type ReadInput, readInput } from "#app/routes/site/param/setting-draft.ts";
import { equipmentOf } from "#domain/registers/address-parts.ts";
import { MAX_ROLLOUT_ITEMS } from "#domain/rollouts/limits.ts";

/** A setting of a rollout, as the first site describes it, with what is typed. */
export type ChosenSetting = { setting: Setting; typed: string };

/** Whether a setting may be rolled out: a command cannot be undone, and a secret is not stored. */
export function isRollable({ access, oneShot, secret }: Setting): boolean {
  return access !== "r" && !oneShot && !secret;
}

/** Returns the settings that belong together with one, itself included. */
function groupOf(setting: Setting, settings: readonly Setting[]): readonly Setting[] {
  const { address, group } = setting;
  if (group === undefined) return [setting];
  const isBeside = (one: Setting) =>
    one.group === group && equipmentOf(one.address) === equipmentOf(address);
  return settings.filter((one) => isBeside(one) && isRollable(one));
}

/**
 * Adds a setting, and those that belong together with it, with their present values.
 * @returns null if there would be more than a rollout may have
 */
export function addSetting(
  chosen: readonly ChosenSetting[],
  setting: Setting,
  settings: readonly Setting[],
): ChosenSetting[] | null {
  const has = (address: string) => chosen.some((one) => one.setting.address === address);
  const added = groupOf(setting, settings).filter(({ address }) => !has(address));
  if (chosen.length + added.length > MAX_ROLLOUT_ITEMS) return null;
  return [
    ...chosen,
    ...added.map((one) => ({ setting: one, typed: inputOf(one, one.value) ?? "" })),
  ];
}

/** Removes a setting, and those that belong together with it. */
export function removeSetting(chosen: readonly ChosenSetting[], setting: Setting): ChosenSetting[] {
  const group = groupOf(
    setting,
    chosen.map((one) => one.setting),
  );
  const gone = new Set([setting, ...group].map(({ address }) => address));
  return chosen.filter((one) => !gone.has(one.setting.address));
}

export function readChosen({ setting, typed }: ChosenSetting): ReadInput {
  return readInput(setting, typed);
}

/** Returns the values of all settings; null if one of them is not valid. */
export function valuesOf(chosen: readonly ChosenSetting[]) {
  const items = chosen.flatMap((one) => {
    const read = readChosen(one);
    return "value" in read ? [{ address: one.setting.address, value: read.value }] : [];
  });
  return items.length === chosen.length ? items : null;
}
