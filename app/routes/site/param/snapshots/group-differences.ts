import type { Setting } from "../setting.ts";
import { listSections } from "../setting-groups.ts";

/** Entries of one section of one piece of equipment. */
export type DifferenceGroup<Entry> = {
  /** Address of the equipment. */
  equipment: string;
  /** Name of the section; null for entries that the equipment no longer describes. */
  section: string | null;
  entries: Entry[];
};

const EQUIPMENT_DIGITS = 6;

/** Groups entries by equipment and section, in the order of the page. */
export function groupDifferences<Entry extends { address: string }>(
  entries: readonly Entry[],
  settings: readonly Setting[],
): DifferenceGroup<Entry>[] {
  const equipment = [...new Set(entries.map(equipmentOf))].sort();
  return equipment.flatMap((one): DifferenceGroup<Entry>[] => {
    const own = new Map(
      entries.filter((entry) => equipmentOf(entry) === one).map((entry) => [entry.address, entry]),
    );
    const described = listSections(settings.filter((setting) => equipmentOf(setting) === one));
    const groups = described.map(({ name, settings: ofSection }) => ({
      equipment: one,
      section: name,
      entries: ofSection.flatMap(({ address }) => {
        const entry = own.get(address);
        own.delete(address);
        return entry === undefined ? [] : [entry];
      }),
    }));
    const rest = { equipment: one, section: null, entries: [...own.values()] };
    return [...groups, rest].filter((group) => group.entries.length > 0);
  });
}

function equipmentOf({ address }: { address: string }): string {
  return address.slice(0, EQUIPMENT_DIGITS);
}
