import { MEMBERSHIP_CHANGE_KINDS } from "../members/membership-change.ts";

/** Everything that a journal records, by kind. Each has a text in the `journal` namespace of the locales. */
export const JOURNAL_EVENTS = {
  logger: ["online", "offline", "changed"],
  equipment: ["added", "removed", "changed", "renamed", "extraAdded", "extraRemoved"],
  event: ["raised", "cleared"],
  alarm: [
    "started",
    "ended",
    "found",
    "corrected",
    "withdrawn",
    "acknowledged",
    "snoozed",
    "hidden",
  ],
  command: ["ended"],
  setting: [
    "changed",
    "reverted",
    "drifted",
    "driftAccepted",
    "locked",
    "unlocked",
    "attended",
    "unattended",
    "passwordSet",
    "passwordRemoved",
    "seen",
  ],
  firmware: ["started", "confirmed", "ended"],
  rule: ["changed", "operatorChanged", "escalationChanged"],
  access: [...MEMBERSHIP_CHANGE_KINDS, "alarmsSwitched"],
  share: [
    "created",
    "deleted",
    "renewed",
    "passwordSet",
    "passwordRemoved",
    "locationHidden",
    "locationShown",
    "published",
    "unpublished",
  ],
  site: [
    "renamed",
    "pricesChanged",
    "co2FactorChanged",
    "solarPeakChanged",
    "moved",
    "fenceChanged",
    "bannerChanged",
    "pictureAdded",
    "pictureRemoved",
    "configAdded",
    "configChanged",
    "configRemoved",
    "tagAdded",
    "tagRemoved",
    "retentionChanged",
    "dataImported",
    "importUndone",
    "webhookSet",
    "webhookSecretReplaced",
    "webhookDeleted",
    "deleted",
    "restored",
    "imported",
  ],
  module: ["unlinked", "replaced"],
  export: ["journal", "alarms", "data", "archive"],
  journal: ["started", "limited", "resumed"],
} as const;

export type JournalKind = keyof typeof JOURNAL_EVENTS;
/** Name of a recorded event, as `site.renamed`. */
export type JournalWhat = {
  [Kind in JournalKind]: `${Kind}.${(typeof JOURNAL_EVENTS)[Kind][number]}`;
}[JournalKind];

export const JOURNAL_KINDS = Object.keys(JOURNAL_EVENTS) as [JournalKind, ...JournalKind[]];
export const JOURNAL_WHATS: readonly JournalWhat[] = Object.entries(JOURNAL_EVENTS).flatMap(
  ([kind, events]) => events.map((event) => `${kind}.${event}` as JournalWhat),
);

/** Kinds about other users, which only administrators may see, like the history of access changes. */
export const ADMINISTRATORS_KINDS: readonly JournalKind[] = ["access"];

/** The kind of an event; null for one that this release does not know. */
export function kindOf(what: string): JournalKind | null {
  const kind = what.slice(0, what.indexOf("."));
  return Object.hasOwn(JOURNAL_EVENTS, kind) ? (kind as JournalKind) : null;
}

export function isJournalWhat(what: string): what is JournalWhat {
  return (JOURNAL_WHATS as readonly string[]).includes(what);
}
