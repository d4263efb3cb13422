import { SECTIONS, TABS } from "#domain/registers/sections.ts";
import type { Setting } from "./setting.ts";

/** Section of settings that neither the catalogue nor the logger assigns to one. */
export const OTHER = "other";

/** A section of the page. */
export type SettingSection = {
  name: string;
  settings: readonly Setting[];
  /** Names of its tabs that have settings, in their order; empty without tabs. */
  tabs: readonly string[];
};

/** Settings that belong together. */
export type SettingGroup = { group: string | null; settings: readonly Setting[] };

/** Returns the sections that have settings, in the order of the page. */
export function listSections(settings: readonly Setting[]): SettingSection[] {
  return [...SECTIONS, OTHER].flatMap((name): SettingSection[] => {
    const own = settings.filter(({ section }) => sectionName(section) === name);
    return own.length === 0 ? [] : [{ name, settings: inOrder(own), tabs: tabsOf(own) }];
  });
}

/** A section that the page does not know is shown among the others. */
function sectionName(section: string | undefined): string {
  return (SECTIONS as readonly (string | undefined)[]).includes(section) ? `${section}` : OTHER;
}

function tabsOf(settings: readonly Setting[]): string[] {
  if (settings.every(({ tab }) => tab === undefined)) return [];
  return TABS.filter((tab) => settings.some((setting) => tabOf(setting) === tab));
}

/** Settings of a section with tabs that name none are basic ones. */
function tabOf({ tab }: Setting): string {
  return tab ?? "basic";
}

/** Settings of a tab; those of the whole section if it has no tabs. */
export function settingsOfTab(section: SettingSection, tab: string | null): readonly Setting[] {
  if (section.tabs.length === 0) return section.settings;
  const chosen = tab !== null && section.tabs.includes(tab) ? tab : section.tabs[0];
  return section.settings.filter((setting) => tabOf(setting) === chosen);
}

/** Divides settings in order into groups; settings without a group between two groups are one. */
export function groupSettings(settings: readonly Setting[]): SettingGroup[] {
  const groups: { group: string | null; settings: Setting[] }[] = [];
  for (const setting of settings) {
    const group = setting.group ?? null;
    const last = groups.at(-1);
    const known = group === null ? undefined : groups.find((one) => one.group === group);
    if (known !== undefined) known.settings.push(setting);
    else if (last !== undefined && last.group === null && group === null)
      last.settings.push(setting);
    else groups.push({ group, settings: [setting] });
  }
  return groups;
}

function inOrder(settings: readonly Setting[]): Setting[] {
  const place = ({ order }: Setting) => order ?? Number.POSITIVE_INFINITY;
  return settings.toSorted((one, other) => {
    const [first, second] = [place(one), place(other)];
    return first === second ? one.address.localeCompare(other.address, "en") : first - second;
  });
}

/** A setting with what a search compares, in lower case. */
export type IndexedSetting = { setting: Setting; text: string };

/**
 * Prepares a search, which then translates no name again.
 * @param nameOf name in the language of the page
 */
export function indexSettings(
  settings: readonly Setting[],
  nameOf: (setting: Setting) => string,
): IndexedSetting[] {
  return inOrder(settings).map((setting) => ({
    setting,
    text: `${nameOf(setting)} ${setting.address} ${setting.name ?? ""}`.toLowerCase(),
  }));
}

/** Finds settings by their name or address; every word has to match. */
export function findSettings(index: readonly IndexedSetting[], search: string): Setting[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return index.flatMap(({ setting, text }) =>
    words.every((word) => text.includes(word)) ? [setting] : [],
  );
}
