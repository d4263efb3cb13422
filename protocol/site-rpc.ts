import { z } from "zod";
import { limitedBudget } from "#domain/loggers/limited-budget.ts";
import { IDLE_SAMPLING } from "#domain/loggers/sampling.ts";
import { serialNumber } from "#domain/loggers/serial-number.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { siteStatus } from "#domain/sites/site-status.ts";
import type { CurvesQuestion, WrittenCurves } from "./history/curves.ts";
import type { Energies, EnergyQuestion } from "./history/energies.ts";
import type {
  HistoryAnswer,
  HistoryAnswers,
  HistoryKind,
  HistoryReader,
} from "./history/history-call.ts";
import type { SiteStates, StateRows, StatesQuestion } from "./history/states.ts";
import type { Backlog } from "./logger/backlog.ts";
import { loginFacts, viewerFacts } from "./viewer/viewer-facts.ts";

/** Header in which the Worker hands its findings to the site's object; never taken from outside. */
export const STAMP_HEADER = "x-helioport-stamp";

/**
 * Header in which the site's object names the unlink for which it refuses a logger, ms UTC. The module may have been
 * claimed again since, which the object does not know: the Worker looks it up again. Never sent to the client.
 */
export const UNLINK_HEADER = "x-helioport-unlink";

/** What the Worker knows of a logger that presented the right secret. */
export const loggerStamp = z.object({
  kind: z.literal("logger"),
  siteId: z.int(),
  serial: serialNumber,
  /** The refusal (`UNLINK_HEADER`) after which the Worker looked the module up again and found it at this site. */
  foundAfter: z.int().optional(),
});
export type LoggerStamp = z.infer<typeof loggerStamp>;

/** What the Worker knows of a viewer whose page key it opened and whose session and role it looked up. */
export const viewerStamp = z.object({
  kind: z.literal("viewer"),
  siteId: z.int(),
  ...viewerFacts.shape,
  ...loginFacts.shape,
  /** Per-browser id of the address, lower case. */
  uuid: z.string(),
});
export type ViewerStamp = z.infer<typeof viewerStamp>;

export const siteStamp = z.discriminatedUnion("kind", [loggerStamp, viewerStamp]);

/** Whose access ends. A rights version revokes every socket and key of the user with an older one. */
export type Revocation = { session: string } | { person: number; rightsVersion: number };

/**
 * What a site's object offers to the Worker besides sockets (`fetch`). Names and fields of a release stay: in a gradual
 * deployment either side may be the older one.
 */
export interface SiteRpc {
  /**
   * Closes (4403) the sockets of a revocation and stores it, so that keys issued before are refused. Resolves when that
   * is done.
   */
  endViewers(ended: Revocation): Promise<void>;
  /** Removes a user's name from the commands that the user issued, which stay on record. Resolves when that is done. */
  forgetPerson(person: number): Promise<void>;
  /**
   * Closes the logger's socket with 4003: its module was unlinked, deleted or replaced. For a minute the object refuses
   * the module, unless the Worker found it at this site after a refusal.
   * @param serial of the module; if it is unknown, that of the last logger
   */
  unlinkLogger(serial?: string): Promise<void>;
  /** Admits the module that `unlinkLogger` refuses for a minute, after the site was restored with its module. */
  admitLogger(): Promise<void>;
  /** Closes every socket and deletes all data permanently. It may be repeated. Resolves when nothing is left. */
  erase(): Promise<void>;
  /**
   * Called by the poller every `pollIntervalMs` while the site is online, so that the object needs no alarm of its own to
   * detect a silent logger. The object delivers its status again if the site is offline or if D1 holds another one.
   * @param statusSequence sequence number of the status that D1 holds, 0 for none
   * @returns the current metrics; null if there are none
   */
  visit(statusSequence: number): Promise<SiteMetricsEvent | null>;
  /** Returns the newest values by address; null if the newest sample has no value, absent without any sample. */
  readValues(addresses: readonly string[]): Promise<NewestValues>;
  /** Sets the time zone of the stored days; after a change they are computed again in small steps. */
  setTimeZone(zone: string): Promise<void>;
  /** Returns how long samples are kept. */
  readRetention(): Promise<Retention>;
  /**
   * Sets how long samples are kept. Older ones expire in small steps, not before a day has passed.
   * @param years null keeps samples without limit
   */
  setRetention(years: number | null): Promise<Retention>;
  /** Answers any of the four queries below within the budget of the reader. */
  readHistory<Kind extends HistoryKind>(
    kind: Kind,
    asked: HistoryAnswers[Kind]["asked"],
    reader: HistoryReader,
  ): Promise<HistoryAnswer<Kind>>;
  /** Returns registers over a time span. */
  readCurves(asked: CurvesQuestion): Promise<WrittenCurves>;
  /** Returns the energies of local hours, days, months or years; null if the site no longer exists. */
  readEnergy(asked: EnergyQuestion): Promise<Energies | null>;
  /** Returns the states of each piece of equipment over a time span. */
  readStates(asked: StatesQuestion): Promise<StateRows>;
  /** Returns the states of the site itself from its own register, for about a day. */
  readSiteStates(asked: StatesQuestion): Promise<SiteStates>;
  /**
   * Returns the progress of the backlog that the logger is sending; null if there is none or the logger is not
   * connected.
   */
  readBacklog(): Promise<Backlog | null>;
}

