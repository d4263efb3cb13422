import { z } from "zod";
import { equipmentEvent } from "#domain/alarms/event.ts";
import {
  DEVICE_STATUS,
  type DeviceResult,
  deviceResult,
  resultOfStatus,
} from "#domain/commands/command-record.ts";
import { equipmentStatus } from "#domain/devices/equipment-status.ts";
import { signedManifest } from "#domain/firmware/release.ts";
import { reportedState } from "#domain/firmware/update.ts";
import { sampling } from "#domain/loggers/sampling.ts";
import { serialNumber } from "#domain/loggers/serial-number.ts";
import { SUCCESS_STATUS } from "#domain/problem.ts";
import { equipmentAddress, registerAddress } from "#domain/registers/address.ts";
import { equipmentTree, MAX_EQUIPMENT, MAX_REGISTERS } from "#domain/registers/equipment.ts";
import { optionalText, optionalTexts, orAbsent, text } from "#domain/registers/logger-fields.ts";
import { registerValue } from "#domain/registers/register.ts";
import { columns } from "./columns.ts";
import { COMMAND } from "./command-numbers.ts";
import { MAX_INSTANTS, MAX_QUERY_ADDRESSES } from "./limits.ts";

/** Maximum number of features that a logger may name. */
const MAX_FEATURES = 20;
/** States of the lock of a logger's authorisation token (specification, section 4). */
export const TOKEN_LOCKS = ["unlocked", "locked", "unlocked forever"] as const;

/** Minimum and maximum length of a frame's id, in code points. */
export const frameIdLength = { min: 1, max: 64 };
/** Text of at most 64 code points, each of which takes one or two UTF-16 units. */
export const idText = z
  .string()
  .max(2 * frameIdLength.max)
  .refine((id) => id.length <= frameIdLength.max || [...id].length <= frameIdLength.max, {
    error: `must have at most ${frameIdLength.max} characters`,
  });
/** Id of a frame; its answer has the same id. */
export const frameId = idText.min(frameIdLength.min);
const instant = z.int();

/** Values by register address, at most `MAX_REGISTERS`. */
export const valuesByAddress = z
  .record(registerAddress, registerValue)
  .refine((values) => Object.keys(values).length <= MAX_REGISTERS, {
    message: "too many registers",
  });

export const connectMessage = z.object({
  cmd: z.literal(COMMAND.connect),
  id: frameId,
  protocol: z.number(),
  serial: serialNumber,
  systemType: text.refine((type) => type !== "", { error: "must not be empty" }),
  systemCode: orAbsent(z.int()),
  clock: orAbsent(z.number().transform(Math.floor).pipe(instant)),
  versions: optionalTexts,
  equipment: equipmentTree,
  events: z.array(equipmentEvent).max(MAX_REGISTERS),
  backlog: orAbsent(z.object({ from: instant, to: instant })),
  /** Optional features of the logger, such as `atomic`; unknown ones are ignored. */
  features: orAbsent(z.array(text).max(MAX_FEATURES)),
  /** Whether the logger admits changes; absent is true. */
  remoteControl: orAbsent(z.boolean()),
  /** Lock of its authorisation token. */
  lock: orAbsent(z.enum(TOKEN_LOCKS)),
});
export type ConnectMessage = z.infer<typeof connectMessage>;

const times = z
  .array(instant)
  .max(MAX_INSTANTS)
  .refine((list) => list.every((at, index) => index === 0 || at > (list[index - 1] ?? at)), {
    message: "times must be strictly ascending",
  });

/** Instants of a batch, ms UTC: listed, or evenly spaced by `step` ms. */
export type Instants = { times: number[] } | { start: number; step: number; count: number };

