import { env, exports } from "cloudflare:workers";
import { parse } from "csv-parse/sync";
import { parquetReadObjects } from "hyparquet";
import { beforeAll, expect, test } from "vitest";
import { addExportTask, type ExportStep } from "#database/exports/export-tasks.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import type { Context } from "#operations/context.ts";
import type { ExportLayout } from "#operations/exports/export-encoder.ts";
import { takeStep } from "#operations/exports/take-step.ts";
import { resumeExports, sweepExports } from "#operations/jobs/export-jobs.ts";
import { contextOf } from "#workers/services.ts";
import { callAs, ORIGIN, signIn } from "../support/call-api.ts";
import { dyingContext } from "../support/dying-context.ts";
import { ALPHA, BETA, seedUsers } from "../support/seed-users.ts";
import { connectLogger } from "../support/site-logger.ts";

const TASK = "/site/v1/chart/overallStats/exportTask";
const START = Math.floor((Date.now() - 2 * DAY_MS) / DAY_MS) * DAY_MS;
const COUNT = 3_000;
const STEP_MS = 10_000;
const END = START + COUNT * STEP_MS;
const times = Array.from({ length: COUNT }, (_, index) => START + index * STEP_MS);
const solar = times.map((_, index) => (index % 7 === 0 ? null : 1_000 + (index % 500)));

const tokens: Record<string, string> = {};
const order = {
  id: ALPHA,
  kind: "power",
  startDateTime: START,
  endDateTime: END,
  interval: "raw",
  format: "csv",
};

beforeAll(async () => {
  await seedUsers();
  for (const name of ["owner", "full", "monitor", "demo", "stranger"])
    tokens[name] = await signIn(name);
  const register = (number: string, name: string, unit: string) => ({
    register: number,
    name,
    kind: "gauge",
    unit,
    access: "r",
  });
  const logger = await connectLogger(ALPHA, {
    equipment: [
      {
        address: "FFFF00",
        typeCode: "0001",
        registers: [register("0100", "solarPower", "W"), register("0134", "batterySoc", "%")],
      },
      {
        address: "003311",
        typeCode: "0033",
        model: "=Inverter",
        registers: [
          register("0101", "AC voltage", "V"),
          { register: "0102", name: "mode", kind: "text", access: "r" },
        ],
      },
    ],
  });
  for (let start = 0; start < COUNT; start += 500) {
    const part = times.slice(start, start + 500);
    await logger.ask({
      cmd: 260,
      id: `batch ${start}`,
      times: part,
      values: {
        FFFF000100: solar.slice(start, start + 500),
        FFFF000134: part.map((_, index) => 50 + (index % 10) / 10),
        "0033110101": part.map(() => 230.5),
        "0033110102": part.map((_, index) => (index === 0 ? '=SUM(A1), "x"' : null)),
      },
    });
  }
});

type Answer = { status: number; body: { data?: unknown; message: string } };
const call = (name: string, input: object, who = "owner") =>
  callAs(tokens[who] ?? "", `${TASK}/${name}`, input) as Promise<Answer>;

async function orderExport(more: object = {}, who = "owner"): Promise<number> {
  const { status, body } = await call("add", { ...order, ...more }, who);
  expect([status, body.message]).toEqual([200, "Success"]);
  return (body.data as { taskId: number }).taskId;
}

/** A context whose queue is drained by the test. */
function queueing(): { context: Context; steps: ExportStep[] } {
  const steps: ExportStep[] = [];
  const context = {
    ...contextOf(env),
    enqueueExport: async (step: ExportStep) => void steps.push(step),
  };
  return { context, steps };
}

async function readTask(taskId: number, who = "owner") {
  const { body } = await call("list", { id: ALPHA, size: 50 }, who);
  const { rows } = body.data as {
    rows: {
      taskId: number;
      state: string;
      failure: string | null;
      progress: number;
      rows: number;
      size: number;
    }[];
  };
  return rows.find((row) => row.taskId === taskId);
}

/** Takes every step, as the queue does, until the task ends. */
async function finish(taskId: number, who = "owner"): Promise<void> {
  const { context, steps } = queueing();
  const lost = await env.DB.prepare("select step from export_tasks where id = ?")
    .bind(taskId)
    .first<{ step: number }>();
  steps.push({ taskId, step: lost?.step ?? 0 });
  for (let step = steps.shift(); step !== undefined; step = steps.shift())
    await takeStep(context, step);
  await expect.poll(async () => (await readTask(taskId, who))?.state).not.toBe("preparing");
}

