import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { makeCheckCode } from "#domain/loggers/module-secrets.ts";
import { isCheckCodeOf } from "#protocol/keys/check-hash.ts";
import { digest } from "#protocol/keys/digest.ts";
import { contextOf } from "#workers/services.ts";
import { type ApiPath, callAs, type DataOf, signIn, signInOnly } from "../support/call-api.ts";
import { restoreUsers } from "../support/restore-users.ts";
import { PASSWORD } from "../support/seed-users.ts";

const SECRET = "0123456789abcdefghijKLMNOP";
let [user, operator] = ["", ""];

beforeEach(async () => {
  await restoreUsers();
  for (const table of ["audit_log", "blocked_addresses", "subscribers"])
    await env.DB.exec(`delete from ${table}`);
  await env.DB.exec("delete from modules where site_id is null and serial <> 'SPARE-001'");
  await env.DB.exec("update users set type = 9 where account = 'stranger@example.org'");
  [user, operator] = [await signIn("full"), await signIn("stranger")];
});

const call = (path: string, input: object = {}, as = operator) =>
  callAs(as, `/platform/v2/${path}`, input);

async function dataOf<Path extends ApiPath>(path: Path, input: object = {}): Promise<DataOf<Path>> {
  const { status, body } = await callAs(operator, path, input);
  expect([path, status]).toEqual([path, 200]);
  return body.data as DataOf<Path>;
}

async function idOf(name: string): Promise<number> {
  const { list } = await dataOf("/platform/v2/user/page", { search: name });
  return list[0]?.id ?? 0;
}

test("users are found by the beginning of the address or the name, page after page", async () => {
  const walk = async (by: "account" | "name", search = "") => {
    const found: string[] = [];
    let after: number | null = null;
    do {
      const page: DataOf<"/platform/v2/user/page"> = await dataOf("/platform/v2/user/page", {
        by,
        search,
        after,
        size: 2,
      });
      found.push(...page.list.map((one) => one[by]));
      after = page.next;
    } while (after !== null);
    return found;
  };
  const accounts = await walk("account");
  expect(accounts).toEqual([...accounts].sort());
  expect(accounts).toHaveLength(6);
  expect(await walk("account", "ADMIN")).toEqual(["administrator@example.org"]);
  expect(await walk("name", "the m")).toEqual(["The monitor"]);
  expect(await walk("name", "monitor")).toEqual([]);
  expect(await walk("name", "The")).toHaveLength(5);
  const plan = await env.DB.prepare(
    "explain query plan select id from users where lower(name) >= lower('a') and lower(name) < lower('a') || 'z' order by lower(name), id limit 21",
  ).all();
  expect(JSON.stringify(plan.results)).toContain("users_name");
  expect(JSON.stringify(plan.results)).not.toContain("TEMP B-TREE");
});

test("one user has the numbers of sites by role and the last sign-in", async () => {
  const owner = await idOf("owner");
  const before = await dataOf("/platform/v2/user/get", { id: owner });
  expect(before).toMatchObject({
    account: "owner@example.org",
    sites: { owned: 3, administrator: 3, full: 0, monitor: 0 },
  });
  await signInOnly("owner");
  const after = await dataOf("/platform/v2/user/get", { id: owner });
  expect(after.signInTime).toBeGreaterThan(before.signInTime ?? 0);
  expect((await call("user/get", { id: 987_654 })).status).toBe(404);
});

test("a rule needs the password, is recorded with both values, and lets the user save the scale", async () => {
  const id = await idOf("full");
  const bare = await signInOnly("stranger");
  const set = (rule: unknown, more: object = {}) =>
    call("user/updateRule", { id, rule, ...more }, bare);
  expect((await set(1)).body.data).toEqual({ reason: "confirmationRequired" });
  expect((await set(1, { confirm: { password: PASSWORD } })).status).toBe(200);
  const saved = await callAs(user, "/site/v2/updateReduceScale", { id: 1, reduceScale: 0.4 });
  expect(saved.status).toBe(200);
  // A repeated call is one act.
  expect((await set(1, { confirm: { password: PASSWORD } })).status).toBe(200);
  const { list } = await dataOf("/platform/v2/audit/page", { area: "user" });
  expect(list).toMatchObject([
    {
      act: "user.ruleChanged",
      by: "The stranger",
      user: { id, account: "full@example.org" },
      details: { from: 0, to: 1 },
    },
  ]);
  for (const [rule, fault] of [
    [-1, "outOfRange"],
    [100, "outOfRange"],
    [1.5, "wrongValue"],
  ] as const)
    expect((await set(rule)).body.data).toMatchObject({ fields: { rule: fault } });
});

test("the log keeps an act after its user and its operator are deleted", async () => {
  const id = await idOf("monitor");
  await call("user/updateRule", { id, rule: 2 });
  const monitor = await signIn("monitor");
  expect((await callAs(monitor, "/user/v2/delete", { password: PASSWORD })).status).toBe(200);
  const { list } = await dataOf("/platform/v2/audit/page");
  expect(list).toMatchObject([{ user: null, details: { from: 0, to: 2 } }]);
});

