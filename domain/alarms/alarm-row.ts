import type { EventLevel } from "./event.ts";
import type { AlarmType } from "./site-rules.ts";

/** Source of an alarm, in the words of the alarm log. */
export const ALARM_SOURCES = [
  "user rule",
  "system detection",
  "platform rule",
  "system event rule",
] as const;
export type AlarmSource = (typeof ALARM_SOURCES)[number];

/** Conditions that only the portal detects. */
export type PlatformCondition = "noData" | "loggerOffline" | "clockWrong" | "equipmentMissing";

/** Reasons of the end of an alarm. An alarm never ends because data is missing. */
export const END_REASONS = [
  "recovered",
  "cleared",
  "rule changed",
  "rule disabled",
  "equipment removed",
  "logger online",
] as const;
export type EndReason = (typeof END_REASONS)[number];

/** Subject of an alarm, from which its description is written in the language of the reader. */
export type AlarmCause =
  | { kind: "limit"; alarmType: AlarmType; name: string | null; side: "low" | "high" }
  | { kind: "value"; name: string | null }
  | { kind: "event"; code: string | null; message: string | null }
  | { kind: "platform"; condition: PlatformCondition };

/** One row of a site's alarm log: one episode of one key, or of a flapping key. Instants are ms UTC. */
export type AlarmRow = {
  logId: number;
  /** Identifies rule, register and side, or equipment and event number, or the condition. */
  key: string;
  /** Number of the episode of its key, from 1. */
  episode: number;
  /** Address of the register, or of the equipment; null for the site. */
  address: string | null;
  deviceName: string;
  source: AlarmSource;
  ruleId: number | null;
  eventNo: number | null;
  level: EventLevel;
  cause: AlarmCause;
  /** Begin of the condition. */
  startTime: number;
  /** Timestamp of the sample at which the alarm became active. */
  dateTime: number;
  /** Begin of the run that cleared it; null while it is open. */
  endTime: number | null;
  /** The value that breached, and the limit it breached, in `unit`. */
  value: number | string | null;
  limit: number | null;
  unit: string | null;
  reason: EndReason | null;
  /** Whether it was found in data that arrived late. */
  isRetroactive: boolean;
  /** Key of the alarm that suppresses its notification. */
  inhibitedBy: string | null;
  /** Number of episodes that a row of a flapping key counts; 0 otherwise. */
  flaps: number;
  acknowledged: { by: string; at: number } | null;
  /** ms UTC until which notifications are suppressed. */
  snoozedUntil: number | null;
};
