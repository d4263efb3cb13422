import { env, exports } from "cloudflare:workers";
import { parse } from "csv-parse/sync";
import { strFromU8, unzipSync } from "fflate";
import { beforeAll, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";
import { sweepFiles } from "#operations/jobs/sweep-files.ts";
import { contextOf } from "#workers/services.ts";
import { callApi, callAs, type DataOf, ORIGIN, signIn } from "../support/call-api.ts";
import { ALPHA, BETA, seedUsers } from "../support/seed-users.ts";
import { connectLogger } from "../support/site-logger.ts";

const EXPORT = "/site/v2/alarm/logger/export";
type Export = DataOf<typeof EXPORT>;

const tokens: Record<string, string> = {};
const now = Date.now();
const period = { id: ALPHA, from: now - HOUR_MS, to: now + HOUR_MS };

beforeAll(async () => {
  await seedUsers();
  for (const name of ["owner", "full", "monitor", "demo", "stranger"])
    tokens[name] = await signIn(name);
  const logger = await connectLogger(ALPHA, {
    equipment: [
      {
        address: "003311",
        typeCode: "0033",
        model: '=HYPERLINK("https://x.example")',
        registers: [],
      },
    ],
  });
  const event = { address: "003311", level: "fault", state: "raised", at: now - 60_000 };
  await logger.ask({
    cmd: 262,
    id: "raise",
    events: [
      { ...event, eventNo: 1, message: "@SUM(A1)\tTemperature" },
      { ...event, eventNo: 2, level: "warning", message: 'Fan "2"; blocked' },
    ],
  });
  await logger.ask({
    cmd: 262,
    id: "clear",
    events: [{ ...event, eventNo: 2, level: "warning", state: "cleared", at: now - 30_000 }],
  });
});

async function makeExport(input: object = period, headers: object = {}): Promise<Export> {
  const all = { Authorization: tokens.owner ?? "", ...headers };
  const { status, body } = await callApi(EXPORT, input, all);
  expect(status).toBe(200);
  return body.data as Export;
}

function readFile(path: string, who = "owner"): Promise<Response> {
  return exports.default.fetch(`${ORIGIN}${path}`, {
    headers: { Authorization: tokens[who] ?? "" },
  });
}

async function readCsv(path: string): Promise<string[][]> {
  const bytes = Buffer.from(await (await readFile(path)).arrayBuffer());
  return parse(bytes, { bom: true });
}

test("an export is a CSV and an XLSX file with the same rows", async () => {
  const made = await makeExport();
  expect(made.rows).toBe(2);
  const [head, ...rows] = await readCsv(made.csv);
  expect(head).toEqual(
    expect.arrayContaining(["Number", "Device", "Level", "Duration (s)", "End"]),
  );
  const descriptions = rows.map((row) => row[head?.indexOf("Description") ?? 0]);
  expect(descriptions.toSorted()).toEqual(["'@SUM(A1) Temperature", 'Fan "2"; blocked']);
  const fan = rows.find((row) => row.includes('Fan "2"; blocked')) ?? [];
  expect(fan[head?.indexOf("Duration (s)") ?? 0]).toBe("30");
  expect(fan[head?.indexOf("Start") ?? 0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const xlsx = await readFile(made.xlsx);
  expect(xlsx.headers.get("Content-Disposition")).toBe('attachment; filename="alarms.xlsx"');
  const parts = unzipSync(new Uint8Array(await xlsx.arrayBuffer()));
  const sheet = strFromU8(parts["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  expect(sheet.match(/<row>/g)).toHaveLength(3);
  expect(sheet).toContain("Fan &quot;2&quot;; blocked");
});

test("no cell of an export begins with the sign of a formula", async () => {
  const made = await makeExport();
  for (const row of await readCsv(made.csv))
    for (const cell of row) expect(cell).not.toMatch(/^[\s\p{Cf}]*[=+\-@]/u);
});

test("headings and words are in the language of the request", async () => {
  const made = await makeExport(period, { "Accept-Language": "de" });
  const [head, first] = await readCsv(made.csv);
  expect(head).toContain("Beschreibung");
  expect(first).toEqual(expect.arrayContaining(["Systemerkennung"]));
});

test("a period without alarms has a file with the headings only", async () => {
  const made = await makeExport({ id: ALPHA, from: 0, to: 1 });
  expect(made.rows).toBe(0);
  expect(await readCsv(made.csv)).toHaveLength(1);
});

test.each([
  ["no start", { to: now }, { from: "setFirst" }],
  ["no end", { from: now }, { to: "setFirst" }],
  ["neither", {}, { from: "setFirst", to: "setFirst" }],
  ["an end before the start", { from: now, to: now - 1 }, { to: "setFirst" }],
])("%s is refused with the message of the specification", async (_what, input, fields) => {
  const { status, body } = await callAs(tokens.owner ?? "", EXPORT, { id: ALPHA, ...input });
  expect([status, body.message, body.data]).toEqual([422, "Please set first", { fields }]);
});

test("only its user reads an export, and only with access to the log", async () => {
  const { csv, xlsx } = await makeExport();
  for (const path of [csv, xlsx]) {
    expect((await readFile(path)).status).toBe(200);
    expect((await readFile(path)).headers.get("Cache-Control")).toBe("private, no-cache");
    for (const who of ["full", "monitor", "demo", "stranger"])
      expect((await readFile(path, who)).status, who).toBe(404);
  }
  const { body } = await callAs(tokens.full ?? "", EXPORT, period);
  const own = (body.data as Export).csv;
  expect((await readFile(own, "full")).status).toBe(200);
  const ofMember = `site_id = ${ALPHA} and user_id = (select id from users where account = 'full@example.org')`;
  await env.DB.exec(`update memberships set role = 3 where ${ofMember}`);
  expect((await readFile(own, "full")).status, "a monitor").toBe(404);
  await env.DB.exec(`update memberships set role = 2, ends_at = 1 where ${ofMember}`);
  expect((await readFile(own, "full")).status, "no member").toBe(404);
  await env.DB.exec(`update memberships set ends_at = null where ${ofMember}`);
});

test("an export cannot become a picture, and is deleted after a day with its bytes", async () => {
  const { csv, xlsx } = await makeExport();
  const asPicture = await callAs(tokens.owner ?? "", "/user/v2/updateHeader", { header: csv });
  expect(asPicture.status).toBe(422);
  const context = contextOf(env);
  const keys = [csv, xlsx].map((path) => path.replace("/files/", ""));
  await env.DB.prepare("update files set created_at = ? where kind = 'export'")
    .bind(now - 2 * DAY_MS)
    .run();
  await sweepFiles(context, now - (now % DAY_MS) + HOUR_MS);
  for (const key of keys) expect(await context.files.get(key)).toBeNull();
  expect((await readFile(csv)).status).toBe(404);
});

test("neither monitors nor the demo account export, and each export is in the journal", async () => {
  for (const [who, code] of [
    ["monitor", 403],
    ["demo", 403],
    ["stranger", 404],
  ] as const)
    expect((await callAs(tokens[who] ?? "", EXPORT, period)).status, who).toBe(code);
  await makeExport({ ...period, id: BETA });
  const recorded = await env.DB.prepare(
    "select what, details from journal_outbox where site_id = ? and what = 'export.alarms'",
  )
    .bind(BETA)
    .all();
  expect(recorded.results).toHaveLength(1);
});