/** Field of `Retention` with the instant of expiry, named as in earlier releases. */
export const EXPIRED_BEFORE = "forgottenBefore";
export type Retention = {
  /** Null keeps samples without limit. */
  years: number | null;
  /** Samples before this instant have expired, ms UTC; null if none has. */
  [EXPIRED_BEFORE]: number | null;
};

export type NewestValues = Readonly<Record<string, RegisterValue>>;

/** The status of a site, sent at once when any part of it changes, at least once. */
export const siteStatusEvent = z.object({
  kind: z.literal("status"),
  siteId: z.int(),
  /** Grows with every new status of a site: an older status never overwrites a newer one. */
  sequence: z.int(),
  at: z.int(),
  online: z.boolean(),
  /** Since when it is online or offline, ms UTC. */
  since: z.int(),
  siteStatus,
  /** Worst level of the active equipment events. */
  alarm: z.enum(["fault", "warning", "info", "none"]),
  systemType: z.string().nullable(),
  systemCode: z.int().nullable(),
  /** Upload interval of the site's logger without viewers, ms. */
  uploadMs: z.int().positive().default(IDLE_SAMPLING.uploadMs),
});
export type SiteStatusEvent = z.infer<typeof siteStatusEvent>;

/**
 * The metrics of a site. The object sends them at most once, when a metric has its first value and when no more are expected;
 * otherwise the poller collects them.
 */
export const siteMetricsEvent = z.object({
  /** The second name is that of earlier releases. */
  kind: z.literal(["metrics", "figures"]),
  siteId: z.int(),
  /** Instant of the newest sample, ms UTC: older metrics never overwrite newer ones. */
  at: z.int(),
  /** Solar power, W ≥ 0. */
  solar: z.number().nullable(),
  /** Battery charge, %. */
  batterySoc: z.number().nullable(),
  /** Grid power, W, + import. */
  grid: z.number().nullable(),
  /** Load power, W ≥ 0. */
  load: z.number().nullable(),
  /** Lifetime production of the panels, Wh. Null here and below leaves the stored value unchanged. */
  solarEnergy: z.number().nullable().default(null),
  /** Position of the logger's receiver, °: both or neither. */
  gpsLatitude: z.number().nullable().default(null),
  gpsLongitude: z.number().nullable().default(null),
});
export type SiteMetricsEvent = z.infer<typeof siteMetricsEvent>;

/** A site's logger has exceeded a budget; sent at least once, and at most once a day. */
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

/** Sites to poll, queued when there are too many for one run of the job. The queue still carries them as `round`. */
export const pollBatchMessage = z.object({
  kind: z.literal("round"),
  sites: z.array(
    z.object({
      siteId: z.int(),
      /** Instant of the metrics that D1 holds, ms UTC; null if there are none, or from an earlier release. */
      metricsAt: z.int().nullable().default(null),
      /** Sequence number of the status that D1 holds. */
      statusSequence: z.int(),
    }),
  ),
});
export type PollBatchMessage = z.infer<typeof pollBatchMessage>;

/** Any message of the queue. */
export const siteMessage = z.discriminatedUnion("kind", [
  siteStatusEvent,
  siteMetricsEvent,
  siteLimitEvent,
  pollBatchMessage,
]);
export type SiteMessage = z.infer<typeof siteMessage>;