/** Batch of samples: columns of values over instants, which are even (`start`, `step`, `count`) or listed (`times`). */
export const realDataUpdateMessage = z
  .object({
    cmd: z.literal(COMMAND.realDataUpdate),
    id: frameId,
    backlog: orAbsent(z.union([z.boolean(), z.literal("end")])),
    times: times.nullish(),
    start: instant.nullish(),
    step: z.int().min(0).nullish(),
    count: z.int().min(0).max(MAX_INSTANTS).nullish(),
    values: columns,
  })
  .transform(({ times: listed, start, step, count, ...batch }, context) => {
    const fault = (message: string) => {
      context.issues.push({ code: "custom", message, input: batch });
      return z.NEVER;
    };
    const length = listed?.length ?? count ?? 0;
    if (Object.values(batch.values).some((column) => column.length !== length))
      return fault("a column has another length than the instants");
    if (listed != null) return { ...batch, times: listed } as typeof batch & Instants;
    if (start == null || count == null) return fault("needs times, or start, step and count");
    if (count > 1 && !step) return fault("needs a step");
    return { ...batch, start, step: step ?? 0, count } as typeof batch & Instants;
  });
export type RealDataUpdateMessage = z.infer<typeof realDataUpdateMessage>;

/** Lists the instants of a batch, ms UTC, strictly ascending. */
export function instantsOf(batch: Instants): number[] {
  return "times" in batch
    ? batch.times
    : Array.from({ length: batch.count }, (_, index) => addSteps(batch.start, batch.step, index));
}

/** Adds steps in two halves, because the whole offset from an early start may exceed the exact range of a number. */
function addSteps(start: number, step: number, count: number): number {
  const half = Math.floor(count / 2);
  return start + half * step + (count - half) * step;
}

export const eventUpdateMessage = z.object({
  cmd: z.literal(COMMAND.eventUpdate),
  id: frameId,
  events: z.array(equipmentEvent).max(MAX_REGISTERS),
});

export const equipmentStatusReport = z.object({
  address: equipmentAddress,
  status: equipmentStatus,
  at: instant,
});
export type EquipmentStatusReport = z.infer<typeof equipmentStatusReport>;

export const statusUpdateMessage = z.object({
  cmd: z.literal(COMMAND.statusUpdate),
  id: frameId,
  statuses: z.array(equipmentStatusReport).max(MAX_REGISTERS),
});

export const configAnswer = z.object({
  cmd: z.literal(COMMAND.configAnswer),
  id: frameId,
  status: z.int(),
});

const controlOutcome = {
  id: frameId,
  status: z.union([
    z.literal(DEVICE_STATUS.success),
    z.literal(DEVICE_STATUS.parameterError),
    z.literal(DEVICE_STATUS.timeout),
    z.literal(DEVICE_STATUS.failed),
  ]),
  /** Result of the device; by default it follows from the status. */
  result: orAbsent(deviceResult),
  /** Read-back of the register; if it is absent, the portal requests the register once. */
  value: orAbsent(registerValue),
};
const completeOutcome = <Outcome extends { status: number; result?: DeviceResult | undefined }>(
  outcome: Outcome,
) => ({ ...outcome, result: outcome.result ?? resultOfStatus(outcome.status) });

/** Answer to a command (321 and 325); `id` is the id of the command. */
export const controlAnswer = z
  .object({
    cmd: z.union([z.literal(COMMAND.controlAnswer), z.literal(COMMAND.controlOnceAnswer)]),
    ...controlOutcome,
  })
  .transform(completeOutcome);

export const batchControlAnswer = z.object({
  cmd: z.literal(COMMAND.batchControlAnswer),
  id: frameId,
  items: z.array(z.object(controlOutcome).transform(completeOutcome)).max(MAX_QUERY_ADDRESSES),
});

/** Answer to a confirmation (327). */
export const confirmAnswer = z.object({
  cmd: z.literal(COMMAND.confirmAnswer),
  id: frameId,
  status: z.int(),
});

/** Answer to a query of registers (337 and 289). */
export const queryAnswer = z.object({
  cmd: z.union([z.literal(COMMAND.queryAnswer), z.literal(COMMAND.realDataAnswer)]),
  id: frameId,
  status: z.int(),
  at: orAbsent(instant),
  values: valuesByAddress.nullish(),
});

export const treeAnswer = z.object({
  cmd: z.literal(COMMAND.treeQueryAnswer),
  id: orAbsent(frameId),
  equipment: equipmentTree,
});

/**
 * Answer to the transfer of firmware (353), which has a `status`, and the progress of its update, which has a `state`;
 * `id` is that of the transfer.
 */
