import { z } from "zod";
import { PLATFORM_ALARMS } from "#domain/alarms/conditions/platform-conditions.ts";
import { type Cause, findCause, portalCause, type TypeOf } from "#domain/alarms/notices/causes.ts";
import {
  decideNotice,
  isNotifying,
  type NoticeDecision,
} from "#domain/alarms/notices/decide-notice.ts";
import { findInhibition, OUTLASTS_MS } from "#domain/alarms/notices/inhibition.ts";
import { nightCause, type Place } from "#domain/alarms/notices/night.ts";
import type { SiteRules } from "#domain/alarms/site-rules.ts";
import { equipmentTypeOf } from "#domain/devices/equipment-types.ts";
import type { EquipmentRecord } from "../equipment/equipment-record.ts";
import type { Clock } from "../interfaces.ts";
import type { KeyValueStore } from "../key-value-store.ts";
import type { AlarmLog } from "./alarm-log.ts";
import { nameRegister } from "./limit-row.ts";
import { describeAlarm, isLive, type StoredAlarm } from "./stored-alarm.ts";

const ACTION_KEY = "alarmPortalAction";
const portalAction = z.object({ action: z.enum(["switchOff", "update"]), at: z.int() });

type Deps = {
  kv: KeyValueStore;
  clock: Pick<Clock, "now">;
  equipment: EquipmentRecord;
  log: Pick<AlarmLog, "open" | "rowsSince" | "revision">;
  rules: () => SiteRules;
  /** Returns the delay of the notification of an alarm of a rule, s. */
  notifyAfter: (alarm: StoredAlarm) => number;
  /** Where it is night. */
  place: () => Place;
};

/** The notification that is due for an alarm, or the key of the alarm that suppresses it. */
export type Decision = NoticeDecision & { inhibitedBy: string | null };

/** Decides which alarms notify users, and when. Nothing is stored but what was notified, in the row of the alarm. */
export class AlarmNotices {
  readonly #deps: Deps;
  /** Causes that ended lately. */
  #ended: Cause[] = [];
  #open: { revision: number; causes: readonly Cause[] } = { revision: -1, causes: [] };

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Records that the portal switches equipment off or updates it, which explains alarms for a while. */
  notePortalAction(action: "switchOff" | "update"): void {
    this.#deps.kv.write(ACTION_KEY, { action, at: this.#deps.clock.now() });
  }

  /** Notes an alarm that ended: for a while it still suppresses those that it caused. */
  noteEnd(alarm: StoredAlarm): void {
    const now = this.#deps.clock.now();
    this.#ended = this.#ended.filter(({ endTime }) => (endTime ?? now) > now - OUTLASTS_MS);
    const cause = this.#causeOf(alarm);
    if (cause !== null) this.#ended.push(cause);
  }

  decide(alarm: StoredAlarm): Decision {
    const rules = this.#deps.rules();
    const now = this.#deps.clock.now();
    const inhibition = findInhibition(
      this.#classify(alarm),
      this.#causes(alarm, now),
      now,
      this.#typeOf,
    );
    const { notified, isFlappingNotified } = alarm.marks;
    const decision = decideNotice({
      // An instant ahead of the server counts as its time of receipt.
      alarm: { ...describeAlarm(alarm), isRetroactive: !isLive(alarm) },
      autoLevel: rules.autoLevel,
      notifyAfter: this.#notifyAfter(alarm),
      notifiedLevel: notified,
      flapping: { isFlapping: alarm.flapping !== null, isNotified: isFlappingNotified },
      inhibition,
      now,
    });
    const isSuppressed = inhibition !== null && notified === null && decision.step === null;
    return { ...decision, inhibitedBy: isSuppressed ? inhibition.by : null };
  }

  /** Returns what can suppress an alarm. Only causes that are notified themselves do. */
  #causes(alarm: StoredAlarm, now: number): Cause[] {
    const { kv, log, place } = this.#deps;
    const causes = [...this.#ended, ...this.#openCauses()];
    // After an eviction the cause may have ended meanwhile.
    const { inhibitedBy } = alarm;
    if (inhibitedBy !== null && !causes.some(({ key }) => key === inhibitedBy)) {
      for (const row of log.rowsSince(inhibitedBy, now - OUTLASTS_MS)) {
        const cause = this.#causeOf(row);
        if (cause !== null) causes.push(cause);
      }
    }
    const stored = kv.read(ACTION_KEY, portalAction);
    if (stored !== undefined) causes.push(portalCause(stored.action, stored.at));
    const isLow = alarm.cause.kind === "limit" && alarm.cause.side === "low";
    const night = isLow ? nightCause(now, place()) : null;
    if (night !== null) causes.push(night);
    return causes;
  }

  /** Returns the causes among the open alarms, which are sought once for each change of the log. */
  #openCauses(): readonly Cause[] {
    const { log, rules } = this.#deps;
    if (this.#open.revision === log.revision) return this.#open.causes;
    const { autoLevel } = rules();
    const causes: Cause[] = [];
    for (const alarm of log.open.values()) {
      // The row of a flapping key lasts longer than its causes, the single episodes.
      if (alarm.flapping !== null) continue;
      const cause = isNotifying(alarm, autoLevel) ? this.#causeOf(alarm) : null;
      if (cause !== null) causes.push(cause);
    }
    this.#open = { revision: log.revision, causes };
    return causes;
  }

  /** Returns the delay of the notification of an alarm, s. */
  #notifyAfter(alarm: StoredAlarm): number {
    const { cause } = alarm;
    return cause.kind === "platform"
      ? PLATFORM_ALARMS[cause.condition].notifyAfter
      : this.#deps.notifyAfter(alarm);
  }

  #causeOf(alarm: StoredAlarm): Cause | null {
    return findCause(this.#classify(alarm), this.#typeOf);
  }

  #classify(alarm: StoredAlarm) {
    const { key, address, cause, value, startTime, endTime } = describeAlarm(alarm);
    const registerName = address === null ? null : nameRegister(this.#deps.equipment, address);
    return { key, address, cause, value, startTime, endTime, registerName };
  }

  readonly #typeOf: TypeOf = (address) =>
    equipmentTypeOf(this.#deps.equipment.find(address)?.typeCode ?? address.slice(0, 4));
}
