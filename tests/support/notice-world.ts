import { env } from "cloudflare:workers";
import { writeAlarmEvents } from "#database/alarms/write-alarm-events.ts";
import { connect } from "#database/connect.ts";
import type { AlarmMail } from "#domain/mails/alarm-mails.ts";
import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { planNotifications } from "#operations/notifications/plan-notifications.ts";
import type { NoticeStep, SiteAlarmEvent } from "#protocol/alarms.ts";
import { alarmEvent } from "./alarm-event.ts";
import { restoreUsers } from "./restore-users.ts";
import type { TestContext } from "./test-context.ts";

export type FormedAlarmMail = {
  at: number;
  template: string;
  recipient: string;
  messageId: string;
  values: AlarmMail;
};

/** Alarms of sites that reach D1 as the queue brings them, and the planner with a clock turned by hand. */
export class NoticeWorld {
  readonly #context: TestContext;
  #sequence = 0;

  constructor(context: TestContext) {
    this.#context = context;
  }

  get now(): number {
    return this.#context.now();
  }

  event(
    siteId: number,
    logId: number,
    step: NoticeStep | null,
    alarm: Partial<SiteAlarmEvent["alarm"]> = {},
    more: Partial<SiteAlarmEvent> & { emailInterval?: number } = {},
  ): SiteAlarmEvent {
    this.#sequence += 1;
    const { emailInterval = 30, ...rest } = more;
    const begun = { startTime: this.now - 20 * SECOND_MS, dateTime: this.now - 10 * SECOND_MS };
    return {
      ...alarmEvent(siteId, logId, this.#sequence, { ...begun, ...alarm }),
      notice: step === null ? null : { key: keyOf(logId, step), step, emailInterval },
      ...rest,
    };
  }

  /** Brings events to D1; each change of an alarm is one. */
  async write(...events: SiteAlarmEvent[]): Promise<void> {
    const failures = await writeAlarmEvents(connect(env.DB), events, this.now);
    for (const error of failures.values()) throw error;
  }

  plan(): Promise<void> {
    return planNotifications(this.#context);
  }

  /** Turns the clock in steps, and plans after each. */
  async pass(ms: number, step = 30 * SECOND_MS): Promise<void> {
    for (let passed = 0; passed < ms; passed += step) {
      this.#context.turn(Math.min(step, ms - passed));
      await this.plan();
    }
  }

  /** Turns the clock to the end of the group of a notification, and plans. */
  async passGroup(): Promise<void> {
    await this.pass(MINUTE_MS, MINUTE_MS);
  }

  async mails(to?: string): Promise<FormedAlarmMail[]> {
    const { results } = await env.DB.prepare(
      "select created_at as at, template, recipient, message_id as messageId, \"values\" from mails where template like 'alarm%' order by id",
    ).all<Omit<FormedAlarmMail, "values"> & { values: string }>();
    return results
      .map((row) => ({ ...row, values: JSON.parse(row.values) as AlarmMail }))
      .filter(({ recipient }) => to === undefined || recipient === `${to}@example.org`);
  }
}

/** Lets members of the sites receive their alarms. */
export async function receiveAlarms(...names: string[]): Promise<void> {
  for (const name of names)
    await env.DB.prepare(
      "update memberships set receives_alarms = 1 where user_id = (select id from users where account = ?)",
    )
      .bind(`${name}@example.org`)
      .run();
}

/** Users and sites as they were made, without notices and recipients. */
export async function restoreNotices(): Promise<void> {
  await restoreUsers();
  for (const table of ["notices", "site_alarms", "notification_preferences", "escalations"])
    await env.DB.exec(`delete from ${table}`);
  await env.DB.exec("update users set alarm_mails = 1, activated_at = created_at");
  await env.DB.exec("update memberships set receives_alarms = 0, ends_at = null");
  await env.DB.exec("update sites set online = 1, since = 0");
}

/** Key of a notice as the site's object makes it. */
function keyOf(logId: number, step: NoticeStep): string {
  return step === "summary" ? `summary:${logId}` : `${logId}:1:${step}`;
}
