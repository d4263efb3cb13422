import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LoopbackPortal } from "../tests/support/loopback-portal.ts";
import type { FleetSite } from "./fleet-file.ts";

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

const recorded = (serial: string, group: FleetSite["group"]): FleetSite => ({
  serial,
  secret: "secret",
  name: serial,
  group,
  latitude: 51,
  longitude: -1,
  altitude: 0,
  timeZone: "Europe/London",
  systemType: "10006",
  systemCode: 2,
  profile: { kind: "recording", recording: "givenergy-household" },
});

function writeFleet(): string {
  const path = join(directory, "fleet.json");
  const sites = [
    recorded("DEMO-01", "demo"),
    recorded("DEMO-02", "demo"),
    ...[1, 2, 3].map((number) => recorded(`SIM-0000${number}`, "spare")),
    { ...recorded("OWN-01", "own"), profile: null },
  ];
  writeFileSync(path, JSON.stringify({ version: 1, sites }));
  return path;
}

function simulate(...args: string[]) {
  const child = spawn(process.execPath, [RUN, ...args], { stdio: ["pipe", "pipe", "pipe"] });
  children.push(child);
  let output = "";
  child.stdout.on("data", (data) => {
    output += String(data);
  });
  child.stderr.on("data", (data) => {
    output += String(data);
  });
  return { child, ended: once(child, "exit"), output: () => output };
}

test("by default the demo sites run, and end at once with what outlives them written down", async () => {
  const { child, ended } = simulate("--fleet", writeFleet(), "--url", portal.url);
  await portal.until(({ heard }) => new Set(heard.map(({ serial }) => serial)).size === 2);
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
}, 20_000);

test("spare sites run on request, and standard input can freeze and kill them", async () => {
  const { child, output } = simulate("--fleet", writeFleet(), "--url", portal.url, "--sites", "2");
  await portal.until(({ heard }) => new Set(heard.map(({ serial }) => serial)).size === 2);
  expect(new Set(portal.connected)).toEqual(new Set(["SIM-00001", "SIM-00002"]));
  child.stdin?.write("nonsense\nkill SIM-00001\n");
  await portal.until((now) => now.open === 1);
  child.stdin?.write("kill\n");
  await portal.until((now) => now.open === 0);
  child.stdin?.write("revive\n");
  await portal.until((now) => now.open === 2);
  expect(output()).toContain('"nonsense" is no order');
}, 20_000);

test("a script kills and revives by itself", async () => {
  simulate(
    "--fleet",
    writeFleet(),
    "--url",
    portal.url,
    "--serial",
    "DEMO-02",
    "--script",
    "kill@1s,revive@2s",
  );
  await portal.until(({ connected }) => connected.length === 2);
}, 20_000);

test("while nobody answers it keeps trying, and says so once", async () => {
  const { url } = portal;
  portal.close();
  const { child, ended, output } = simulate(
    "--fleet",
    writeFleet(),
    "--url",
    url,
    "--wait-scale",
    "0.01",
  );
  await new Promise<void>((resolve) => {
    child.stdout?.on("data", () => {
      if (output().includes("nothing answers there yet")) resolve();
    });
  });
  expect(child.exitCode).toBeNull();
  child.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
}, 20_000);

test.each([
  [
    ["--fleet", "nowhere.json"],
    "There is no fleet file nowhere.json yet: start Helioport once (npm start)",
  ],
  [["--sites", "0"], '--sites is a whole number from 1 to 10000, not "0"'],
  [["--speed", "x"], '--speed is a number from 1 to 3600, not "x"'],
  [["--url", "ftp://x"], "--url is an address such as http://localhost:8787"],
  [["--nonsense"], "--nonsense"],
  [["--script", "explode@3s"], '"explode@3s" is no step of a script'],
  [["--sites", "2", "--serial", "X"], "--sites and --serial cannot be used together"],
])("%j ends with one clear line", async (args, message) => {
  const { ended, output } = simulate(...args);
  expect(await ended).toEqual([2, null]);
  expect(output()).toContain(message);
  expect(output().trim().split("\n")).toHaveLength(1);
});

test.each([
  [["--sites", "4"], "has 3 spare sites, not 4"],
  [["--serial", "NOBODY"], "has no site NOBODY"],
  [["--serial", "own-01"], "waits for a logger of your own"],
])("%j does not fit the fleet file and says so", async (args, message) => {
  const { ended, output } = simulate("--fleet", writeFleet(), ...args);
  expect(await ended).toEqual([2, null]);
  expect(output()).toContain(message);
});

test("a damaged fleet file ends with one clear line", async () => {
  const path = join(directory, "fleet.json");
  writeFileSync(path, "{");
  const broken = simulate("--fleet", path);
  await broken.ended;
  expect(broken.output()).toContain("is damaged (not JSON)");
  writeFileSync(path, '{"version":1,"sites":[{"serial":"x"}]}');
  const wrong = simulate("--fleet", path);
  await wrong.ended;
  expect(wrong.output()).toContain("is not a fleet file: sites.0.serial");
});
