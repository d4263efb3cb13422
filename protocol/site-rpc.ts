import { z } from "zod";
import { serialNumber } from "#domain/loggers/serial-number.ts";
import { siteStatus } from "#domain/sites/site-status.ts";
import { loginFacts, viewerFacts } from "./viewer/viewer-facts.ts";

/** Header in which the Worker hands its findings to the site's object; never taken from outside. */
export const STAMP_HEADER = "x-helioport-stamp";

/** What the Worker knows of a logger that showed the right secret. */
export const loggerStamp = z.object({
  kind: z.literal("logger"),
  siteId: z.int(),
  serial: serialNumber,
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
export type EndedRight = { session: string } | { person: number; rightsVersion: number };

/** What a site's object offers to the Worker besides sockets (`fetch`). */
export interface SiteRpc {
  /** Closes (4403) what ended and remembers it, so that keys issued before are refused. Answers when that is done. */
  endViewers(ended: EndedRight): Promise<void>;
  /**
   * Closes the logger's socket with 4003: its module was unlinked, deleted or exchanged. For a minute it gets 409.
   * @param serial of the module; where it is not told, that of the logger seen last
   */
  unlinkLogger(serial?: string): Promise<void>;
}

/** What a site's object tells the rest of the system through the queue, at least once. */
export const siteEvent = z.discriminatedUnion("kind", [
  /** Sent at once when any of it changes. */
  z.object({
    kind: z.literal("status"),
    siteId: z.int(),
    /** Grows with every event of a site: an older one never overwrites a newer one. */
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
  }),
  /** Sent each 5 minutes while samples come. */
  z.object({
    kind: z.literal("figures"),
    siteId: z.int(),
    sequence: z.int(),
    /** Instant of the newest sample, ms UTC. */
    at: z.int(),
    /** Solar power, W ≥ 0. */
    solar: z.number().nullable(),
    /** Battery charge, %. */
    batterySoc: z.number().nullable(),
    /** Grid power, W, + import. */
    grid: z.number().nullable(),
    /** Load power, W ≥ 0. */
    load: z.number().nullable(),
  }),
]);
export type SiteEvent = z.infer<typeof siteEvent>;
