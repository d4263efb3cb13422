import type { Equipment } from "#domain/registers/equipment.ts";
import type { Author } from "#protocol/alarms.ts";
import type { SettingLockChange } from "#protocol/settings.ts";
import type { SiteJournal } from "../journal/site-journal.ts";
import { describeRegister } from "./change-journal.ts";
import type { SettingLockStore } from "./setting-locks.ts";
import type { SettingRegisters } from "./setting-registers.ts";
import type { SiteChanges } from "./site-changes.ts";

type Deps = {
  changes: SiteChanges;
  locks: SettingLockStore;
  registers: SettingRegisters;
  site: { readonly equipment: readonly Equipment[] };
  journal: Pick<SiteJournal, "record">;
  /** Called after all changes were locked. */
  onLocked: () => void;
};

/** Acts of users about settings besides changes of them; each is in the journal. */
export class SettingActs {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  setLocks(change: SettingLockChange, author: Author): void {
    const { journal, locks, onLocked } = this.#deps;
    const changed = locks.set(change);
    if (changed.isLocked)
      journal.record({ what: change.isLocked ? "setting.locked" : "setting.unlocked", author });
    if (changed.isLocked && change.isLocked) onLocked();
    if (changed.isUnattended)
      journal.record({
        what: change.isUnattended ? "setting.unattended" : "setting.attended",
        author,
      });
  }

  setPassword(hash: string | null, author: Author): void {
    const { journal, locks } = this.#deps;
    locks.setPassword(hash);
    const what = hash === null ? "setting.passwordRemoved" : "setting.passwordSet";
    journal.record({ what, author });
  }

  /** @returns the number of `mixed` results that a user looked at for the first time */
  markSeen(changeIds: readonly string[], author: Author): number {
    const { changes, journal } = this.#deps;
    const count = changes.markSeen(changeIds);
    if (count > 0) journal.record({ what: "setting.seen", author, details: { count } });
    return count;
  }

  /** Accepts a drift, and with `isIgnored` all further ones of the register. */
  acceptDrift(address: string, isIgnored: boolean, author: Author): boolean {
    const { journal, registers, site } = this.#deps;
    if (!registers.clearDrift(address, isIgnored)) return false;
    const details = { ...describeRegister(address, site.equipment), ignored: isIgnored };
    journal.record({ what: "setting.driftAccepted", author, details });
    return true;
  }
}
