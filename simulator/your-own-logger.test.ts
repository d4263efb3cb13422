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
import { LoopbackPortal } from "./loopback-portal.ts";

const EXAMPLE = fileURLToPath(new URL("../docs/examples/logger.mjs", import.meta.url));
const PAGE = fileURLToPath(new URL("../docs/your-own-logger.md", import.meta.url));
/** Makes a second of the example's timers take a twentieth, so that its waits can be waited for. */
const HURRY = `data:text/javascript,${encodeURIComponent(
  "for (const name of ['setTimeout', 'setInterval']) { const real = globalThis[name]; globalThis[name] = (act, ms) => real(act, ms / 20); }",
)}`;
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

test("the page shows the example completely, and it is shorter than 60 lines", () => {
  const example = readFileSync(EXAMPLE, "utf8");
  const [, shown] = /```js\n(.*?)```/s.exec(readFileSync(PAGE, "utf8")) ?? [];
  expect(shown).toBe(example);
  expect(example.trimEnd().split("\n").length).toBeLessThan(60);
});

test("the example connects, uploads as asked and answers controls", async () => {
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
}, 20_000);

test("after a restart the example remembers the switch and the commands", async () => {
  const first = run();
  await portal.until((now) => now.all(COMMAND.connect).length === 1);
  expect(await answerTo(control("once", 0))).toMatchObject({ value: 0 });
  await end(first);
  portal.heard.length = 0;
  run();
  await portal.until((now) => now.all(COMMAND.connect).length === 1);
  expect(await answerTo(control("again", 1))).toMatchObject({ value: 1 });
  expect(await answerTo(control("once", 0))).toMatchObject({ status: 200, value: 0 });
  await portal.until((now) => now.all(COMMAND.realDataUpdate).length > 0);
  expect(portal.all(COMMAND.realDataUpdate).at(-1)?.values.FFFF000400?.at(-1)).toBe(1);
}, 20_000);

test("what was not stored before the connection broke is sent again", async () => {
  portal.answersBatches = false;
  run();
  await portal.until((now) => now.all(COMMAND.realDataUpdate).length > 0);
  const [lost] = portal.all(COMMAND.realDataUpdate);
  portal.answersBatches = true;
  portal.heard.length = 0;
  portal.cut();
  await portal.until((now) => now.all(COMMAND.realDataUpdate).length > 0);
  const [again] = portal.all(COMMAND.realDataUpdate);
  const instants = again === undefined ? [] : instantsOf(again);
  expect(instants).toEqual(expect.arrayContaining(lost === undefined ? [-1] : instantsOf(lost)));
}, 20_000);

test("refused, the example keeps away for as long as it is told", async () => {
  const tries: number[] = [];
  const triedAgain = Promise.withResolvers<void>();
  const server = createServer((_request, response) => {
    tries.push(Date.now());
    response.writeHead(409, { "retry-after": "60" }).end();
    if (tries.length === 2) triedAgain.resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await triedAgain.promise;
  const [first = 0, second = 0] = tries;
  expect(second - first).toBeGreaterThan(60_000 / 20 - 50);
  server.close();
  server.closeAllConnections();
}, 20_000);
