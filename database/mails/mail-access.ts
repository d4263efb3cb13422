import { type SQL, sql } from "drizzle-orm";
import { ALARM_TEMPLATES } from "#domain/mails/attempts.ts";
import { wants } from "../notifications/alarm-notices.ts";
import { isAnnounced } from "../notifications/announced.ts";

const isStartSent = isAnnounced("mail", {
  siteId: "member.site_id",
  logId: "(entry.value ->> 'logId')",
  userId: "member.user_id",
});

/**
 * SQL of the sites of an alarm e-mail to which its user still has access and wants e-mails about, with whether the user
 * receives their alarms and which ends in it follow no start, as JSON of `AccessibleSite`. Null for other e-mails. It belongs to the statement that claims
 * e-mails, so that the check costs no statement of its own.
 */
export function accessOfMail(now: number): SQL<string | null> {
  const templates = sql.raw(`('${ALARM_TEMPLATES.join("', '")}')`);
  return sql<string | null>`
    case when mails.template in ${templates} then (
      select json_group_array(json_object(
        'siteId', member.site_id, 'receives', json(case when member.receives_alarms then 'true' else 'false' end),
        'unannounced', json((
          select json_group_array(entry.value ->> 'logId')
          from json_each(mails."values", '$.alarms') entry
          where entry.value ->> 'siteId' = member.site_id and entry.value ->> 'state' = 'ended'
            and entry.value ->> 'logId' is not null and not ${sql.raw(isStartSent)}))))
      from json_each(mails."values", '$.access.sites') named
      join memberships member
        on member.user_id = mails."values" ->> '$.access.userId' and member.site_id = named.value ->> 'siteId'
      join users user on user.id = member.user_id
      join sites site on site.id = member.site_id and site.deleted_at is null
      left join notification_preferences own on own.user_id = user.id
      left join site_notification_preferences at_site
        on at_site.user_id = user.id and at_site.site_id = member.site_id
      where (member.ends_at is null or member.ends_at > ${now}) and user.alarm_mails and ${wants("mail")}
    ) end`;
}
