import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#database/connect.ts";
import { queueMail } from "#database/mails/mails.ts";
import { MAIL_KEPT_MS, MAX_ATTEMPTS, MAX_HOURLY_MAILS } from "#domain/mails/attempts.ts";
import type { MailTemplate, MailValues } from "#domain/mails/templates.ts";
import { UNNAMED_OPERATOR } from "#domain/operator.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { sendMails } from "#operations/jobs/send-mails.ts";
import { MailRefused, type MailSender, type OutgoingMail } from "#operations/mails/mail-sender.ts";
import { deriveKeyRing } from "#protocol/keys/key-ring.ts";
import { createWritingSender } from "#workers/mail/create-mail-sender.ts";
import { runMails } from "../probes/mail/run.ts";

const database = connect(env.DB);
const BEGIN = Date.UTC(2026, 10, 21, 12);
let now = BEGIN;
let sent: OutgoingMail[] = [];
let logged: string[] = [];
let refusal: Error | null = null;

const context = {
  database,
  keys: deriveKeyRing(new Uint8Array(32)),
  now: () => now,
  randomBytes: (length: number) => new Uint8Array(length),
  log: {
    info() {},
    error: (event: string, error: unknown) => logged.push(`${event}: ${error}`),
  },
};

const mailSender = createWritingSender(
  { name: "", address: "portal@example.com" },
  { origin: "https://portal.example", operator: UNNAMED_OPERATOR },
  {
    async send(mail) {
      if (refusal) throw refusal;
      sent.push(mail);
    },
  },
);

beforeEach(async () => {
  [now, sent, logged, refusal] = [BEGIN, [], [], null];
  await database.$client.exec("delete from mails");
});

let causes = 0;
async function queue<Template extends MailTemplate>(
  template: Template,
  values: MailValues<Template>,
  recipient = "ada@example.org",
) {
  causes += 1;
  const messageId = `<${causes}@portal.example>`;
  const mail = { cause: `${template}:${causes}`, template, values, recipient, messageId, now };
  await queueMail(database, { ...mail, language: "en" });
  return messageId;
}

const welcome = (recipient?: string) => queue("accountDeleted", { name: "Ada" }, recipient);

async function turn(at = now, with_: MailSender = mailSender) {
  now = at;
  await sendMails(context, with_);
}

const rows = async () =>
  (await env.DB.prepare("select * from mails order by id").all<Record<string, unknown>>()).results;

// A sample of `npm run probe -- mail`, with more deaths.
test("no e-mail is lost, and none is doubled unless the record of its sending was lost", async () => {
  const dangers = { refusal: 0.3, death: 0.03, lostWrite: 0.03 };
  const { killed, repeated } = await runMails(env.DB, { seed: 1, count: 60, dangers });
  expect(killed).toBeGreaterThan(3);
  expect(repeated).toBeGreaterThan(0);
});

test("without deaths and lost records every e-mail is sent exactly once", async () => {
  const dangers = { refusal: 0.3, death: 0, lostWrite: 0 };
  expect(await runMails(env.DB, { seed: 3, count: 60, dangers })).toMatchObject({ repeated: 0 });
});

test("a sent e-mail is recorded without its content, and deleted after 30 days", async () => {
  const messageId = await queue("registerCode", { code: "123456" });
  await turn();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.mime).toContain(`Message-ID: ${messageId}`);
  const [row] = await rows();
  expect(row).toMatchObject({ sent_at: now, values: "{}", message_id: messageId });
  expect(JSON.stringify(row)).not.toMatch(/ada|123456/);
  await turn(BEGIN + MAIL_KEPT_MS - 1);
  expect(await rows()).toHaveLength(1);
  await turn(BEGIN + MAIL_KEPT_MS);
  expect(await rows()).toEqual([]);
  expect(sent).toHaveLength(1);
});

test("two senders at once take no e-mail twice", async () => {
  for (let number = 0; number < 30; number++) await welcome(`a${number}@example.org`);
  await Promise.all([turn(), turn(), turn()]);
  expect(new Set(sent.map(({ to }) => to)).size).toBe(30);
  expect(sent).toHaveLength(30);
});

test("an e-mail that is refused for now waits longer each time, and is given up after a day", async () => {
  await welcome();
  refusal = new MailRefused("421");
  const tried: number[] = [];
  for (let due = now; due < BEGIN + 2 * 24 * 60 * MINUTE_MS; ) {
    await turn(due - 1);
    expect(logged).toHaveLength(tried.length);
    await turn(due);
    tried.push((due - BEGIN) / MINUTE_MS);
    due = Number((await rows())[0]?.due_at);
  }
  expect(tried).toHaveLength(MAX_ATTEMPTS);
  expect(tried.slice(0, 4)).toEqual([0, 0.75, 2.25, 5.25]);
  expect(logged.at(-1)).toMatch(/^an e-mail was given up: accountDeleted \d+, attempt 17: 421$/);
  const [row] = await rows();
  expect(row).toMatchObject({ sent_at: null, values: "{}", recipient: "" });
  expect(row?.failed_at).toBeGreaterThan(BEGIN + 15 * 60 * MINUTE_MS);
});

