import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LoopbackPortal } from "../tests/support/loopback-portal.ts";
import { recordedSite } from "../tests/support/recorded-site.ts";

const RUN = fileURLToPath(new URL("./run.ts", import.meta.url));
let directory = "";
let portal: LoopbackPortal;
const children: ChildProcess[] = [];

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "helioport-simulator-"));
  portal = await LoopbackPortal.open();
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  portal.close();
  rmSync(directory, { recursive: true });
});

function writeFleet(): string {
  const path = join(directory, "fleet.json");
  const sites = [
    recordedSite("DEMO-01"),
    recordedSite("DEMO-02"),
    ...[1, 2, 3].map((number) => recordedSite(`SIM-0000${number}`, "spare")),
    recordedSite("OWN-01", "own"),
  ];
  writeFileSync(path, JSON.stringify({ version: 1, sites }));
  return path;
}

function simulate(...args: string[]) {
  const child = spawn(process.execPath, [RUN, ...args], { stdio: ["pipe", "pipe", "pipe"] });
  children.push(child);
  let output = "";
  let review = () => {};
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data) => {
      output += String(data);
      review();
    });
  /** Resolves with the first group of a pattern once the output matches. */
  const said = (words: string | RegExp) =>
    new Promise<string>((resolve) => {
      review = () => {
        const found = typeof words === "string" ? output.includes(words) : words.exec(output);
        if (found) resolve(typeof found === "boolean" ? "" : (found[1] ?? ""));
      };
      review();
    });
  return { child, ended: once(child, "exit"), output: () => output, said };
}

test("by default the demo sites run, and stop at once with their state stored", async () => {
  const { child, ended } = simulate("--fleet", writeFleet(), "--url", portal.url);
  await portal.until(({ inbox }) => new Set(inbox.map(({ serial }) => serial)).size === 2);
  child.kill("SIGTERM");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  await portal.until((now) => now.open === 0);
  expect(new Set(portal.connected)).toEqual(new Set(["DEMO-01", "DEMO-02"]));
  expect(readdirSync(join(directory, "simulator")).sort()).toEqual([
    "DEMO-01.json",
    "DEMO-02.json",
  ]);
  expect(portal.faults).toEqual([]);
});

test("spare sites run on request, and standard input can freeze and kill them", async () => {
  const { child, output } = simulate("--fleet", writeFleet(), "--url", portal.url, "--sites", "2");
  await portal.until(({ inbox }) => new Set(inbox.map(({ serial }) => serial)).size === 2);
  expect(new Set(portal.connected)).toEqual(new Set(["SIM-00001", "SIM-00002"]));
  child.stdin?.write("nonsense\nkill SIM-00001\n");
  await portal.until((now) => now.open === 1);
  child.stdin?.write("kill\n");
  await portal.until((now) => now.open === 0);
  child.stdin?.write("revive\n");
  await portal.until((now) => now.open === 2);
  expect(output()).toContain('"nonsense" is no order');
});

test("a script kills and revives by itself", async () => {
  simulate(
    "--fleet",
    writeFleet(),
    "--url",
    portal.url,
    "--serial",
    "DEMO-02",
    "--script",
    "kill@3s,revive@4s",
  );
  await portal.until(({ connected }) => connected.length === 2);
});

test("scenarios run from the beginning and by order, where they can", async () => {
  const { child, said } = simulate(
    "--fleet",
    writeFleet(),
    "--url",
    portal.url,
    "--scenario",
    "hostile-logger",
    "--script",
    "scenario:grid-outage@0s",
  );
  await said("scenario hostile-logger: begun at 2 of 2 sites");
  await said("✗ scenario grid-outage: that cannot be, or is so already");
  await portal.until(({ faults }) => faults.length > 0);
  child.stdin?.write("end hostile-logger DEMO-01\nscenario grid-outage demo-01\n");
  await said("end hostile-logger DEMO-01: 1 reached");
  await said("✗ scenario grid-outage DEMO-01: that cannot be, or is so already");
});

test("a standalone faulty line passes loggers' frames, reports its faults and accepts commands", async () => {
  const line = simulate("link", "--port", "0", "--url", portal.url, "--scenario", "comm-loss");
  const port = await line.said(/from http:\/\/127\.0\.0\.1:(\d+)/);
  await line.said("refuse, ");
  line.child.stdin?.write("end comm-loss\nscenario cloudy\nfreeze\n");
  await line.said("end of comm-loss");
  await line.said("✗ cloudy has no line faults");
  await line.said('✗ "freeze" is no order');
  const url = `http://127.0.0.1:${port}`;
  simulate("--fleet", writeFleet(), "--url", url, "--serial", "DEMO-01");
  await portal.until(({ inbox }) => inbox.length > 0);
  line.child.kill("SIGTERM");
  expect(await line.ended).toEqual([0, null]);
});

test("without a server the simulator keeps retrying, and reports it once", async () => {
  const { url } = portal;
  portal.close();
  const { child, ended, said } = simulate(
    "--fleet",
    writeFleet(),
    "--url",
    url,
    "--wait-scale",
    "0.01",
  );
  await said("nothing answers there yet");
  expect(child.exitCode).toBeNull();
  child.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
});

test("invalid options give one clear line, and nothing runs", async () => {
  const { ended, output } = simulate("--fleet", "nowhere.json");
  expect(await ended).toEqual([2, null]);
  expect(output()).toContain("There is no fleet file nowhere.json yet: start Helioport once");
  expect(output().trim().split("\n")).toHaveLength(1);
  const calm = simulate("--fleet", writeFleet(), "--url", portal.url, "--scenario", "grid-outage");
  expect(await calm.ended).toEqual([2, null]);
  expect(calm.output()).toBe("✗ The scenario grid-outage is not possible at any of these sites.\n");
  const taken = simulate("link", "--port", new URL(portal.url).port);
  expect(await taken.ended).toEqual([2, null]);
  expect(taken.output()).toMatch(/^✗ Port \d+ cannot be listened on \(EADDRINUSE\)\.\n$/);
});
