import { z } from "zod";
import { eventLevel } from "#domain/alarms/event.ts";
import { commandId, commandRecord } from "#domain/commands/command-record.ts";
import { equipmentStatus } from "#domain/devices/equipment-status.ts";
import { sampling } from "#domain/loggers/sampling.ts";
import { equipmentAddress, registerAddress } from "#domain/registers/address.ts";
import { equipment } from "#domain/registers/equipment.ts";
import { orAbsent } from "#domain/registers/logger-fields.ts";
import { registerValue } from "#domain/registers/register.ts";
import { siteStatus } from "#domain/sites/site-status.ts";
import { MAX_QUERY_ADDRESSES } from "../logger/limits.ts";
import { frameId, idText } from "../logger/messages.ts";

const instant = z.int();
/** Maximum length of a language tag (RFC 5646, section 4.4.1). */
const MAX_LANGUAGE_TAG_LENGTH = 35;

/** What crosses the viewer's socket, but for heartbeats: `data` is the sealed body. */
export const viewerFrame = z.object({
  uuid: z.string().max(64),
  cmd: z.int(),
  /** Only on a login. */
  key: z.string().max(64).nullish(),
  data: z.string(),
  language: orAbsent(z.string().max(MAX_LANGUAGE_TAG_LENGTH)),
  /** Request id; empty on what the server pushes. */
  tag: idText,
});
export type ViewerFrame = z.infer<typeof viewerFrame>;

/** Body of 272. */
export const loginRequest = z.object({ ticket: z.string().max(128) });

/** A piece of equipment as a viewer sees it. */
export const viewedEquipment = equipment.extend({
  /** Null until its logger has sent one. */
  status: equipmentStatus.nullable(),
  online: z.boolean(),
});
export type ViewedEquipment = z.infer<typeof viewedEquipment>;

export const equipmentError = z.object({
  equipmentName: z.string(),
  message: z.string(),
  equipmentType: z.string(),
  eventTrigger: eventLevel,
  eventNo: z.int(),
  address: equipmentAddress,
  at: instant,
});
export type EquipmentError = z.infer<typeof equipmentError>;

export const liveValue = z.object({ v: registerValue, at: instant });
export type LiveValue = z.infer<typeof liveValue>;

/** Body of 273 when the login is taken. */
export const welcome = z.object({
  status: z.literal(200),
  /** Server time, ms UTC. */
  time: instant,
  role: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  online: z.boolean(),
  /** Since when it is online or offline, ms UTC; 0 when there has never been a logger. */
  since: instant,
  siteStatus,
  equipment: z.array(viewedEquipment),
  values: z.record(registerAddress, liveValue),
  errors: z.array(equipmentError),
  commands: z.array(commandRecord),
  sampling,
  reconnectJitterMs: z.int(),
});
export type Welcome = z.infer<typeof welcome>;

export const loginAnswer = z.discriminatedUnion("status", [
  welcome,
  z.object({ status: z.literal(400) }),
  z.object({ status: z.literal(401) }),
  z.object({ status: z.literal(404) }),
]);

/** Body of a pushed 260: only what changed. */
export const valuesPush = z.object({
  at: instant,
  values: z.record(registerAddress, registerValue),
});
export type ValuesPush = z.infer<typeof valuesPush>;
/** Body of a pushed 262: the whole list. */
export const errorsPush = z.object({ errors: z.array(equipmentError) });
/** Body of a pushed 264: what changed. */
export const statusPush = z.object({
  online: z.boolean(),
  since: instant,
  siteStatus,
  equipment: z.array(
    z.object({
      address: equipmentAddress,
      status: equipmentStatus.nullable(),
      online: z.boolean(),
    }),
  ),
});
export type StatusPush = z.infer<typeof statusPush>;
/** Body of a pushed 339: the equipment again. */
export const equipmentPush = z.object({ equipment: z.array(viewedEquipment) });
/** Body of a pushed 321. */
export const commandPush = commandRecord;

/** Body of 320 and 324. */
export const controlBody = z.object({
  commandId,
  address: registerAddress,
  value: registerValue,
  expires: instant.optional(),
});
export type ControlBody = z.infer<typeof controlBody>;
/** Body of 322. */
export const batchControlBody = z.object({
  items: z
    .array(controlBody)
    .min(1)
    .max(MAX_QUERY_ADDRESSES)
    .refine((items) => new Set(items.map((item) => item.commandId)).size === items.length, {
      message: "command id twice",
    }),
  expires: instant.optional(),
});
export type BatchControlBody = z.infer<typeof batchControlBody>;
/** Body of 336. */
export const queryBody = z.object({ addresses: z.array(registerAddress).max(MAX_QUERY_ADDRESSES) });
/** Body of 288, 304 and 338, and of 261. */
export const emptyBody = z.object({});

/** Body of 321, 325: the answer to a request. */
export const controlResult = z.object({ status: z.literal(200), result: commandRecord });
/** Body of a 511 to a viewer: malformed, not allowed, or too much at once. */
export const viewerRefusal = z.object({
  status: z.union([z.literal(400), z.literal(403), z.literal(429)]),
  message: z.string().optional(),
});

/** Request id: 1 to 64 characters. */
export const requestTag = frameId;
