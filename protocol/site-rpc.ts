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

/** What the Worker knows of a logger that showed the right secret. */
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

/** Whose sockets end. A rights version means: every socket and key of the person with an older one. */
export type Revocation = { session: string } | { person: number; rightsVersion: number };

/** What a site's object offers to the Worker besides sockets (`fetch`). */
export interface SiteRpc {
  /** Closes (4403) what ended and remembers it, so that keys issued before are refused. Answers when that is done. */
  endViewers(ended: Revocation): Promise<void>;
  /** Takes a person's name off the commands they gave, which stay on record without it. Answers when that is done. */
  anonymizeUser(person: number): Promise<void>;
  /**
   * Closes the logger's socket with 4003: its module was unlinked, deleted or exchanged. For a minute the object
   * refuses it, unless the Worker found it at this site after a refusal.
   * @param serial of the module; where it is not told, that of the logger seen last
   */
  unlinkLogger(serial?: string): Promise<void>;
  /** The site was restored with its module: what `unlinkLogger` keeps out for a minute is let in at once. */
  admitLogger(): Promise<void>;
  /** Closes every socket and forgets everything, for good. May be asked again. Answers when nothing is left. */
  erase(): Promise<void>;
  /**
   * Called by the poller every `pollIntervalMs` while the site is online, so that the object needs no alarm of its own to
   * detect a silent logger. The object delivers its status again if the site is offline or if D1 holds another one.
   * @param statusSequence sequence number of the status that D1 holds, 0 for none
   * @returns the current metrics; null if there are none
   */
  poll(statusSequence: number): Promise<SiteMetricsEvent | null>;
  /** Newest values by their addresses; null where the newest sample has none, absent what was never heard of. */
  readValues(addresses: readonly string[]): Promise<NewestValues>;
  /** Whose days it keeps: those of another zone are made anew, a few in a turn. */
  setTimeZone(zone: string): Promise<void>;
  /** How long it keeps samples. */
  readRetention(): Promise<Retention>;
  /** What is older is forgotten, a piece in a turn and not before a day has passed. @param years null: for good */
  setRetention(years: number | null): Promise<Retention>;
  /** Any of the four below, within the budget of the reader. */
  readHistory<Kind extends HistoryKind>(
    kind: Kind,
    asked: HistoryAnswers[Kind]["asked"],
    reader: HistoryReader,
  ): Promise<HistoryAnswer<Kind>>;
  /** What registers were over a span of time. */
  readCurves(asked: CurvesQuestion): Promise<WrittenCurves>;
  /** The energies of local hours, days, months or years; null where there is no site any more. */
  readEnergy(asked: EnergyQuestion): Promise<Energies | null>;
  /** In which state each piece of equipment was over a span of time. */
  readStates(asked: StatesQuestion): Promise<StateRows>;
  /** In which state the site itself was, by its own register: of a day or so. */
  readSiteStates(asked: StatesQuestion): Promise<SiteStates>;
  /** What the logger still has to send of the time before it was connected; null where that is nothing, or it is away. */
  readBacklog(): Promise<Backlog | null>;
}

export type Retention = {
  /** So many years; null: for good. */
  years: number | null;
  /** Samples before it are forgotten, ms UTC; null: none. */
  forgottenBefore: number | null;
};

export type NewestValues = Readonly<Record<string, RegisterValue>>;

/** The status of a site, told at once when any of it changes, at least once. */
export const siteStatusEvent = z.object({
  kind: z.literal("status"),
  siteId: z.int(),
  /** Grows with every new status of a site: an older one never overwrites a newer one. */
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
  /** How often its logger is to upload while nobody watches, ms. */
  uploadMs: z.int().positive().default(IDLE_SAMPLING.uploadMs),
});
export type SiteStatusEvent = z.infer<typeof siteStatusEvent>;

/**
 * The metrics of a site. The object sends them at most once when there are new ones and when no more are expected;
 * otherwise the poller collects them. The queue still carries them as the kind `figures`.
 */
export const siteMetricsEvent = z.object({
  kind: z.literal("figures"),
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
  /** What the panels have ever made, Wh. Null here and below changes nothing that is known. */
  solarEnergy: z.number().nullable().default(null),
  /** Where the logger's receiver says that it is, °: both or neither. */
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
      /** Instant of the metrics that D1 holds, ms UTC. */
      figuresAt: z.int().nullable(),
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
