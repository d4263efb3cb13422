import { z } from "zod";
import { memberRole } from "#domain/access/role-schemas.ts";
import { eventLevel } from "#domain/alarms/event.ts";
import { commandId, commandRecord } from "#domain/commands/command-record.ts";
import { equipmentStatus } from "#domain/devices/equipment-status.ts";
import { sampling } from "#domain/loggers/sampling.ts";
import { PROBLEM_STATUS, SUCCESS_STATUS } from "#domain/problem.ts";
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

/** Frame on the viewer's socket, except heartbeats; `data` is the sealed body. */
export const viewerFrame = z.object({
  uuid: z.string().max(64),
  cmd: z.int(),
  /** Ephemeral public key of the browser; only in a login. */
  key: z.string().max(64).nullish(),
  data: z.string(),
  language: orAbsent(z.string().max(MAX_LANGUAGE_TAG_LENGTH)),
  /** Id of the request; empty in pushes of the server. */
  tag: idText,
});
export type ViewerFrame = z.infer<typeof viewerFrame>;

/** Body of a login (272). */
export const loginRequest = z.object({ ticket: z.string().max(128) });

/** Piece of equipment with its current state, as viewers receive it. */
export const viewedEquipment = equipment.extend({
  /** Null until the logger has sent a status. */
  status: equipmentStatus.nullable(),
  online: z.boolean(),
});
export type ViewedEquipment = z.infer<typeof viewedEquipment>;

export const equipmentError = z.object({
  equipmentName: z.string(),
  message: z.string(),
  /** Code of the catalogue of faults, which has a text in each language; absent for other codes. */
  faultCode: z.string().optional(),
  equipmentType: z.string(),
  eventTrigger: eventLevel,
  eventNo: z.int(),
  address: equipmentAddress,
  at: instant,
});
export type EquipmentError = z.infer<typeof equipmentError>;

export const liveValue = z.object({ v: registerValue, at: instant });
export type LiveValue = z.infer<typeof liveValue>;

/** Body of the answer (273) to a successful login. */
export const welcome = z.object({
  status: z.literal(SUCCESS_STATUS),
  /** Server time, ms UTC. */
  time: instant,
  role: memberRole,
  online: z.boolean(),
  /** Instant since which the site is online or offline, ms UTC; 0 if no logger was ever connected. */
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

/** Body of the answer (273) to a login. */
export const loginAnswer = z.discriminatedUnion("status", [
  welcome,
  z.object({ status: z.literal(PROBLEM_STATUS.malformed) }),
  z.object({ status: z.literal(PROBLEM_STATUS.notSignedIn) }),
  z.object({ status: z.literal(PROBLEM_STATUS.notFound) }),
]);

/** Body of a push of values (260): those that changed. */
export const valuesPush = z.object({
  at: instant,
  values: z.record(registerAddress, registerValue),
});
export type ValuesPush = z.infer<typeof valuesPush>;
/** Body of a push of errors (262): all active errors. */
export const errorsPush = z.object({ errors: z.array(equipmentError) });
/** Body of a push of statuses (264): that of the site, and those of the equipment that changed. */
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
  /** An alarm changed; only to viewers who may view the log. */
  alarmsChanged: z.literal(true).optional(),
});
export type StatusPush = z.infer<typeof statusPush>;
/** Body of a push of equipment (339): all of it. */
export const equipmentPush = z.object({ equipment: z.array(viewedEquipment) });
/** Body of a push of a command (321). */
export const commandPush = commandRecord;

/** Body of a command (320 and 324). */
export const controlBody = z.object({
  commandId,
  address: registerAddress,
  value: registerValue,
  expires: instant.optional(),
});
export type ControlBody = z.infer<typeof controlBody>;
/** Body of a batch of commands (322). */
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
/** Body of a query of registers (336). */
export const queryBody = z.object({ addresses: z.array(registerAddress).max(MAX_QUERY_ADDRESSES) });
/** Body of the requests 288, 304 and 338, and of an acknowledgement (261). */
export const emptyBody = z.object({});

/** Body of the answer to a command (321 and 325). */
export const controlResult = z.object({ status: z.literal(SUCCESS_STATUS), result: commandRecord });
/** Body of a refusal (511): the request is malformed, not allowed, or exceeds a limit. */
export const viewerRefusal = z.object({
  status: z.union([
    z.literal(PROBLEM_STATUS.malformed),
    z.literal(PROBLEM_STATUS.forbidden),
    z.literal(PROBLEM_STATUS.tooFast),
  ]),
  message: z.string().optional(),
});

/** Id of a request: 1 to 64 characters. */
export const requestTag = frameId;
