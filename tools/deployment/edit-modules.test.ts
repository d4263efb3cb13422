import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { digest } from "#protocol/keys/digest.ts";
import { startLocalD1 } from "../../tests/support/local-d1.ts";
import { scriptAccount } from "../../tests/support/scripted-account.ts";
import { Failure } from "../failure.ts";
import { importModules, listModules, removeModule } from "./edit-modules.ts";
import { queriesOf } from "./local-database.ts";
import type { ModuleLine } from "./module-file.ts";
import { pageOf } from "./page-of.ts";
import type { Apply, Query } from "./query.ts";
import { withRemoteDatabase } from "./remote-database.ts";

const NOW = Date.UTC(2026, 10, 22, 9);
let d1: Awaited<ReturnType<typeof startLocalD1>>;
let query: Query;
let apply: Apply;

beforeAll(async () => {
  d1 = await startLocalD1();
  [query, apply] = queriesOf(d1.database);
  await d1.database.exec(
    "INSERT INTO users (id, account, email, name, password_hash, created_at) VALUES (1, 'a', 'a', 'A', 'x', 1)",
  );
  await d1.database.exec(
    "INSERT INTO sites (id, name, creator_id, created_at, updated_at) VALUES (7, 'House', 1, 1, 1)",
  );
});
beforeEach(async () => {
  await d1.database.exec("DELETE FROM modules");
});
afterAll(() => d1.stop());

function moduleLines(many: number, secret = "secret"): ModuleLine[] {
  return Array.from({ length: many }, (_, place) => {
    const serial = `HP-${String(place).padStart(6, "0")}`;
    const [checkHash, secretHash] = [digest(`code ${serial}`), digest(`${secret} ${serial}`)];
    return { line: place + 2, serial, type: "Kinergy 'II'", checkHash, secretHash };
  });
}

function importThem(modules: ModuleLine[], has: { replace?: boolean; apply?: Apply } = {}) {
  const { replace = false } = has;
  const showStep = <T>(_: string, work: () => Promise<T>) => work();
  return importModules({ query, apply: has.apply ?? apply, modules, replace, now: NOW, showStep });
}

function readAll() {
  return query("SELECT * FROM modules ORDER BY serial");
}

async function refusal(work: Promise<unknown>): Promise<Failure> {
  const error = await work.catch((thrown: unknown) => thrown);
  if (error instanceof Failure) return error;
  throw new Error("it was not refused");
}

test("modules are registered with the data of a logger's upgrade; a second import changes nothing", async () => {
  const modules = moduleLines(2);
  expect(await importThem(modules)).toEqual(["2 new", "0 replaced", "0 there already"]);
  const stored = await readAll();
  expect(stored[1]).toEqual({
    serial: "HP-000001",
    type: "Kinergy 'II'",
    check_hash: digest("code HP-000001"),
    secret_hash: digest("secret HP-000001"),
    site_id: null,
    released: 0,
    released_by: null,
    released_hash: null,
    created_at: NOW,
  });
  expect(await importThem(modules.reverse())).toEqual(["0 new", "0 replaced", "2 there already"]);
  expect(await readAll()).toEqual(stored);
});

test("an import of several statements is written whole, or not at all", async () => {
  const modules = moduleLines(301);
  const failing: Apply = (statements) => apply([...statements, "INSERT INTO nowhere VALUES (1)"]);
  await expect(importThem(modules, { apply: failing })).rejects.toThrow("nowhere");
  expect(await readAll()).toEqual([]);
  expect(await importThem(modules)).toEqual(["301 new", "0 replaced", "0 there already"]);
});

test("a module is found in a registry of several pages", async () => {
  const modules = moduleLines(2);
  const last = { ...modules[1], serial: "HP-Z" } as ModuleLine;
  await importThem([...modules, last]);
  await d1.database.exec(
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) INSERT INTO modules (serial, secret_hash, created_at) SELECT 'HP-A' || i, 'x', 1 FROM n",
  );
  expect(await importThem([...modules, last])).toEqual(["0 new", "0 replaced", "3 there already"]);
});

test("a different registration is refused, and replaced with --replace while unclaimed", async () => {
  const [first, second] = moduleLines(2);
  const changed = moduleLines(3, "new secret");
  await importThem([first, second] as ModuleLine[]);
  const stored = await readAll();
  const { message, details } = await refusal(importThem(changed));
  expect(message).toBe("2 lines do not go with the registry; nothing was written.");
  expect(details).toEqual([
    "line 2: HP-000000 is registered otherwise: --replace writes over it",
    "line 3: HP-000001 is registered otherwise: --replace writes over it",
  ]);
  expect(await readAll()).toEqual(stored);
  expect(await importThem(changed, { replace: true })).toEqual([
    "1 new",
    "2 replaced",
    "0 there already",
  ]);
  expect((await readAll()).map(({ secret_hash }) => secret_hash)).toEqual(
    changed.map(({ secretHash }) => secretHash),
  );
});

test("a short check code is registered no more; where it is registered already, the file goes on as it is", async () => {
  const [old, other] = moduleLines(2) as [ModuleLine, ModuleLine];
  await importThem([old]);
  const short = { ...old, hasShortCode: true as const };
  expect(await importThem([short, other])).toEqual(["1 new", "0 replaced", "1 there already"]);
  const stored = await readAll();
  const [, , third] = moduleLines(3) as [ModuleLine, ModuleLine, ModuleLine];
  for (const [lines, serial] of [
    [[short, { ...third, hasShortCode: true as const }], third.serial],
    [[{ ...short, secretHash: digest("another") }], short.serial],
  ] as const)
    expect((await refusal(importThem([...lines], { replace: true }))).details).toEqual([
      expect.stringContaining(`${serial} has a check_code of less than 8 letters and digits`),
    ]);
  expect(await readAll()).toEqual(stored);
});

