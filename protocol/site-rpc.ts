import { z } from "zod";
import { limitedBudget } from "#domain/loggers/limited-budget.ts";
import { IDLE_SAMPLING } from "#domain/loggers/sampling.ts";
import { serialNumber } from "#domain/loggers/serial-number.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { siteStatus } from "#domain/sites/site-status.ts";
import type { SiteAlarmRpc } from "./alarms.ts";
import { siteAlarmEvent } from "./alarms.ts";
import type { SiteArchiveRpc } from "./archive/archive-rpc.ts";
import type { SiteEquipmentRpc } from "./equipment-rpc.ts";
import type { SiteFirmwareRpc } from "./firmware/firmware-rpc.ts";
import type { CurvesQuery, WrittenCurves } from "./history/curves.ts";
import type { Energies, EnergyQuery } from "./history/energies.ts";
import type { ExportRegister, ExportRows, ExportRowsQuery } from "./history/export-rows.ts";
import type {
  HistoryAnswer,
  HistoryAnswers,
  HistoryKind,
  HistoryReader,
} from "./history/history-call.ts";
import type { SiteStates, StateRows, StatesQuery } from "./history/states.ts";
import type { SiteImportsRpc } from "./imports.ts";
import { publishedHead, type SiteJournalRpc } from "./journal.ts";
import type { Backlog } from "./logger/backlog.ts";
import type { SiteSettingsRpc } from "./settings.ts";
import { loginFacts, viewerFacts } from "./viewer/viewer-facts.ts";

/** Header in which the Worker passes a stamp to the site's object; it is never accepted from outside. */
export const STAMP_HEADER = "x-helioport-stamp";

/**
 * Header in which the site's object names the unlink because of which it refuses a logger, ms UTC. The module may have
 * been claimed again since then without the object's knowledge, so the Worker looks it up again. It is never sent to
 * the client.
 */
export const UNLINK_HEADER = "x-helioport-unlink";

/** Stamp of a logger's socket whose secret the Worker has verified. */
export const loggerStamp = z.object({
  kind: z.literal("logger"),
  siteId: z.int(),
  serial: serialNumber,
  /** Unlink of a refusal (`UNLINK_HEADER`) after which the Worker found the module at this site again, ms UTC. */
  foundAfter: z.int().optional(),
});
export type LoggerStamp = z.infer<typeof loggerStamp>;

/** Stamp of a viewer's socket whose page key, session and role the Worker has verified. */
export const viewerStamp = z.object({
  kind: z.literal("viewer"),
  siteId: z.int(),
  ...viewerFacts.shape,
  ...loginFacts.shape,
  /** Id of the browser from the socket's address, lower case. */
  uuid: z.string(),
});
export type ViewerStamp = z.infer<typeof viewerStamp>;

export const siteStamp = z.discriminatedUnion("kind", [loggerStamp, viewerStamp]);

/** Access to revoke: a session, or all sockets and keys of a user with an older rights version. */
export type Revocation = { session: string } | { person: number; rightsVersion: number };

/**
 * Interface of a site's object to the Worker besides sockets (`fetch`). Names and fields of a release must stay,
 * because in a gradual deployment either side may be the older one.
 */
export interface SiteRpc
  extends SiteAlarmRpc,
    SiteJournalRpc,
    SiteSettingsRpc,
    SiteFirmwareRpc,
    SiteEquipmentRpc,
    SiteArchiveRpc,
    SiteImportsRpc {
  /**
   * Closes the sockets of a revocation (4403) and stores it, so that keys issued before are refused. Resolves when both
   * are done.
   */
  endViewers(ended: Revocation): Promise<void>;
  /** Removes the name of a deleted user from the user's commands, which remain stored. Resolves when that is done. */
  forgetPerson(person: number): Promise<void>;
  /**
   * Closes the logger's socket with 4003, because its module was unlinked, deleted or replaced. The object refuses the
   * module for a minute, unless the Worker finds it at this site after a refusal.
   * @param serial serial number of the module; by default that of the last logger
   */
  unlinkLogger(serial?: string): Promise<void>;
  /** Admits the module that `unlinkLogger` refuses for a minute, after the site was restored with its module. */
  admitLogger(): Promise<void>;
  /** Closes all sockets and deletes all data permanently. It may be repeated. Resolves when all data is deleted. */
  erase(): Promise<void>;
  /**
   * Polls an online site every `pollIntervalMs`, so that the object needs no alarm of its own to detect a silent
   * logger. The object delivers its status again if the site is offline or if D1 has another status.
   * @param statusSequence sequence number of the status in D1, 0 for none
   * @returns the current metrics; null if there are none
   */
  visit(statusSequence: number): Promise<SiteMetricsEvent | null>;
  /** Returns the newest values by address; null if the newest sample has no value, absent without any sample. */
  readValues(addresses: readonly string[]): Promise<NewestValues>;
  /** Sets the time zone of the stored days, which are computed again in small steps if it changes. */
  setTimeZone(zone: string): Promise<void>;
  /** Returns the retention of samples. */
  readRetention(): Promise<SiteRetention>;
  /**
   * Sets the retention of samples. Older samples expire in small steps, beginning after a day.
   * @param years null keeps samples without limit
   */
  setRetention(years: number | null): Promise<SiteRetention>;
  /** Answers one of the four queries below within the budget of the reader. */
  readHistory<Kind extends HistoryKind>(
    kind: Kind,
    asked: HistoryAnswers[Kind]["asked"],
    reader: HistoryReader,
  ): Promise<HistoryAnswer<Kind>>;
  /** Returns the values of registers over a period. */
  readCurves(asked: CurvesQuery): Promise<WrittenCurves>;
  /** Returns the energies of local hours, days, months or years; null if the site no longer exists. */
  readEnergy(asked: EnergyQuery): Promise<Energies | null>;
  /** Returns one part of the rows of an export; null if the site no longer exists. */
  readExportRows(asked: ExportRowsQuery): Promise<ExportRows | null>;
  /** Returns the registers with samples that the logger describes, in the order of its tree. */
  listExportRegisters(): Promise<ExportRegister[]>;
  /** Returns the states of each piece of equipment over a period. */
  readStates(asked: StatesQuery): Promise<StateRows>;
  /** Returns the states of the site from its status register, for a period of about a day. */
  readSiteStates(asked: StatesQuery): Promise<SiteStates>;
  /**
   * Returns the progress of the backlog that the logger is sending; null if there is none or the logger is not
   * connected.
   */
  readBacklog(): Promise<Backlog | null>;
}