test("a permanently refused e-mail is given up at once", async () => {
  await welcome();
  refusal = new MailRefused("RCPT: 550 5.1.1", { isPermanent: true });
  await turn();
  expect(logged).toEqual([expect.stringContaining("given up: accountDeleted")]);
  expect((await rows())[0]).toMatchObject({ failed_at: now, recipient: "", attempts: 1 });
});

test("unexpected errors of a provider are not copied to the log", async () => {
  await welcome();
  refusal = new Error("ada@example.org is unknown");
  await turn();
  expect(logged).toHaveLength(1);
  expect(logged[0]).not.toContain("ada");
});

test("a sender that never came back has its e-mail sent when its time is over, by the same Message-ID", async () => {
  const messageId = await welcome();
  await turn(BEGIN, {
    ...mailSender,
    provider: { send: () => Promise.reject(new MailRefused("x")) },
  });
  await env.DB.prepare("update mails set taken_until = ?, due_at = ?")
    .bind(BEGIN + 5 * MINUTE_MS, BEGIN)
    .run();
  await turn(BEGIN + 4 * MINUTE_MS);
  expect(sent).toEqual([]);
  await turn(BEGIN + 5 * MINUTE_MS);
  expect(sent[0]?.mime).toContain(messageId);
});

test("an e-mail that ends its sender each time is given up in the end", async () => {
  await welcome();
  await env.DB.prepare("update mails set attempts = ?").bind(MAX_ATTEMPTS).run();
  await turn();
  expect(sent).toEqual([]);
  expect((await rows())[0]).toMatchObject({ failed_at: now });
});

test("an expired code is not sent", async () => {
  await queue("registerCode", { code: "123456" });
  await turn(BEGIN + 10 * MINUTE_MS);
  expect(sent).toEqual([]);
  expect((await rows())[0]).toMatchObject({ failed_at: now, values: "{}" });
});

test("one address gets a limited number of e-mails within an hour, the others later", async () => {
  const all = MAX_HOURLY_MAILS + 5;
  for (let number = 0; number < all; number++)
    await welcome(number % 2 ? "ada@example.org" : "Ada@Example.org");
  await welcome("other@example.org");
  await turn();
  expect(sent).toHaveLength(MAX_HOURLY_MAILS + 1);
  expect(sent.at(-1)?.to).toBe("other@example.org");
  await turn(BEGIN + 20 * MINUTE_MS);
  expect(sent).toHaveLength(MAX_HOURLY_MAILS + 1);
  for (let later = 61; later < 90; later++) await turn(BEGIN + later * MINUTE_MS);
  expect(sent).toHaveLength(all + 1);
  expect((await rows()).map(({ attempts }) => attempts)).toEqual(Array(all + 1).fill(1));
});

test("e-mails caused by other users at a site delay no codes, and are limited too", async () => {
  for (let number = 0; number < MAX_HOURLY_MAILS + 1; number++)
    await queue("removed", { name: "Ada", sites: ["Alpha roof"] });
  await turn();
  expect(sent).toHaveLength(MAX_HOURLY_MAILS);
  await queue("registerCode", { code: "042917" });
  await turn(BEGIN + MINUTE_MS);
  expect(sent).toHaveLength(MAX_HOURLY_MAILS + 1);
});

test("hundreds of one kind keep no other waiting", async () => {
  for (let index = 0; index < 210; index++)
    await queue("registerCode", { code: "042917" }, `flood${index}@example.org`);
  now += 1;
  await welcome();
  await turn();
  expect(sent).toHaveLength(200);
  expect(sent.filter(({ to }) => to === "ada@example.org")).toHaveLength(1);
});

test("a turn ends in time and leaves what it has not begun to the next", async () => {
  for (let number = 0; number < 12; number++) await welcome(`a${number}@example.org`);
  const slow: MailSender = {
    ...mailSender,
    provider: {
      async send(mail) {
        now += 15_000;
        sent.push(mail);
      },
    },
  };
  await turn(BEGIN, slow);
  expect(sent.length).toBeLessThan(8);
  expect((await rows()).every(({ taken_until }) => taken_until === null)).toBe(true);
  await turn(BEGIN + MINUTE_MS);
  expect(sent).toHaveLength(12);
});

test("without a provider e-mails wait, which is said once a turn", async () => {
  const none: MailSender = { ...mailSender, provider: null };
  await turn(BEGIN, none);
  expect(logged).toEqual([]);
  await welcome();
  await welcome();
  await turn(BEGIN, none);
  expect(logged).toEqual([expect.stringMatching(/^e-mails wait: /)]);
  expect((await rows()).map(({ attempts }) => attempts)).toEqual([0, 0]);
  await turn(BEGIN + MINUTE_MS);
  expect(sent).toHaveLength(2);
});

test("an e-mail that cannot be composed is given up, and its words are not in the log", async () => {
  await welcome("ada lovelace@example.org");
  await env.DB.exec(`update mails set "values" = '{"name":1}' where id = -1`);
  await turn();
  expect(logged).toEqual([
    expect.stringMatching(/given up: accountDeleted \d+, attempt 1: it cannot/),
  ]);
  expect(logged.join()).not.toContain("ada");
});