async function download(taskId: number, headers: Record<string, string> = {}, who = "owner") {
  const { status, body } = await call("download", { id: ALPHA, taskId }, who);
  expect(status).toBe(200);
  const { file } = body.data as { file: string };
  return exports.default.fetch(`${ORIGIN}${file}`, {
    headers: { Authorization: tokens[who] ?? "", ...headers },
  });
}

test("every sample is in the CSV file, with its local time", async () => {
  const taskId = await orderExport();
  await finish(taskId);
  const task = await readTask(taskId);
  expect(task).toMatchObject({ state: "downloadable", progress: 1, rows: COUNT });
  const response = await download(taskId);
  expect(response.headers.get("Content-Disposition")).toMatch(
    /^attachment; filename="site-data.csv"; filename\*=UTF-8''Alpha-roof_\d{4}-\d\d-\d\d(_\d{4}-\d\d-\d\d)?\.csv$/,
  );
  const bytes = await response.arrayBuffer();
  expect(bytes.byteLength).toBe(task?.size);
  const [head, ...rows] = parse(Buffer.from(bytes), { bom: true }) as string[][];
  expect(head).toEqual(["Time", "Offset from UTC", "Solar power (W)", "State of charge (%)"]);
  expect(rows.map((row) => row[2])).toEqual(
    solar.map((value) => (value === null ? "" : `${value}`)),
  );
  expect((await readTask(taskId))?.state).toBe("downloaded");
});

test("Parquet has the registers of the equipment, with texts that are no formulas to it", async () => {
  const taskId = await orderExport({ kind: "registers", format: "parquet" });
  await finish(taskId);
  const file = await (await download(taskId)).arrayBuffer();
  const rows = await parquetReadObjects({ file });
  expect(rows).toHaveLength(COUNT);
  expect(rows.map(({ time }) => (time as Date).getTime())).toEqual(times);
  expect(rows[0]).toMatchObject({
    "=Inverter – Mode": '=SUM(A1), "x"',
    "=Inverter – AC voltage (V)": 230.5,
  });
  const sum = rows.reduce((all, row) => all + Number(row["Solar power (W)"] ?? 0), 0);
  expect(sum).toBe(solar.reduce<number>((all, value) => all + (value ?? 0), 0));
});

test("averages and energies have a row for each interval", async () => {
  const quarters = await orderExport({ interval: "minutes15" });
  const hours = await orderExport({ kind: "statistics", interval: "hour", format: "xlsx" });
  await finish(quarters);
  await finish(hours);
  expect((await readTask(quarters))?.rows).toBe(Math.ceil((COUNT * STEP_MS) / (15 * MINUTE_MS)));
  expect((await readTask(hours))?.rows).toBe(Math.ceil((COUNT * STEP_MS) / HOUR_MS));
});

test("a download continues where it was interrupted", async () => {
  const taskId = await orderExport();
  await finish(taskId);
  const whole = new Uint8Array(await (await download(taskId)).arrayBuffer());
  const first = await download(taskId, { Range: "bytes=0-999" });
  const etag = first.headers.get("ETag") ?? "";
  expect([first.status, first.headers.get("Content-Range")]).toEqual([
    206,
    `bytes 0-999/${whole.length}`,
  ]);
  const rest = await download(taskId, { Range: "bytes=1000-", "If-Range": etag });
  const joined = [
    ...new Uint8Array(await first.arrayBuffer()),
    ...new Uint8Array(await rest.arrayBuffer()),
  ];
  expect(Buffer.from(joined).equals(Buffer.from(whole))).toBe(true);
  const other = await download(taskId, { Range: "bytes=1000-", "If-Range": '"other"' });
  expect(other.status).toBe(200);
  await other.body?.cancel();
  const beyond = await download(taskId, { Range: `bytes=${whole.length}-` });
  expect([beyond.status, beyond.headers.get("Content-Range")]).toEqual([
    416,
    `bytes */${whole.length}`,
  ]);
});