test("a module is added with generated values, which are returned once and stored as hashes", async () => {
  const input = { serial: "k1-2026-0001", type: "K1" };
  const made = await dataOf("/platform/v2/module/add", input);
  expect(made).toMatchObject({ serial: "K1-2026-0001" });
  expect(made?.secret.length).toBeGreaterThanOrEqual(32);
  const stored = await env.DB.prepare(
    "select * from modules where serial = 'K1-2026-0001'",
  ).first();
  expect(JSON.stringify(stored)).not.toContain(made?.secret ?? "?");
  expect(stored).toMatchObject({
    type: "K1",
    secret_hash: digest(made?.secret ?? ""),
    site_id: null,
  });
  const { keys } = contextOf(env);
  expect(isCheckCodeOf(keys, String(stored?.check_hash), made?.checkCode ?? "")).toBe(true);
  const again = await call("module/add", input);
  expect([again.status, again.body.data]).toMatchObject([
    409,
    { fields: { serial: "moduleThere" } },
  ]);
  const claimed = await callAs(user, "/site/v2/checksn", {
    sn: "K1-2026-0001",
    checkCode: made?.checkCode,
  });
  expect(claimed.status).toBe(200);
  const given = { serial: "K1-2026-0002", type: "K1", checkCode: "ABCD-EFGH", secret: SECRET };
  expect((await call("module/add", given)).body.data).toBeUndefined();
  const faults = await call("module/add", {
    serial: "x",
    type: "",
    checkCode: "ab-12",
    secret: "1",
  });
  expect(faults.body.data).toEqual({
    fields: {
      serial: "wrongSerialForm",
      type: "required",
      checkCode: "checkCodeShort",
      secret: "wrongSecretForm",
    },
  });
});

const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, place) => ({
    serial: `IMPORT-${String(from + place).padStart(4, "0")}`,
    type: "K2",
    checkCode: makeCheckCode(new Uint8Array(10).fill(place)),
    secret: `${SECRET}-${from + place}`,
  }));
const importRows = (modules: object[], apply = true) =>
  dataOf("/platform/v2/module/import", { modules, apply });
const count = () => env.DB.prepare("select count(*) n from modules").first<number>("n");

test("an import registers all modules or none, and names each fault with its row", async () => {
  const before = (await count()) ?? 0;
  const bad = [...rows(3), { serial: "short", type: "K2" }, ...rows(1)];
  for (const apply of [false, true]) {
    expect(await importRows(bad, apply)).toMatchObject({
      added: 0,
      faults: [
        { row: 3, field: "serial", fault: "wrongSerialForm" },
        { row: 4, field: "serial", fault: "repeatedInFile" },
        { row: 4, field: "secret", fault: "repeatedInFile" },
      ],
      generated: [],
    });
  }
  expect(await importRows(rows(3), false)).toMatchObject({ added: 3, present: 0, faults: [] });
  expect(await count()).toBe(before);
  expect(await importRows(rows(3))).toMatchObject({ added: 3, present: 0, generated: [] });
  expect(await importRows(rows(5))).toMatchObject({ added: 2, present: 3 });
  expect(await importRows(rows(5))).toMatchObject({ added: 0, present: 5 });
  expect(await count()).toBe(before + 5);
  const other = [...rows(1), { ...rows(1)[0], serial: "ALPHA-01", secret: `${SECRET}x` }];
  expect(await importRows([{ ...other[0], type: "K3" }, other[1] ?? {}])).toMatchObject({
    added: 0,
    faults: [
      { row: 0, field: "serial", fault: "moduleThere" },
      { row: 1, field: "serial", fault: "moduleClaimed" },
    ],
  });
  const { list } = await dataOf("/platform/v2/audit/page", { area: "module" });
  expect(list.map(({ act, details }) => [act, details])).toEqual([
    ["module.imported", { count: 2 }],
    ["module.imported", { count: 3 }],
  ]);
});

test("an import of a thousand modules generates their values, or takes their hashes; one more is refused", async () => {
  const thousand = rows(1_000).map(({ serial, type }) => ({ serial, type }));
  const { added, generated } = await importRows(thousand);
  expect([added, generated.length]).toEqual([1_000, 1_000]);
  expect(new Set(generated.map(({ secret }) => secret)).size).toBe(1_000);
  const hashed = {
    serial: "HASHED-001",
    type: "K1",
    checkHash: digest("CODE-1234"),
    secretHash: digest(SECRET),
  };
  expect(await importRows([hashed])).toMatchObject({ added: 1, generated: [] });
  expect(await importRows([hashed])).toMatchObject({ added: 0, present: 1 });
  expect(await importRows([{ ...hashed, serial: "HASHED-002", secretHash: "" }])).toMatchObject({
    faults: [{ field: "secretHash", fault: "required" }],
  });
  const many = await call("module/import", { modules: [...thousand, hashed] });
  expect([many.status, many.body.data]).toMatchObject([422, { fields: { modules: "tooMany" } }]);
});

