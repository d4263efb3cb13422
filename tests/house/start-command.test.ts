import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findFreePort } from "#tools/port.ts";
import { runQuietly } from "#tools/run-quietly.ts";
import { describeState } from "#tools/state-directory.ts";
import { projectRoot } from "./source-tree.ts";

const timeout = 120_000;
const state = describeState(mkdtempSync(join(tmpdir(), "helioport-start-")));
const port = await findFreePort();
const environment = { ...process.env, HELIOPORT_STATE: state.root, PORT: String(port) };
afterAll(() => rmSync(state.root, { recursive: true, force: true }));

/** Starts Helioport and waits until it says that it is ready. */
async function start() {
  const child = spawn(process.execPath, ["tools/start.mjs"], {
    cwd: projectRoot,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = once(child, "exit") as Promise<[number | null]>;
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      output += chunk;
      if (output.includes("Ctrl-C ends everything")) resolve();
    });
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    void ended.then(() => reject(new Error(output)));
  });
  await ready;
  return {
    output,
    child,
    async stop(signal: NodeJS.Signals = "SIGINT") {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}

async function runTool(name: string, more: Record<string, string> = {}) {
  const { code, output } = await runQuietly(process.execPath, [`tools/${name}.mjs`], {
    cwd: projectRoot,
    env: { ...environment, ...more },
  });
  return { code, line: output.trim().split("\n").at(-1) };
}

async function signIn(account: string, password: string) {
  const response = await fetch(`http://localhost:${port}/api/auth/v2/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ account, password }),
  });
  return response.status;
}

function readPerson() {
  const { accounts } = JSON.parse(readFileSync(state.demo, "utf8"));
  return accounts[0] as { account: string; password: string };
}

// Each test begins with what the one before left.
let platform: Awaited<ReturnType<typeof start>>;

test("the first start makes a platform that its printed owner can sign in to", {
  timeout,
}, async () => {
  platform = await start();
  expect(platform.output).toContain(`http://localhost:${port}`);
  const { account, password } = readPerson();
  expect(platform.output).toContain(`${account}`);
  expect(platform.output).toContain(password);
  expect(await signIn(account, password)).toBe(200);
  expect(await signIn(account, `${password}x`)).not.toBe(200);
});

test("while it runs, its state and its port are refused to others", { timeout }, async () => {
  const second = await runTool("start");
  expect(second.code).toBe(1);
  expect(second.line).toMatch(
    /^✗ Helioport is already running at http:\/\/localhost:\d+ \(process/,
  );
  const reset = await runTool("reset");
  expect(reset.code).toBe(1);
  expect(reset.line).toMatch(/^✗ Helioport is already running/);
  const elsewhere = mkdtempSync(join(tmpdir(), "helioport-start-"));
  const taken = await runTool("start", { HELIOPORT_STATE: elsewhere });
  rmSync(elsewhere, { recursive: true });
  expect(taken).toEqual({
    code: 1,
    line: `✗ Port ${port} is taken by another program. Choose another: PORT=${port + 1} npm start`,
  });
});

test("Ctrl-C ends it, and it can be killed after a restart", { timeout }, async () => {
  const { account, password } = readPerson();
  expect(await platform.stop("SIGINT")).toBe(0);
  await expect(signIn(account, password)).rejects.toThrow();
  const killed = await start();
  expect(await killed.stop("SIGKILL")).toBe(null);
});

test("the state survives even the end of a killed platform", { timeout }, async () => {
  const again = await start();
  const { account, password } = readPerson();
  expect(await signIn(account, password)).toBe(200);
  expect(await again.stop("SIGTERM")).toBe(0);
});

test.each([
  ["fleet", () => writeFileSync(state.fleet, "{"), /^✗ .+fleet\.json is damaged\..+npm run reset/],
  ["demo", () => rmSync(state.demo), /^✗ .+demo\.json cannot be read .+npm run reset/],
  ["secret", () => rmSync(state.secret), /^✗ The secret in .+ cannot be read .+npm run reset/],
  ["database", () => harmDatabase(), /^✗ The local database .+ is damaged.+npm run reset/],
])("a broken %s is reported in one line", { timeout }, async (_, harm, line) => {
  const saved = new Map(
    [state.fleet, state.demo, state.secret].map((path) => [path, readFileSync(path)]),
  );
  harm();
  const started = await runTool("start");
  for (const [path, content] of saved) writeFileSync(path, content);
  expect(started.code).toBe(1);
  expect(started.line).toMatch(line);
});

test("reset clears the state, and only the state", { timeout }, async () => {
  expect((await runTool("reset")).code).toBe(0);
  expect(readdirSync(join(state.root, ".."))).not.toContain(state.root.split("/").at(-1));
});

function harmDatabase() {
  const files = readdirSync(state.resources, { recursive: true, withFileTypes: true });
  const databases = files.filter(
    ({ name, parentPath }) => /D1Database/.test(parentPath) && /^[0-9a-f]{64}\.sqlite/.test(name),
  );
  for (const { name, parentPath } of databases) {
    writeFileSync(join(parentPath, name), "this is no database at all".repeat(999));
  }
}