test("notDownloadNums counts finished exports until they are downloaded", async () => {
  const nums = async () =>
    ((await call("notDownloadNums", { id: ALPHA }, "full")).body.data as { nums: number }).nums;
  expect(await nums()).toBe(0);
  const taskId = await orderExport({}, "full");
  await finish(taskId, "full");
  expect(await nums()).toBe(1);
  await (await download(taskId, {}, "full")).body?.cancel();
  expect(await nums()).toBe(0);
});

test("an export and its file are of its user alone, and end with the access", async () => {
  const taskId = await orderExport({ kind: "registers" }, "full");
  await finish(taskId, "full");
  for (const who of ["owner", "monitor"])
    for (const name of ["download", "delete"])
      expect((await call(name, { id: ALPHA, taskId }, who)).status, who).toBe(404);
  const ofMember = `site_id = ${ALPHA} and user_id = (select id from users where account = 'full@example.org')`;
  await env.DB.exec(`update memberships set role = 3 where ${ofMember}`);
  expect((await download(taskId, {}, "full")).status, "a monitor sees no equipment").toBe(404);
  await env.DB.exec(`update memberships set role = 2 where ${ofMember}`);
  expect((await download(taskId, {}, "full")).status).toBe(200);
  expect((await call("delete", { id: ALPHA, taskId }, "full")).status).toBe(200);
  expect(await readTask(taskId, "full")).toBeUndefined();
});

test("a monitor exports the registers of the site alone", async () => {
  expect(
    (await call("add", { ...order, kind: "registers", addresses: ["0033110101"] }, "monitor"))
      .status,
  ).toBe(403);
  const taskId = await orderExport({ kind: "registers" }, "monitor");
  await finish(taskId, "monitor");
  const [head] = parse(Buffer.from(await (await download(taskId, {}, "monitor")).arrayBuffer()), {
    bom: true,
  }) as string[][];
  expect(head).toHaveLength(4);
});

test.each([
  ["an interval of another kind", { interval: "month" }, { interval: "wrongValue" }],
  ["an end before the start", { endDateTime: START }, { endDateTime: "wrongValue" }],
  ["a site without data", { id: BETA }, { kind: "noExportData" }],
  [
    "more rows than a sheet has",
    { format: "xlsx", interval: "minutes5", startDateTime: "2001-01-01 00:00:00" },
    { format: "wrongValue" },
  ],
])("%s is refused", async (_, more, fields) => {
  const { status, body } = await call("add", { ...order, ...more });
  expect([status, (body.data as { fields: object }).fields]).toEqual([422, fields]);
});

test("a user has three exports in preparation at most, and may cancel one", async () => {
  await env.DB.exec("delete from export_tasks");
  const { context } = queueing();
  const owner = await env.DB.prepare(
    "select id from users where account = 'owner@example.org'",
  ).first<{ id: number }>();
  const ids = await Promise.all(
    ["a", "b", "c", "d"].map((fileKey) => addWaiting(context, owner?.id ?? 0, fileKey)),
  );
  expect(ids.filter((id) => id === "unfinished")).toHaveLength(1);
  const { status, body } = await call("add", order);
  expect([status, body.message]).toEqual([
    409,
    "3 of your exports are still in preparation. Wait until one is finished, or delete one.",
  ]);
  const [taskId] = ids.filter((id) => typeof id === "number");
  expect((await call("download", { id: ALPHA, taskId })).status).toBe(409);
  expect((await call("delete", { id: ALPHA, taskId })).status).toBe(200);
  await env.DB.exec("delete from export_tasks");
});

const layout: ExportLayout = {
  format: "csv",
  time: { local: "Time", offset: "Offset" },
  columns: [
    { heading: "Solar", isText: false },
    { heading: "Charge", isText: false },
  ],
  timeZone: "Europe/Berlin",
  isRightToLeft: false,
};

function addWaiting(
  { database, now }: Pick<Context, "database" | "now">,
  ownerId: number,
  fileKey: string,
) {
  return addExportTask(
    database,
    {
      ownerId,
      siteId: ALPHA,
      kind: "power",
      format: "csv",
      interval: "raw",
      addresses: ["FFFF000100", "FFFF000134"],
      layout: JSON.stringify(layout),
      // Three empty years before the first sample take a step each.
      from: START - 1_200 * DAY_MS,
      until: END,
      language: "en",
      fileKey,
      now: now(),
      leasedUntil: now(),
    },
    { unfinished: 3, stored: 50 },
  );
}

