import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { projectRoot } from "./project-root.ts";
import { runQuietly } from "./run-quietly.ts";

const directory = mkdtempSync(join(tmpdir(), "helioport-modules-command-"));
const file = join(directory, "modules.csv");
writeFileSync(file, "serial,type,check_code,secret\nHP-0001,E4,A1B2,short\nhp,E4,A1B2,short\n");
afterAll(() => rmSync(directory, { recursive: true }));

function run(command: string, ...args: string[]) {
  const environment = { ...process.env, HELIOPORT_STATE: join(directory, "nothing") };
  const options = { cwd: projectRoot, env: environment };
  return runQuietly(process.execPath, [`tools/${command}.ts`, ...args], options);
}

test("a file that is wrong ends the command with its lines and code 1, before any database is opened", async () => {
  const { code, output } = await run("modules", "import", file, "--plain", "--local");
  expect(code).toBe(1);
  expect(output).toContain("line 2: secret is not 22 to 128 letters, digits and signs\nline 3: ");
  expect(output).toMatch(/✗ .*modules\.csv: 2 lines are wrong; nothing was written\.\n$/);
  expect(output).not.toContain("no local state");
});

test("an impossible option is refused in a line, with code 1", async () => {
  const [modules, blocked] = await Promise.all([
    run("modules", "list", "--plain"),
    run("blocked", "add", "not-an-address"),
  ]);
  expect(modules).toMatchObject({ code: 1 });
  expect(modules.output).toContain("Say what: npm run modules");
  expect(blocked).toMatchObject({ code: 1 });
  expect(blocked.output).toContain("not-an-address is neither an e-mail address nor a domain");
});