/** Field of `SiteRetention` with the instant of expiry, named as in earlier releases. */
export const EXPIRED_BEFORE = "forgottenBefore";
/** Retention of a site's samples. */
export type SiteRetention = {
  /** Number of years; null keeps samples without limit. */
  years: number | null;
  /** Samples before this instant have expired, ms UTC; null if none has. */
  [EXPIRED_BEFORE]: number | null;
};

/** Newest values by register address. */
export type NewestValues = Readonly<Record<string, RegisterValue>>;

/** Maximum length of the versions in a status event. */
const MAX_FIRMWARE_TEXT = 8_000;

/** Status of a site. The object sends it as soon as a part of it changes; it is delivered at least once. */
export const siteStatusEvent = z.object({
  kind: z.literal("status"),
  siteId: z.int(),
  /** Increases with each status of a site, so that an older status never overwrites a newer one. */
  sequence: z.int(),
  at: z.int(),
  online: z.boolean(),
  /** Instant since which the site is online or offline, ms UTC. */
  since: z.int(),
  siteStatus,
  /** Worst level of the active equipment events. */
  alarm: z.enum(["fault", "warning", "info", "none"]),
  systemType: z.string().nullable(),
  systemCode: z.int().nullable(),
  /** Upload interval of the site's logger without viewers, ms. */
  uploadMs: z.int().positive().default(IDLE_SAMPLING.uploadMs),
  /** Versions of the logger and the equipment, JSON of `firmwareLevels`; absent from an object of an earlier release. */
  firmware: z.string().max(MAX_FIRMWARE_TEXT).optional(),
  /** Head of the site's journal; absent from an object of an earlier release, and while the journal is empty. */
  journal: publishedHead.optional(),
});
export type SiteStatusEvent = z.infer<typeof siteStatusEvent>;

/**
 * Metrics of a site. The object sends them when a metric gets its first value and when no more are expected, each time
 * at most once; otherwise the poller collects them.
 */
export const siteMetricsEvent = z.object({
  /** The second name is that of earlier releases. */
  kind: z.literal(["metrics", "figures"]),
  siteId: z.int(),
  /** Instant of the newest sample, ms UTC, so that older metrics never overwrite newer ones. */
  at: z.int(),
  /** Solar power, W ≥ 0. */
  solar: z.number().nullable(),
  /** State of charge, %. */
  batterySoc: z.number().nullable(),
  /** Grid power, W; import is positive. */
  grid: z.number().nullable(),
  /** Load power, W ≥ 0. */
  load: z.number().nullable(),
  /** Lifetime solar production, Wh. Null here and below leaves the stored value unchanged. */
  solarEnergy: z.number().nullable().default(null),
  /** Solar production of a local day of the site, Wh, and the day since 1970-01-01. */
  solarToday: z.number().nullable().default(null),
  solarDay: z.int().nullable().default(null),
  /** Solar production of the whole local days before that day, Wh, and how many days they are, 1 to 7. */
  solarWeek: z.number().nullable().default(null),
  solarWeekDays: z.int().nullable().default(null),
  /** Latitude of the logger's GPS receiver, °; null if the longitude is unknown, too. */
  gpsLatitude: z.number().nullable().default(null),
  gpsLongitude: z.number().nullable().default(null),
});
export type SiteMetricsEvent = z.infer<typeof siteMetricsEvent>;

/** Event of a logger that exceeds a budget, created at most once a day and delivered at least once. */
export const siteLimitEvent = z.object({
  kind: z.literal("limited"),
  siteId: z.int(),
  at: z.int(),
  budget: limitedBudget,
});
export type SiteLimitEvent = z.infer<typeof siteLimitEvent>;

/** An event that a site's object sends through the queue. */
export const siteEvent = z.discriminatedUnion("kind", [siteStatusEvent, siteMetricsEvent]);
export type SiteEvent = z.infer<typeof siteEvent>;

/** Sites to poll, queued if there are too many for one run of the job. Its kind in the queue is still `round`. */
export const pollBatchMessage = z.object({
  kind: z.literal("round"),
  sites: z.array(
    z.object({
      siteId: z.int(),
      /** Instant of the metrics in D1, ms UTC; null if there are none, or in a message of an earlier release. */
      metricsAt: z.int().nullable().default(null),
      /** Sequence number of the status in D1. */
      statusSequence: z.int(),
      /** Whether the object has an older version of the operator's alarm rules. */
      hasOldRules: z.boolean().default(false),
    }),
  ),
});
export type PollBatchMessage = z.infer<typeof pollBatchMessage>;

/** Message of the queue. */
export const siteMessage = z.discriminatedUnion("kind", [
  siteStatusEvent,
  siteMetricsEvent,
  siteLimitEvent,
  siteAlarmEvent,
  pollBatchMessage,
]);
export type SiteMessage = z.infer<typeof siteMessage>;
