import { describeActiveSite } from "#domain/devices/active-site.ts";
import { readGeneratorTimes } from "#domain/devices/generator-times.ts";
import type { ReportedPiece, ReportedSite } from "#domain/devices/reported-equipment.ts";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { Author } from "#protocol/alarms.ts";
import type { RenameResult } from "#protocol/equipment-rpc.ts";
import { describeDevice } from "../journal/describe-changes.ts";
import type { SiteJournal } from "../journal/site-journal.ts";
import type { KeyValueStore } from "../key-value-store.ts";
import { readIdentity } from "../logger-identity.ts";
import type { SiteState } from "../site-state.ts";
import type { ViewerBroadcaster } from "../viewers/viewer-broadcaster.ts";
import type { EquipmentRecord } from "./equipment-record.ts";

type Deps = {
  kv: KeyValueStore;
  site: SiteState;
  equipment: EquipmentRecord;
  journal: SiteJournal;
  viewers: Pick<ViewerBroadcaster, "treeChanged" | "errorsChanged">;
  /** Whether an update of firmware is in progress. */
  isUpdating: () => boolean;
};

/** The equipment of the site as its pages list it, and the names that users give. */
export class SiteEquipment {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  describe(): ReportedSite {
    const { equipment, isUpdating, kv, site } = this.#deps;
    const { tree } = equipment;
    const { values } = site;
    const identity = readIdentity(kv) ?? null;
    const readValue = (address: string) => values.get(address)?.v;
    const hasOwn = (address: string) => equipment.knows(address);
    return {
      systemType: identity?.systemType ?? null,
      pieces: tree
        .filter(({ address }) => address !== SITE_EQUIPMENT)
        .map((piece) => this.#describePiece(piece)),
      has: { grid: hasOwn(SITE_ADDRESS.gridPower), load: hasOwn(SITE_ADDRESS.loadPower) },
      generators: readGeneratorTimes(tree, readValue),
      active: describeActiveSite({
        tree,
        identity,
        readValue,
        updateNum: isUpdating() ? 1 : 0,
        hasConnected: site.since !== 0,
      }),
    };
  }

  rename(address: string, alias: string, author: Author): RenameResult {
    const { equipment, journal, viewers } = this.#deps;
    const before = equipment.find(address);
    const isRenamed = equipment.rename(address, alias);
    if (before === undefined || isRenamed === null) return "absent";
    if (!isRenamed) return "unchanged";
    const details = {
      address,
      ...describeDevice([{ ...before, alias: equipment.loggerAliasOf(address) }], address),
      from: before.alias ?? "",
      to: equipment.find(address)?.alias ?? "",
    };
    journal.record({ what: "equipment.renamed", author, details });
    viewers.treeChanged();
    // Active events name their equipment.
    viewers.errorsChanged();
    return "renamed";
  }

  #describePiece(piece: Equipment): ReportedPiece {
    const { equipment, site } = this.#deps;
    const { address, typeCode, model, serial, alias, versions = {}, registers } = piece;
    const numbers = registers.map(({ register }) => register).sort();
    const [first] = numbers;
    const last = numbers.at(-1);
    const status = site.statusOf(address) ?? null;
    return {
      address,
      typeCode: typeCode ?? address.slice(0, 4),
      model: model || null,
      serial: serial || null,
      alias: alias || null,
      loggerAlias: equipment.loggerAliasOf(address) || null,
      versions,
      registers:
        first === undefined || last === undefined ? null : { first, last, count: numbers.length },
      status,
      online: site.online && status !== "offline",
      lastAt: this.#newestOf(piece),
    };
  }

  #newestOf({ address, registers }: Equipment): number | null {
    const { values } = this.#deps.site;
    const newest = registers.reduce(
      (latest, { register }) => Math.max(latest, values.get(address + register)?.at ?? 0),
      0,
    );
    return newest === 0 ? null : newest;
  }
}
