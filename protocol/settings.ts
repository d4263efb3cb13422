import type { UpdateRecord } from "#domain/firmware/update.ts";
import type { DescribedSetting } from "#domain/registers/describe-setting.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { ChangeRecord, ChangeRequest } from "#domain/settings/change.ts";
import type { ChangeRefusal, ChangeRefusalCode } from "#domain/settings/check-change.ts";
import type { RestorePlan } from "#domain/settings/plan-restore.ts";
import type { Snapshot, SnapshotHead } from "#domain/settings/snapshot.ts";
import type { Author } from "./alarms.ts";

/** Author of a change of settings, whose permission the Worker has checked. */
export type ChangeAuthor = {
  id: number;
  name: string;
  session: string;
  rightsVersion: number;
  /** Whether the author needs no advanced password, or has just entered it. */
  isAdvanced: boolean;
};

/** Result of a submission; a change id that its author used before returns its current record. */
export type SubmitResult =
  | { ok: true; change: ChangeRecord }
  | { ok: false; reason: "refused"; refusals: ChangeRefusal[] }
  /** Another user used the change id, or too many changes are open. */
  | { ok: false; reason: "forbidden" | "tooMany" | "absent" };

/** Result of checking a change; `dangers` are those of its registers. */
export type ChangeCheck = { refusals: ChangeRefusal[]; dangers: string[] };

export type ChangesQuery = {
  page: number;
  size: number;
  /** Only changes of this register. */
  address?: string | undefined;
  /** Only this change. */
  changeId?: string | undefined;
};
export type ChangesPage = {
  total: number;
  changes: ChangeRecord[];
  /** Number of `mixed` results that no user has looked at. */
  faults: number;
};

/** A setting with its description by logger and catalogue, and its state. Instants are ms UTC. */
export type SettingState = Omit<DescribedSetting, "recommended" | "writes"> & {
  recommended: readonly number[] | undefined;
  /** Number of writes that the memory endures. */
  endurance: number;
  value: RegisterValue | null;
  at: number | null;
  /** Writes over the lifetime and on the current day of UTC. */
  writes: number;
  writesToday: number;
  drift: { from: RegisterValue; to: RegisterValue; at: number } | null;
  isDriftIgnored: boolean;
};

/** Locks that permit or prevent changes of a site. */
export type SettingLocks = {
  isLocked: boolean;
  isUnattended: boolean;
  hasPassword: boolean;
  /** When the advanced password has to be entered again, ms UTC; null if it is not entered. */
  enteredUntil: number | null;
};

/** A change of the locks; absent ones stay. */
export type SettingLockChange = {
  isLocked?: boolean | undefined;
  isUnattended?: boolean | undefined;
};

/** A write that a device refuses at present; `until` is when it becomes possible, ms UTC, or null if that is unknown. */
export type GuardedWrite = {
  address: string;
  value: number;
  code: ChangeRefusalCode;
  until: number | null;
};

/** Update of firmware in progress, which has priority over changes of settings. */
export type OpenUpdate = Pick<UpdateRecord, "address" | "component" | "version"> & {
  /** Whether its file was transferred and waits until a user installs it. */
  isWaiting: boolean;
};

export type SiteSettings = SettingLocks & {
  isOnline: boolean;
  /** Whether the logger admits changes. */
  hasRemoteControl: boolean;
  /** Features of the logger, such as `atomic`. */
  features: readonly string[];
  /** Lock of the logger's authorisation token; null if it reports none. */
  tokenLock: string | null;
  /** Whether the inverters are off; null if it is unknown. */
  areInvertersOff: boolean | null;
  guards: GuardedWrite[];
  /** Null without one; absent from an object of an earlier release. */
  update?: OpenUpdate | null;
  settings: SettingState[];
};

/** Permission to try an advanced password: its hash, or why there is none. */
export type PasswordAttempt =
  | { ok: true; hash: string }
  | { ok: false; reason: "none" | "tooMany"; retryAfter: number };

/** Calls of a site's object for settings; part of `SiteRpc`. */
export interface SiteSettingsRpc {
  submitChange(request: ChangeRequest, author: ChangeAuthor): Promise<SubmitResult>;
  /** Checks a change without storing it; null if the site is erased. */
  checkChange(request: ChangeRequest, author: ChangeAuthor): Promise<ChangeCheck | null>;
  readChanges(query: ChangesQuery): Promise<ChangesPage>;
  /** Records that a user has looked at `mixed` results. @returns the number of those that were new */
  markChangesSeen(changeIds: readonly string[], author: Author): Promise<number>;
  /**
   * Returns the settings; null if the site is erased.
   * @param session session whose entry of the advanced password counts
   */
  readSettings(session: string): Promise<SiteSettings | null>;
  listSnapshots(): Promise<SnapshotHead[]>;
  /** Returns a snapshot, or with null the current settings; null if there is no such snapshot. */
  readSnapshot(id: number | null): Promise<Snapshot | null>;
  /** Plans the changes that restore a snapshot; null if there is no such snapshot. */
  planRestore(snapshotId: number): Promise<RestorePlan | null>;
  setSettingLocks(locks: SettingLockChange, author: Author): Promise<void>;
  /** Sets or removes the advanced password; all entries end. */
  setAdvancedPassword(hash: string | null, author: Author): Promise<void>;
  /** Counts an attempt to enter the advanced password. */
  tryAdvancedPassword(person: number): Promise<PasswordAttempt>;
  /** Admits a session after the right password was entered. @returns when the entry ends, ms UTC */
  enterAdvanced(person: number, session: string): Promise<number>;
  exitAdvanced(session: string): Promise<void>;
  /** Accepts the value that a setting has without a change; with `isIgnored` also all that follow. */
  acceptDrift(address: string, isIgnored: boolean, author: Author): Promise<boolean>;
}
