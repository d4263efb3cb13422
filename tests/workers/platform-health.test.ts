import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { recordJobRuns } from "#database/platform/job-runs.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { announceNewFeedback } from "#operations/jobs/announce-feedback.ts";
import { runScheduled } from "#workers/cron.ts";
import { callAs, type DataOf, signIn } from "../support/call-api.ts";
import { readMails } from "../support/read-mails.ts";
import { restoreUsers } from "../support/restore-users.ts";
import { database } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";

let [user, operator] = ["", ""];

beforeEach(async () => {
  await restoreUsers();
  for (const table of ["mails", "job_runs", "operator_settings", "feedback", "rate_limit_attempts"])
    await env.DB.exec(`delete from ${table}`);
  await env.DB.exec("update users set type = 9 where account = 'stranger@example.org'");
  [user, operator] = [await signIn("full"), await signIn("stranger")];
});

async function readHealth(): Promise<DataOf<"/platform/v2/health/get">> {
  const { status, body } = await callAs(operator, "/platform/v2/health/get", {});
  expect(status).toBe(200);
  return body.data as DataOf<"/platform/v2/health/get">;
}

async function addMail(id: number, more: Record<string, number>): Promise<void> {
  const row = {
    id,
    cause: `'c${id}'`,
    template: "'removed'",
    language: "'en'",
    recipient: "''",
    '"values"': "'{}'",
    message_id: "''",
    created_at: 1,
    due_at: 1,
    ...more,
  };
  await env.DB.exec(
    `insert into mails (${Object.keys(row).join()}) values (${Object.values(row).join()})`,
  );
}

test("waiting and failed e-mails are counted, and failures have their reasons", async () => {
  const now = Date.now();
  await addMail(1, { due_at: now - HOUR_MS });
  await addMail(2, { due_at: now - MINUTE_MS });
  await addMail(3, { due_at: now + HOUR_MS });
  await addMail(4, { due_at: now - 5, sent_at: 5 });
  for (const [id, failedAt] of [
    [5, now - 1],
    [6, now - 2],
    [7, now - 48 * HOUR_MS],
  ] as const) {
    await addMail(id, { due_at: now + 24 * HOUR_MS, failed_at: failedAt });
    await env.DB.exec(`insert into mail_failures values (${id}, 'refused', '550')`);
  }
  const health = await readHealth();
  expect(health.backlogs.mail).toEqual({ count: 2, since: now - HOUR_MS });
  expect(health.backlogs.export).toEqual({ count: 0, since: null });
  expect(health.failures).toEqual([
    { channel: "mail", reason: "refused", detail: "550", count: 2 },
  ]);
  expect(health.counts).toMatchObject({ users: 6, sites: 4 });
  expect(health.databaseBytes).toBeGreaterThan(0);
  expect(JSON.stringify(health)).not.toContain("@");
});

test("the runs of scheduled jobs are stored with their failures and last success", async () => {
  await runScheduled({ cron: "*/5 * * * *", scheduledTime: Date.now() }, env);
  const { jobs } = await readHealth();
  expect(jobs.map(({ job }) => job)).toContain("sweep");
  expect(jobs.every(({ failures, successTime }) => failures === 0 && successTime !== null)).toBe(
    true,
  );
  const at = Date.now() + HOUR_MS;
  const run = (startedAt: number, failed: boolean) =>
    recordJobRuns(database, "*/5 * * * *", [{ job: "sweep", startedAt, durationMs: 7, failed }]);
  const sweep = async () => (await readHealth()).jobs.find(({ job }) => job === "sweep");
  await run(at, true);
  await run(at + 1, true);
  expect(await sweep()).toMatchObject({ startTime: at + 1, failures: 2, durationMs: 7 });
  expect((await sweep())?.successTime).toBeLessThan(at);
  await run(at + 2, false);
  expect(await sweep()).toMatchObject({ failures: 0, successTime: at + 2 });
  // Successful runs are stored once a day.
  await run(at + 23 * HOUR_MS, false);
  expect(await sweep()).toMatchObject({ startTime: at + 2 });
  await run(at + 25 * HOUR_MS, false);
  expect(await sweep()).toMatchObject({ startTime: at + 25 * HOUR_MS });
});

const submit = () =>
  callAs(user, "/help/v2/feedback/submit", {
    name: "Ana",
    email: "ana@example.org",
    message: "Hello",
  });
const mailsToOperator = () => readMails("stranger@example.org");

test("an operator who chose it gets at most one e-mail an hour about new feedback, without its content", async () => {
  await submit();
  const set = (feedbackMails: boolean) =>
    callAs(operator, "/platform/v2/settings/update", { feedbackMails });
  let now = Date.now();
  const announce = () => announceNewFeedback({ ...testContext(), now: () => now });
  await announce();
  expect((await set(true)).status).toBe(200);
  await announce();
  // What was there before is not announced.
  expect(await mailsToOperator()).toEqual([]);
  await submit();
  await submit();
  await Promise.all([announce(), announce()]);
  expect(await mailsToOperator()).toMatchObject([
    { template: "feedbackNotice", values: { count: 2 } },
  ]);
  expect(JSON.stringify(await mailsToOperator())).not.toContain("Ana");
  await submit();
  now += HOUR_MS - 1;
  await announce();
  expect(await mailsToOperator()).toHaveLength(1);
  now += 1;
  await announce();
  await announce();
  expect(await mailsToOperator()).toMatchObject([
    { values: { count: 2 } },
    { values: { count: 1 } },
  ]);
  expect((await set(false)).status).toBe(200);
  await submit();
  now += HOUR_MS;
  await announce();
  expect(await mailsToOperator()).toHaveLength(2);
  const { body } = await callAs(operator, "/platform/v2/settings/get", {});
  expect(body.data).toEqual({ feedbackMails: false });
});
