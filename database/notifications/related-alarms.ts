import type { AlarmCause } from "#domain/alarms/alarm-row.ts";
import type { EventLevel } from "#domain/alarms/event.ts";
import { MAX_SUPPRESSED_ALARMS } from "#domain/notifications/notice.ts";
import type { Database } from "../connect.ts";

/** An alarm that a message names besides its own. Instants are ms UTC. */
export type RelatedAlarm = {
  /** Id of the notification. */
  id: number;
  /** Number of all suppressed alarms; 0 for one of a backlog. */
  number: number;
  deviceName: string;
  eventNo: number | null;
  level: EventLevel;
  cause: AlarmCause;
  startTime: number;
  endTime: number | null;
};

const COLUMNS = `alarm.device_name as deviceName, alarm.event_no as eventNo, alarm.level, alarm.cause,
  alarm.start_time as startTime, alarm.end_time as endTime`;

const SUPPRESSED = `
  select * from (
    select waiting.id, count(*) over (partition by waiting.id) as number, ${COLUMNS}, row_number() over (
        partition by waiting.id
        order by case alarm.level when 'fault' then 0 when 'warning' then 1 else 2 end, alarm.start_time, alarm.log_id
      ) as place
    from json_each(?1) one
    cross join notifications waiting on waiting.id = one.value
    cross join notices own on own.id = waiting.notice_id and own.kind not in ('end', 'summary')
    cross join site_alarms explaining on explaining.site_id = own.site_id and explaining.log_id = own.log_id
    cross join site_alarms alarm on alarm.site_id = own.site_id and alarm.end_time is null
      and alarm.inhibited_by = explaining.key and not alarm.is_hidden
  )
  where place <= ${MAX_SUPPRESSED_ALARMS}
  order by id, place`;

const OF_BACKLOG = `
  select waiting.id, 0 as number, ${COLUMNS}
  from json_each(?1) one
  cross join notifications waiting on waiting.id = one.value
  cross join notices own on own.id = waiting.notice_id and own.kind = 'summary'
  cross join json_each(own.summary, '$.logIds') listed
  cross join site_alarms alarm on alarm.site_id = own.site_id and alarm.log_id = listed.value and not alarm.is_hidden
  order by waiting.id, listed.key`;

/**
 * Reads the alarms that the messages of some notifications name: those that an alarm suppresses at this moment, and those
 * of a backlog.
 */
export async function readRelatedAlarms(
  { $client }: Database,
  ids: readonly number[],
): Promise<RelatedAlarm[]> {
  if (ids.length === 0) return [];
  const list = JSON.stringify(ids);
  const results = await $client.batch<Omit<RelatedAlarm, "cause"> & { cause: string }>(
    [SUPPRESSED, OF_BACKLOG].map((query) => $client.prepare(query).bind(list)),
  );
  return results.flatMap(({ results: rows }) =>
    rows.map((row) => ({ ...row, cause: JSON.parse(row.cause) as AlarmCause })),
  );
}
