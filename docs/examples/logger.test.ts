import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { instantsOf } from "#protocol/logger/messages.ts";
import { LoopbackPortal } from "../../tests/support/loopback-portal.ts";

const EXAMPLE = fileURLToPath(new URL("logger.mjs", import.meta.url));
const PAGE = fileURLToPath(new URL("../your-own-logger.md", import.meta.url));
/** Factor by which the example's timers run faster, so that the test does not wait for long. */
const HASTE = 50;
const HURRY = `data:text/javascript,${encodeURIComponent(
  `for (const name of ["setTimeout", "setInterval"]) {
    const real = globalThis[name];
    globalThis[name] = (act, ms) => real(act, ms / ${HASTE});
  }`,
)}`;
/** Duration of a second of the example, ms. */
const SECOND = 1_000 / HASTE;
const timeout = 20_000;
let directory = "";
let portal: LoopbackPortal;
let children: ChildProcess[] = [];

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "helioport-example-"));
  portal = await LoopbackPortal.open();
});

afterEach(async () => {
  await Promise.all(children.map(end));
  children = [];
  portal.close();
  rmSync(directory, { recursive: true });
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

function run(url = portal.url): ChildProcess {
  const child = spawn(
    process.execPath,
    ["--import", HURRY, EXAMPLE, "OWN-LOGGER-01", "secret", url],
    {
      cwd: directory,
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  children.push(child);
  return child;
}

const control = (id: string, value: number, more: object = {}) => ({
  cmd: COMMAND.control,
  id,
  address: "FFFF000400",
  value,
  expires: Date.now() + 60_000,
  ...more,
});

async function answerTo(message: { id: string }) {
  portal.send(message);
  await portal.until((now) => now.all(COMMAND.controlAnswer).some(({ id }) => id === message.id));
  return portal.all(COMMAND.controlAnswer).find(({ id }) => id === message.id);
}

/** Returns the first batch that the portal has received since its list of messages was emptied. */
async function receiveBatch() {
  await portal.until((now) => now.all(COMMAND.realDataUpdate).length > 0);
  const [batch] = portal.all(COMMAND.realDataUpdate);
  if (batch === undefined) throw new Error("no batch was received");
  return batch;
}

test("the page shows the example completely: under 60 lines of at most 110 columns", () => {
  const example = readFileSync(EXAMPLE, "utf8");
  const [, shown] = /```js\n(.*?)```/s.exec(readFileSync(PAGE, "utf8")) ?? [];
  expect(shown).toBe(example);
  const lines = example.trimEnd().split("\n");
  expect(lines.length).toBeLessThan(60);
  expect(lines.filter((line) => line.length > 110)).toEqual([]);
});

test(
  "the example connects, uploads as asked and answers controls",
  async () => {
    run();
    await portal.until((now) => now.all(COMMAND.realDataUpdate).length >= 2);
    expect(portal.all(COMMAND.connect)[0]).toMatchObject({ serial: "OWN-LOGGER-01", protocol: 1 });
    portal.send({ cmd: COMMAND.config, id: "c", sampling: { sampleMs: 1_000, uploadMs: 1_000 } });
    portal.send({ cmd: COMMAND.treeQuery, id: "t" });
    await portal.until(
      (now) => now.all(COMMAND.configAnswer).length > 0 && now.all(COMMAND.refusal).length > 0,
    );
    expect(portal.all(COMMAND.refusal)[0]).toMatchObject({ id: "t", status: 501 });
    expect(await answerTo(control("off", 0))).toMatchObject({
      status: 200,
      result: "success",
      value: 0,
    });
    expect(await answerTo(control("wrong", 7))).toMatchObject({
      status: 400,
      result: "parameter error",
    });
    expect(await answerTo(control("late", 1, { expires: Date.now() - 10_000 }))).toMatchObject({
      status: 408,
    });
    const before = portal.all(COMMAND.realDataUpdate).length;
    await portal.until((now) => now.all(COMMAND.realDataUpdate).length > before + 1);
    const { values } = portal.all(COMMAND.realDataUpdate).at(-1) ?? {};
    const last = (register: string) => values?.[`FFFF00${register}`]?.at(-1);
    expect([last("0100"), last("0400")]).toEqual([0, 0]);
    expect(last("0110")).toBe(last("0120"));
    expect(portal.faults).toEqual([]);
  },
  timeout,
);

test(
  "after a restart the example remembers the switch and the commands",
  async () => {
    const first = run();
    await portal.until((now) => now.all(COMMAND.connect).length === 1);
    expect(await answerTo(control("once", 0))).toMatchObject({ value: 0 });
    await end(first);
    portal.inbox.length = 0;
    run();
    await portal.until((now) => now.all(COMMAND.connect).length === 1);
    expect(await answerTo(control("again", 1))).toMatchObject({ value: 1 });
    expect(await answerTo(control("once", 0))).toMatchObject({ status: 200, value: 0 });
    // A batch sampled before the command may come first.
    const lastSwitch = () => portal.all(COMMAND.realDataUpdate).at(-1)?.values.FFFF000400?.at(-1);
    await portal.until(() => lastSwitch() === 1);
  },
  timeout,
);

test("samples that were not stored before the connection broke are sent again", {
  timeout,
}, async () => {
  portal.manner.batchAnswer = null;
  run();
  const lost = await receiveBatch();
  portal.manner.batchAnswer = 200;
  portal.inbox.length = 0;
  portal.cut();
  const again = await receiveBatch();
  expect(instantsOf(again)).toEqual(expect.arrayContaining(instantsOf(lost)));
});

test("samples that could not be stored are sent again after 30 s, on the same connection", {
  timeout,
}, async () => {
  portal.manner.batchAnswer = 503;
  run();
  const lost = await receiveBatch();
  const refusedAt = Date.now();
  portal.manner.batchAnswer = 200;
  portal.inbox.length = 0;
  const again = await receiveBatch();
  expect(Date.now() - refusedAt).toBeGreaterThan(25 * SECOND);
  expect(instantsOf(again)).toEqual(expect.arrayContaining(instantsOf(lost)));
  expect(portal.connected).toHaveLength(1);
});

test("samples that the portal refuses permanently are set aside", { timeout }, async () => {
  portal.manner.batchAnswer = "refuse";
  run();
  const refused = await receiveBatch();
  portal.inbox.length = 0;
  const next = await receiveBatch();
  expect(Math.min(...instantsOf(next))).toBeGreaterThan(Math.max(...instantsOf(refused)));
});

test(
  "an answer that does not come ends the connection, of a batch and of a heartbeat",
  async () => {
    portal.manner.batchAnswer = null;
    portal.manner.answersHeartbeats = false;
    run();
    await receiveBatch();
    const askedAt = Date.now();
    await portal.until((now) => now.open === 0);
    expect(Date.now() - askedAt).toBeGreaterThan(25 * SECOND);
    expect(portal.heartbeats).toBe(0);
    portal.manner.sampling = { sampleMs: 3_600_000, uploadMs: 3_600_000 };
    portal.manner.batchAnswer = 200;
    await portal.until((now) => now.heartbeats === 1);
    const beatAt = Date.now();
    await portal.until((now) => now.open === 0);
    expect(Date.now() - beatAt).toBeGreaterThan(15 * SECOND);
  },
  timeout,
);

test.each([
  [1000, 10],
  [4001, 60],
  [4003, 60],
])(
  "closed with %i, the example keeps away for %i s",
  async (code, wait) => {
    run();
    await portal.until((now) => now.all(COMMAND.connect).length === 1);
    portal.end(code);
    await portal.until((now) => now.open === 0);
    const closedAt = Date.now();
    await portal.until((now) => now.connected.length === 2);
    const waited = Date.now() - closedAt;
    expect(waited).toBeGreaterThan(wait * SECOND - 20);
    if (wait < 60) expect(waited).toBeLessThan(60 * SECOND);
  },
  timeout,
);

test(
  "after a refusal the example waits a minute, then twice as long each time",
  async () => {
    const attempts: number[] = [];
    const triedAgain = Promise.withResolvers<void>();
    const server = createServer((_request, response) => {
      attempts.push(Date.now());
      response.writeHead(409, { "retry-after": "60" }).end();
      if (attempts.length === 3) triedAgain.resolve();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await triedAgain.promise;
    const [first = 0, second = 0, third = 0] = attempts;
    expect(second - first).toBeGreaterThan(60 * SECOND - 20);
    expect(third - second).toBeGreaterThan(120 * SECOND - 20);
    server.close();
    server.closeAllConnections();
  },
  timeout,
);
