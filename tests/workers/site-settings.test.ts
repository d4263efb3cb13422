import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import type { SignedIn } from "#operations/context.ts";
import { callerOf, tryCall } from "../support/claims.ts";
import { ALPHA, seedUsers } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";

const context = testContext();
let owner: SignedIn;

beforeAll(async () => {
  await seedUsers();
  owner = await callerOf("owner");
});

const read = () =>
  env.DB.prepare(
    "select name, sort_name, words, electricity_price, feed_in_price, price_unit, reduce_scale from sites where id = ?",
  )
    .bind(ALPHA)
    .first();

test("a site with another name is found by it, and by its serial number still", async () => {
  const rename = (name: unknown) =>
    tryCall("POST /site/v2/updateName", { id: ALPHA, name }, owner, context);
  expect((await rename("  Façade 10 ")).code).toBe("ok");
  expect(await read()).toMatchObject({
    name: "Façade 10",
    sort_name: "facade 000000000010",
    words: JSON.stringify(["facade", "10", "berlin", "alpha", "01"]),
  });
  expect((await rename(" ")).fields).toEqual({ name: "required" });
  expect((await rename("x".repeat(101))).fields).toEqual({ name: "tooLong" });
  for (const name of ["two\nlines", "turned \u202Eround", "isolated \u2067 too", "nul\u0000"])
    expect((await rename(name)).fields, JSON.stringify(name)).toEqual({ name: "wrongValue" });
  expect((await rename("محطة السطح 太阳能")).code).toBe("ok");
});

test("one of many concurrent names is stored, with its search words", async () => {
  const names = ["One house", "Two houses", "Three houses", "Four houses"];
  const given = names.map((name) =>
    tryCall("POST /site/v2/updateName", { id: ALPHA, name }, owner, context),
  );
  const codes = (await Promise.all(given)).map(({ code }) => code);
  expect(codes.filter((code) => !["ok", "conflict"].includes(code))).toEqual([]);
  const { name, words } = (await read()) as { name: string; words: string };
  expect(JSON.parse(words)).toEqual([...name.toLowerCase().split(" "), "berlin", "alpha", "01"]);
});

test("prices are at least zero and in an existing currency; absent fields stay", async () => {
  const price = (prices: object) =>
    tryCall("POST /site/v2/updateElectricityPrice", { id: ALPHA, ...prices }, owner, context);
  expect((await price({ electricityPrice: 0.3, priceUnit: "eur", feedInPrice: 0.1 })).code).toBe(
    "ok",
  );
  expect((await price({ electricityPrice: 0, priceUnit: "JOD" })).code).toBe("ok");
  expect(await read()).toMatchObject({
    electricity_price: 0,
    feed_in_price: 0.1,
    price_unit: "JOD",
  });
  expect((await price({ electricityPrice: 1, priceUnit: "JOD", feedInPrice: null })).code).toBe(
    "ok",
  );
  expect(await read()).toMatchObject({ feed_in_price: null });
  expect((await price({})).fields).toEqual({ electricityPrice: "required", priceUnit: "required" });
  expect((await price({ electricityPrice: -0.1, priceUnit: "XXX" })).fields).toEqual({
    electricityPrice: "tooSmall",
    priceUnit: "wrongValue",
  });
});

test("the solar scale is for members whose rule is above 0, with the specification's words", async () => {
  const set = (reduceScale: unknown, caller: SignedIn) =>
    tryCall("POST /site/v2/updateReduceScale", { id: ALPHA, reduceScale }, caller, context);
  const ruled = { ...owner, person: { ...owner.person, rule: 1 } };
  expect((await set(1, owner)).code).toBe("forbidden");
  for (const name of ["full", "monitor"]) {
    const member = await callerOf(name);
    expect((await set(2, member)).code).toBe("forbidden");
    expect((await set(2, { ...member, person: { ...member.person, rule: 1 } })).code).toBe("ok");
    expect(await read()).toMatchObject({ reduce_scale: 2 });
  }
  for (const [name, code] of [
    ["stranger", "notFound"],
    ["demo", "forbidden"],
  ] as const) {
    const other = await callerOf(name);
    expect((await set(1, { ...other, person: { ...other.person, rule: 1 } })).code).toBe(code);
  }
  expect((await set(0.5, ruled)).code).toBe("ok");
  expect(await read()).toMatchObject({ reduce_scale: 0.5 });
  expect((await set(undefined, ruled)).fields).toEqual({ reduceScale: "solar_scale_error" });
  for (const wrong of [-0.01, 99.01])
    expect((await set(wrong, ruled)).fields).toEqual({ reduceScale: "solar_scale_error_type" });
});