test("an export that is killed before or after any of its calls has the same file", async () => {
  const real = queueing().context;
  const owner = await env.DB.prepare(
    "select id from users where account = 'owner@example.org'",
  ).first<{ id: number }>();
  const files: string[] = [];
  for (let step = -1; ; step++) {
    let isOver = false;
    for (const when of step < 0 ? (["before"] as const) : (["before", "after"] as const)) {
      await env.DB.exec("delete from export_tasks");
      await env.DB.exec("delete from files where kind = 'history'");
      const fileKey = `killed-${step}-${when}`;
      await addWaiting(real, owner?.id ?? 0, fileKey);
      const steps: ExportStep[] = [];
      // Every look at the clock takes two seconds, so that a step ends after a few answers.
      let time = Date.now();
      const now = () => (time += 2_000);
      const enqueueExport = async (next: ExportStep) => void steps.push(next);
      const killed = dyingContext(
        { ...real, now, enqueueExport },
        step < 0 ? null : { step, when },
      );
      let taken = 0;
      for (let round = 0; round < 200; round++) {
        const context = round === 0 ? killed : { ...real, now, enqueueExport };
        const next = steps.shift();
        if (next !== undefined) {
          taken += 1;
          await takeStep(round < 50 ? killed : context, next).catch(() => undefined);
          continue;
        }
        const left = await env.DB.prepare("select finished_at from export_tasks").first<{
          finished_at: number | null;
        }>();
        if (left?.finished_at !== null) break;
        time += 10 * MINUTE_MS;
        await resumeExports({ ...real, now, enqueueExport });
      }
      expect(taken).toBeGreaterThan(0);
      isOver = killed.steps <= step;
      const row = await env.DB.prepare("select failure, rows, size from export_tasks").first();
      expect(row, fileKey).toMatchObject({ failure: null, rows: COUNT });
      const bytes = await new Response(await real.files.get(fileKey)).text();
      // The byte order mark is no part of the text.
      expect(bytes.length).toBe(Number(row?.size) - 3);
      files.push(bytes);
      const recorded = await env.DB.prepare(
        "select count(*) n from files where kind = 'history'",
      ).first<{ n: number }>();
      expect(recorded?.n).toBe(1);
    }
    if (isOver) break;
  }
  expect(files.length).toBeGreaterThan(10);
  expect(new Set(files).size).toBe(1);
  await env.DB.exec("delete from export_tasks");
});

test("two consumers of one step write one file", async () => {
  const { context, steps } = queueing();
  const owner = await env.DB.prepare(
    "select id from users where account = 'owner@example.org'",
  ).first<{ id: number }>();
  const taskId = Number(await addWaiting(context, owner?.id ?? 0, "twice"));
  await Promise.all([1, 2, 3].map(() => takeStep(context, { taskId, step: 0 })));
  expect(steps.length).toBeLessThan(2);
  await finish(taskId);
  expect((await readTask(taskId))?.rows).toBe(COUNT);
});

test("an export of a user who has lost access fails", async () => {
  const { context } = queueing();
  const full = await env.DB.prepare(
    "select id from users where account = 'full@example.org'",
  ).first<{ id: number }>();
  const taskId = Number(await addWaiting(context, full?.id ?? 0, "lost"));
  const ofMember = `site_id = ${ALPHA} and user_id = ${full?.id}`;
  await env.DB.exec(`update memberships set ends_at = 1 where ${ofMember}`);
  await takeStep(context, { taskId, step: 0 });
  await env.DB.exec(`update memberships set ends_at = null where ${ofMember}`);
  expect(await readTask(taskId, "full")).toMatchObject({ state: "failed", failure: "access" });
});

test("a finished export is deleted after a week, with its file", async () => {
  const taskId = await orderExport();
  await finish(taskId);
  const { context } = queueing();
  const stored = await env.DB.prepare("select file_key from export_tasks where id = ?")
    .bind(taskId)
    .first<{ file_key: string }>();
  const key = stored?.file_key ?? "";
  await sweepExports({ ...context, now: () => Date.now() + 6 * DAY_MS });
  expect(await context.files.head(key)).not.toBeNull();
  await sweepExports({ ...context, now: () => Date.now() + 8 * DAY_MS });
  expect(await context.files.head(key)).toBeNull();
  expect(await readTask(taskId)).toBeUndefined();
});