test("a claimed module is never touched, even where it is claimed during the import", async () => {
  const [first, second] = moduleLines(2) as [ModuleLine, ModuleLine];
  const [, changed] = moduleLines(2, "new secret") as [ModuleLine, ModuleLine];
  await importThem([first, second]);
  const claiming: Apply = async (statements) => {
    await d1.database.exec("UPDATE modules SET site_id = 7 WHERE serial = 'HP-000001'");
    await apply(statements);
  };
  const late = await refusal(importThem([first, changed], { replace: true, apply: claiming }));
  expect(late.message).toContain("changed by another user meanwhile");
  expect(late.details).toEqual(["line 3: HP-000001 is not registered like this"]);
  const stored = await readAll();
  expect(stored[1]).toMatchObject({ site_id: 7, secret_hash: second.secretHash });
  expect((await refusal(importThem([first, changed], { replace: true }))).details).toEqual([
    "line 3: HP-000001 is registered otherwise, and a site has claimed it",
  ]);
  expect(await importThem([first, second])).toEqual(["0 new", "0 replaced", "2 there already"]);
  expect(await readAll()).toEqual(stored);
});

test("the list counts and shows a page, without hashes", async () => {
  await importThem(moduleLines(52));
  await d1.database.exec("UPDATE modules SET site_id = 7 WHERE serial = 'HP-000001'");
  const lines = await listModules(query, pageOf(1), false);
  expect(lines).toHaveLength(52);
  expect(lines[0]).toBe("52 modules, 1 of them claimed");
  expect(lines[2]).toMatch(/^HP-000001 +Kinergy 'II' {2}site 7$/);
  expect(lines.at(-1)).toBe("Page 1 of 2: --page 2 has the next.");
  const rest = await listModules(query, pageOf(2), true);
  expect(rest[1]).toMatch(/^HP-000051 +Kinergy 'II' {2}unclaimed$/);
  expect(rest.at(-1)).toBe("Page 2 of 2.");
});

test("only unclaimed modules are removed", async () => {
  await importThem(moduleLines(2));
  await d1.database.exec("UPDATE modules SET site_id = 7 WHERE serial = 'HP-000001'");
  await removeModule(query, "HP-000000");
  await expect(removeModule(query, "HP-000000")).rejects.toThrow("There is no module HP-000000");
  await expect(removeModule(query, "HP-000001")).rejects.toThrow("Site 7 has claimed HP-000001");
  expect(await readAll()).toHaveLength(1);
});

test("a deployed database takes a few modules as a command, and many as one file", async () => {
  const account = scriptAccount({ made: true });
  const showStep = <T>(_: string, work: () => Promise<T>) => work();
  const importThere = (modules: ModuleLine[]) =>
    withRemoteDatabase(account.wrangler, "helioport", (remoteQuery, remoteApply) =>
      importModules({
        query: remoteQuery,
        apply: remoteApply,
        modules,
        replace: false,
        now: NOW,
        showStep,
      }),
    );
  await importThere(moduleLines(1));
  expect(account.commands.filter((command) => command.includes("--file"))).toEqual([]);
  expect(await importThere(moduleLines(400))).toEqual(["399 new", "0 replaced", "1 there already"]);
  expect(account.commands.filter((command) => command.includes("--file"))).toHaveLength(1);
  const counted = account.database.prepare("SELECT count(*) AS n FROM modules").get();
  expect(counted).toEqual({ n: 400 });
});

test("a released module counts as registered although its secret has changed", async () => {
  const modules = moduleLines(3);
  await importThem(modules);
  await d1.database.exec(
    "UPDATE modules SET released = 1, secret_hash = '' WHERE serial = 'HP-000000'",
  );
  await d1.database.exec(
    "UPDATE modules SET released = 1, secret_hash = 'new', site_id = 7 WHERE serial = 'HP-000001'",
  );
  const stored = await readAll();
  expect(await importThem(modules)).toEqual(["0 new", "0 replaced", "3 there already"]);
  expect(await readAll()).toEqual(stored);
});

test("modules keyed by the portal count as registered, and --replace overwrites unclaimed ones", async () => {
  const modules = moduleLines(3);
  await importThem(modules);
  const key = () =>
    d1.database.exec(
      "UPDATE modules SET check_hash = 'h1.' || check_hash WHERE length(check_hash) = 43",
    );
  await key();
  await d1.database.exec("UPDATE modules SET site_id = 7 WHERE serial = 'HP-000002'");
  const before = await readAll();
  expect(await importThem(modules)).toEqual(["0 new", "0 replaced", "3 there already"]);
  expect(await readAll()).toEqual(before);
  expect(await importThem(modules, { replace: true })).toEqual([
    "0 new",
    "2 replaced",
    "1 there already",
  ]);
  const plain = modules.map(({ checkHash }) => checkHash);
  expect((await readAll()).map(({ check_hash }) => check_hash)).toEqual([
    ...plain.slice(0, 2),
    `h1.${plain[2]}`,
  ]);
  // A job that replaces the hashes between writing and reading back must not change the result.
  await key();
  const applyAndKey: Apply = async (statements) => {
    await apply(statements);
    await key();
  };
  expect(await importThem(moduleLines(3), { replace: true, apply: applyAndKey })).toContain(
    "2 replaced",
  );
});