export const firmwareProgress = z
  .object({
    cmd: z.literal(COMMAND.firmwareProgress),
    id: frameId,
    status: orAbsent(z.int()),
    state: orAbsent(reportedState),
    /** % */
    progress: orAbsent(z.number().min(0).max(100)),
    message: orAbsent(text),
    version: orAbsent(text),
  })
  .refine(({ status, state }) => status !== undefined || state !== undefined, {
    error: "needs a status or a state",
  });

/** Answer to the request to install firmware (355). */
export const firmwareUpdateAnswer = z.object({
  cmd: z.literal(COMMAND.firmwareUpdateAnswer),
  id: frameId,
  status: z.int(),
});

/** Results of a synchronisation of parameters. */
export const SYNCHRONIZE_RESULTS = ["success", "failure"] as const;

/** Answer to a synchronisation of parameters (369); status 409 while the inverters run. */
export const synchronizeAnswer = z
  .object({
    cmd: z.literal(COMMAND.synchronizeAnswer),
    id: frameId,
    status: z.int(),
    /** By default it follows from the status. */
    result: orAbsent(z.enum(SYNCHRONIZE_RESULTS)),
    message: orAbsent(text),
  })
  .transform(({ result, ...answer }) => ({
    ...answer,
    result: result ?? (answer.status === SUCCESS_STATUS ? "success" : "failure"),
  }));

export const refusalMessage = z.object({
  cmd: z.literal(COMMAND.refusal),
  id: frameId.nullish(),
  status: z.int(),
  message: orAbsent(optionalText),
});

/** Heartbeat in another spelling than `HEARTBEAT_TEXT`, which the platform answers itself. */
export const heartbeatMessage = z.object({
  cmd: z.literal(COMMAND.heartbeat),
  id: orAbsent(frameId),
});

/** All messages of a logger, by command number. */
export const LOGGER_MESSAGES = {
  [COMMAND.heartbeat]: heartbeatMessage,
  [COMMAND.connect]: connectMessage,
  [COMMAND.realDataUpdate]: realDataUpdateMessage,
  [COMMAND.eventUpdate]: eventUpdateMessage,
  [COMMAND.statusUpdate]: statusUpdateMessage,
  [COMMAND.realDataAnswer]: queryAnswer,
  [COMMAND.configAnswer]: configAnswer,
  [COMMAND.controlAnswer]: controlAnswer,
  [COMMAND.batchControlAnswer]: batchControlAnswer,
  [COMMAND.controlOnceAnswer]: controlAnswer,
  [COMMAND.confirmAnswer]: confirmAnswer,
  [COMMAND.queryAnswer]: queryAnswer,
  [COMMAND.treeQueryAnswer]: treeAnswer,
  [COMMAND.firmwareProgress]: firmwareProgress,
  [COMMAND.firmwareUpdateAnswer]: firmwareUpdateAnswer,
  [COMMAND.synchronizeAnswer]: synchronizeAnswer,
  [COMMAND.refusal]: refusalMessage,
} as const;

/** Message of a logger. */
export type LoggerMessage = z.infer<(typeof LOGGER_MESSAGES)[keyof typeof LOGGER_MESSAGES]>;

// Messages of the portal.

