import type { BatchItem } from "drizzle-orm/batch";
import { chunk } from "#domain/chunk.ts";
import type { Database } from "../connect.ts";
import { alarmNoticeStatements, type NotifyingEvent } from "../notifications/alarm-notices.ts";
import { mirrorAlarm, pruneMirror, type ReportedAlarm } from "./site-alarms.ts";

/** An alarm event of a site: the state of the alarm, and the notification that the change causes. */
export type AlarmEvent = ReportedAlarm & NotifyingEvent;

/** Events of one transaction. Each has about six statements, and an invocation may run a thousand. */
const EVENTS_AT_ONCE = 20;
/** Events that are written at the same time after their transaction failed. */
const SINGLE_AT_ONCE = 6;

/**
 * Writes alarm events: the state of each alarm, and its notifications in the same transaction. It is idempotent. If a
 * transaction of several events fails, each is written alone, so that a rejected event costs no other event.
 * @param now ms UTC
 * @returns the error of each event that was not written
 */
export async function writeAlarmEvents<Event extends AlarmEvent>(
  database: Database,
  events: readonly Event[],
  now: number,
): Promise<Map<Event, unknown>> {
  const failures = new Map<Event, unknown>();
  const write = async (some: readonly Event[]) => {
    const [first, ...others] = some.flatMap((event) => statementsOf(database, event, now));
    if (first !== undefined) await database.batch([first, ...others]);
  };
  const writeAlone = async (event: Event) => {
    try {
      await write([event]);
    } catch (error) {
      failures.set(event, error);
    }
  };
  for (const some of chunk(events, EVENTS_AT_ONCE)) {
    try {
      await write(some);
    } catch {
      for (const few of chunk(some, SINGLE_AT_ONCE)) await Promise.all(few.map(writeAlone));
    }
  }
  return failures;
}

function statementsOf(database: Database, event: AlarmEvent, now: number): BatchItem<"sqlite">[] {
  return [
    mirrorAlarm(database, event),
    ...pruneMirror(database, event),
    ...alarmNoticeStatements(database, event, now),
  ];
}