test("of two imports of one serial number, one registers it", async () => {
  const inputs = [rows(2), rows(2, 1)];
  const answers = await Promise.all(
    inputs.map((modules) => call("module/import", { modules, apply: true })),
  );
  const stored = await env.DB.prepare(
    "select count(*) n from modules where serial like 'IMPORT-%'",
  ).first("n");
  const accepted = answers.filter(({ status }) => status === 200);
  expect(accepted.length).toBeGreaterThanOrEqual(1);
  expect([2, 3]).toContain(stored);
});

test("the registry is listed by serial number and state, and only an unclaimed module is removed", async () => {
  await importRows(rows(5));
  const list = async (input: object) =>
    (await dataOf("/platform/v2/module/page", input)).list.map(({ serial }) => serial);
  expect(await list({ search: "import-000", size: 2 })).toEqual(["IMPORT-0000", "IMPORT-0001"]);
  expect(await list({ search: "import-000", after: "IMPORT-0003" })).toEqual(["IMPORT-0004"]);
  expect(await list({ state: "claimed" })).toContain("ALPHA-01");
  expect(await list({ state: "unclaimed" })).not.toContain("ALPHA-01");
  expect((await call("module/delete", { serial: "IMPORT-0000" })).status).toBe(200);
  expect((await call("module/delete", { serial: "IMPORT-0000" })).status).toBe(404);
  expect((await call("module/delete", { serial: "ALPHA-01" })).status).toBe(409);
});

test("subscribers are listed and exported, and the export is recorded once", async () => {
  for (const [email, confirmed] of [
    ["a@example.org", 5],
    ["b@example.org", null],
    ["c@example.org", 7],
  ] as const)
    await env.DB.prepare("insert into subscribers values (?, 'Name', 1, ?)")
      .bind(email, confirmed)
      .run();
  const first = await dataOf("/platform/v2/subscriber/page", { size: 1 });
  expect(first).toMatchObject({
    list: [{ email: "a@example.org" }],
    next: "a@example.org",
    counts: { confirmed: 2, pending: 1 },
  });
  const second = await dataOf("/platform/v2/subscriber/page", { size: 1, after: first.next });
  expect(second).toMatchObject({ list: [{ email: "c@example.org" }], next: null });
  const pending = await dataOf("/platform/v2/subscriber/page", { confirmed: false });
  expect(pending.list).toMatchObject([{ email: "b@example.org", confirmTime: null }]);
  expect((await dataOf("/platform/v2/subscriber/export")).list).toHaveLength(2);
  await dataOf("/platform/v2/subscriber/export", { after: "a@example.org" });
  const { list } = await dataOf("/platform/v2/audit/page", { area: "subscriber" });
  expect(list).toHaveLength(1);
});

test("a blocked address cannot register until the block is lifted, and the log has it shortened", async () => {
  expect((await call("blocked/add", { address: " Ana@Example.net " })).status).toBe(200);
  expect((await call("blocked/add", { address: "ana@example.net" })).status).toBe(409);
  expect((await call("blocked/add", { address: "@spam.example" })).status).toBe(200);
  for (const [address, fault] of [
    ["ana", "wrongBlocked"],
    ["", "required"],
  ])
    expect((await call("blocked/add", { address })).body.data).toMatchObject({
      fields: { address: fault },
    });
  const { list } = await dataOf("/platform/v2/blocked/page", { search: "@" });
  expect(list).toMatchObject([{ address: "@spam.example" }]);
  expect((await call("blocked/delete", { address: "ana@example.net" })).status).toBe(200);
  expect((await call("blocked/delete", { address: "ana@example.net" })).status).toBe(404);
  const acts = await dataOf("/platform/v2/audit/page", { area: "address" });
  expect(acts.list.map(({ act, details }) => [act, details.address])).toEqual([
    ["address.unblocked", "a…@example.net"],
    ["address.blocked", "@spam.example"],
    ["address.blocked", "a…@example.net"],
  ]);
});

test("feedback that is closed, and rules that are changed, are recorded; the log goes on page by page", async () => {
  await env.DB.exec("delete from feedback");
  const message = { name: "Ana", email: "ana@example.org", message: "Hello" };
  await callAs(user, "/help/v2/feedback/submit", message);
  const { list } = await dataOf("/platform/v2/feedback/page", { state: "open" });
  await call("feedback/update", { id: list[0]?.id, state: "closed" });
  await call("feedback/update", { id: list[0]?.id, state: "open" });
  await call("feedback/reply", { id: list[0]?.id, replies: 0, text: "Hi" });
  const first = await dataOf("/platform/v2/audit/page", { size: 2 });
  const second = await dataOf("/platform/v2/audit/page", { size: 2, after: first.next });
  expect([...first.list, ...second.list].map(({ act }) => act)).toEqual([
    "feedback.replied",
    "feedback.stateChanged",
    "feedback.stateChanged",
  ]);
  expect(second.next).toBeNull();
});