export const connectAnswer = z.object({
  cmd: z.literal(COMMAND.connectAnswer),
  id: frameId,
  status: z.literal(SUCCESS_STATUS),
  /** Server time, ms UTC. */
  time: instant,
  sampling,
  storedThrough: instant.nullable(),
  /** Number of entries that were not stored because a budget is exhausted; here and below absent for none. */
  limited: z.int().optional(),
});
export const realDataUpdateAnswer = z.object({
  cmd: z.literal(COMMAND.realDataUpdateAnswer),
  id: frameId,
  status: z.int(),
  storedThrough: instant.optional(),
  refused: z.int().optional(),
  /** With status 429: time after which the logger may send the batch again, s. */
  retryAfter: z.int().optional(),
});
export const eventUpdateAnswer = z.object({
  cmd: z.literal(COMMAND.eventUpdateAnswer),
  id: frameId,
  status: z.int(),
  limited: z.int().optional(),
});
export const statusUpdateAnswer = z.object({
  cmd: z.literal(COMMAND.statusUpdateAnswer),
  id: frameId,
  status: z.int(),
  limited: z.int().optional(),
});
export const heartbeatAnswer = z.object({
  cmd: z.literal(COMMAND.heartbeatAnswer),
  id: frameId.optional(),
});
export const configRequest = z.object({ cmd: z.literal(COMMAND.config), id: frameId, sampling });
export const controlRequest = z.object({
  cmd: z.union([z.literal(COMMAND.control), z.literal(COMMAND.controlOnce)]),
  id: frameId,
  address: registerAddress,
  value: registerValue,
  expires: instant,
  /** Time after which the logger reverts to the old value unless it gets a confirmation, s. */
  revertAfter: z.int().positive().optional(),
});
export const batchControlRequest = z.object({
  cmd: z.literal(COMMAND.batchControl),
  id: frameId,
  expires: instant,
  items: z
    .array(z.object({ id: frameId, address: registerAddress, value: registerValue }))
    .max(MAX_QUERY_ADDRESSES),
  /** Whether the logger executes all items or none. */
  atomic: z.literal(true).optional(),
  revertAfter: z.int().positive().optional(),
});
/** Confirms a command with `revertAfter` (326); `of` is the id of its frame. */
export const confirmRequest = z.object({
  cmd: z.literal(COMMAND.confirm),
  id: frameId,
  of: frameId,
});
export const queryRequest = z.object({
  cmd: z.literal(COMMAND.query),
  id: frameId,
  addresses: z.array(registerAddress).max(MAX_QUERY_ADDRESSES),
});
export const realDataRequest = z.object({ cmd: z.literal(COMMAND.realData), id: frameId });
/** Requests the transfer of firmware; the logger fetches `url` of the portal with its own credentials. */
export const firmwareTransfer = z.object({
  cmd: z.literal(COMMAND.firmwareTransfer),
  id: frameId,
  address: equipmentAddress,
  ...signedManifest.shape,
  url: z.string(),
  expires: instant,
});
/** Requests that transferred firmware is installed; `of` is the id of its transfer. */
export const firmwareUpdate = z.object({
  cmd: z.literal(COMMAND.firmwareUpdate),
  id: frameId,
  address: equipmentAddress,
  of: frameId,
  expires: instant,
});
/** Requests that the settings of one inverter are copied to others (368). */
export const synchronizeRequest = z.object({
  cmd: z.literal(COMMAND.synchronize),
  id: frameId,
  from: equipmentAddress,
  to: z.array(equipmentAddress).min(1).max(MAX_EQUIPMENT),
  expires: instant,
});
export const treeRequest = z.object({ cmd: z.literal(COMMAND.treeQuery), id: frameId });

/** All messages of the portal to a logger, by command number. */
export const PORTAL_MESSAGES = {
  [COMMAND.heartbeatAnswer]: heartbeatAnswer,
  [COMMAND.connectAnswer]: connectAnswer,
  [COMMAND.realDataUpdateAnswer]: realDataUpdateAnswer,
  [COMMAND.eventUpdateAnswer]: eventUpdateAnswer,
  [COMMAND.statusUpdateAnswer]: statusUpdateAnswer,
  [COMMAND.config]: configRequest,
  [COMMAND.control]: controlRequest,
  [COMMAND.controlOnce]: controlRequest,
  [COMMAND.batchControl]: batchControlRequest,
  [COMMAND.confirm]: confirmRequest,
  [COMMAND.query]: queryRequest,
  [COMMAND.realData]: realDataRequest,
  [COMMAND.treeQuery]: treeRequest,
  [COMMAND.firmwareTransfer]: firmwareTransfer,
  [COMMAND.firmwareUpdate]: firmwareUpdate,
  [COMMAND.synchronize]: synchronizeRequest,
  [COMMAND.refusal]: refusalMessage,
} as const;

/** Message of the portal to a logger. */
export type PortalMessage = z.infer<(typeof PORTAL_MESSAGES)[keyof typeof PORTAL_MESSAGES]>;
