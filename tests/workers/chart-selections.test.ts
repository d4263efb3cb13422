import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { saveChartSelection } from "#database/charts/chart-selections.ts";
import { callOperation, type InputOf, type KnownPath, type OutputOf } from "#operations/call.ts";
import { identifyApiCaller } from "#workers/request-scope/caller.ts";
import { callAs, ORIGIN, signIn } from "../support/call-api.ts";
import { ALPHA, BETA, database, FOREIGN, GAMMA, seedUsers } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";

const tokens = new Map<string, string>();

beforeAll(async () => {
  await seedUsers();
  const names = ["owner", "administrator", "full", "monitor", "demo"];
  await Promise.all(names.map(async (name) => tokens.set(name, await signIn(name))));
});

beforeEach(async () => {
  await env.DB.exec("delete from chart_selections");
});

async function as<Path extends KnownPath>(
  who: string,
  path: Path,
  input: InputOf<Path>,
): Promise<OutputOf<Path>> {
  const context = testContext();
  const headers = { Authorization: tokens.get(who) ?? "" };
  const caller = await identifyApiCaller(new Request(ORIGIN, { headers }), context);
  return callOperation(path, input, caller, context);
}

const PATH = "POST /site/v2/chart/selection";
const SOLAR = "FFFF000100";
const save = (who: string, name: string, addresses = [SOLAR], siteId = ALPHA) =>
  as(who, `${PATH}/save`, { siteId, name, addresses });
const remove = (who: string, id: number, siteId = ALPHA) =>
  as(who, `${PATH}/delete`, { siteId, id });
const listOf = async (who: string, siteId = ALPHA) =>
  (await as(who, `${PATH}/list`, { siteId })).list;
const namesOf = async (who: string, siteId = ALPHA) =>
  (await listOf(who, siteId)).map(({ name }) => name);
const count = () => env.DB.prepare("select count(*) n from chart_selections").first<number>("n");

test("each keeps their own, in order of name, and one of the same name takes the place of the other", async () => {
  const { id } = await save("full", "  Su\u0308d ", ["0033110047", "ffff00012a"]);
  for (const name of ["Roof 10", "roof 2", "屋顶"]) await save("full", name);
  expect((await save("full", "S\u00fcd", [SOLAR, "0033110047"])).id).toBe(id);
  expect(await namesOf("full")).toEqual(["roof 2", "Roof 10", "S\u00fcd", "屋顶"]);
  expect(await listOf("full")).toContainEqual({
    id,
    name: "S\u00fcd",
    addresses: [SOLAR, "0033110047"],
  });
  const { id: raised } = await save("full", "lower case", ["ffff00012a"]);
  expect(await listOf("full")).toContainEqual({
    id: raised,
    name: "lower case",
    addresses: ["FFFF00012A"],
  });

  expect(await namesOf("full", BETA)).toEqual([]);
  expect(await namesOf("owner")).toEqual([]);
  await save("owner", "S\u00fcd");
  for (const [who, siteId] of [["owner"], ["full", BETA]] as const)
    await expect(remove(who, id, siteId)).rejects.toMatchObject({ code: "notFound" });
  expect(await remove("full", id)).toBeNull();
  await expect(remove("full", id)).rejects.toMatchObject({ code: "notFound" });
  expect(await namesOf("full")).toEqual(["lower case", "roof 2", "Roof 10", "屋顶"]);
  expect(await namesOf("owner")).toEqual(["S\u00fcd"]);
});

test("only those who see the advanced curve have any, and the demo account keeps none", async () => {
  expect(await listOf("demo")).toEqual([]);
  for (const who of ["demo", "monitor"])
    await expect(save(who, "mine")).rejects.toMatchObject({ code: "forbidden" });
  await expect(listOf("monitor")).rejects.toMatchObject({ code: "forbidden" });
  await expect(save("full", "mine", [SOLAR], FOREIGN)).rejects.toMatchObject({ code: "notFound" });
  expect(await count()).toBe(0);
});

test.each([
  ["no name", "  ", [SOLAR], { name: "required" }],
  ["a long name", "x".repeat(41), [SOLAR], { name: "tooLong" }],
  ["a name that turns its line", "x\u202ey", [SOLAR], { name: "wrongValue" }],
  ["no registers", "x", [], { addresses: "required" }],
  ["one twice", "x", ["ffff000100", SOLAR], { addresses: "wrongValue" }],
  [
    "more than a curve is asked for",
    "x",
    Array.from({ length: 51 }, (_, place) => `FFFF0001${place + 10}`),
    { addresses: "tooMany" },
  ],
])("a selection is refused: %s", async (_, name, addresses, fields) => {
  await expect(save("full", name, addresses)).rejects.toMatchObject({
    code: "invalid",
    details: { fields },
  });
});

test("a name of 40 letters and 50 registers are accepted", async () => {
  const addresses = Array.from({ length: 50 }, (_, place) => `FFFF0001${place + 10}`);
  await save("full", "x".repeat(40), addresses);
  expect((await listOf("full"))[0]?.addresses).toEqual(addresses);
});

test("at most 20 of many concurrent selections are stored, and those can be replaced", async () => {
  const saved = await Promise.allSettled(
    Array.from({ length: 26 }, (_, place) => save("full", `curve ${place}`)),
  );
  const refused = saved.filter((one) => one.status === "rejected").map(({ reason }) => reason);
  expect(refused).toHaveLength(6);
  for (const reason of refused)
    expect(reason).toMatchObject({ code: "conflict", messageKey: "selectionsFull" });
  const [kept] = await listOf("full");
  await save("full", kept?.name ?? "", ["0033110047"]);
  expect((await listOf("full"))[0]).toEqual({ ...kept, addresses: ["0033110047"] });
  await save("full", "elsewhere", [SOLAR], BETA);
  await save("owner", "another user's");
  await remove("full", kept?.id ?? 0);
  await save("full", "one more");
  expect(await listOf("full")).toHaveLength(20);
});

test("they go with the membership, the person and the site, and none comes after it", async () => {
  await save("full", "of who leaves");
  await save("full", "of who stays", [SOLAR], BETA);
  await save("owner", "of who stays");
  expect(
    (await callAs(tokens.get("full") ?? "", "/site/v2/user/leave", { id: ALPHA })).status,
  ).toBe(200);
  expect(await count()).toBe(2);
  const userId = await env.DB.prepare("select id n from users where account = 'full@example.org'")
    .first<number>("n")
    .then((id) => id ?? 0);
  const late = { userId, siteId: ALPHA, name: "late", addresses: [SOLAR], now: 0 };
  expect(await saveChartSelection(database, late, 20)).toBeUndefined();
  await env.DB.prepare("delete from users where id = ?").bind(userId).run();
  expect(await namesOf("owner")).toEqual(["of who stays"]);
  expect(await count()).toBe(1);
  await save("owner", "of a site", [SOLAR], GAMMA);
  await env.DB.prepare("delete from sites where id = ?").bind(ALPHA).run();
  expect(await namesOf("owner", GAMMA)).toEqual(["of a site"]);
  expect(await count()).toBe(1);
});
