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

const choose = (years: unknown) =>
  tryCall("POST /site/v2/history/updateRetention", { id: ALPHA, years }, owner, context);
const asked = async () =>
  (await tryCall("POST /site/v2/history/retention", { id: ALPHA }, owner, context)).data as {
    years: number | null;
    changes: object[];
  };

test("changes of the retention are logged with their user and the previous value, newest first", async () => {
  expect(await asked()).toMatchObject({ years: null, changes: [] });
  await choose(5);
  context.turn(1_000);
  // What is chosen once more is no change.
  await choose(5);
  await choose(null);
  expect((await choose(3)).code).toBe("invalid");
  const by = { id: owner.person.id, name: owner.person.name };
  expect((await asked()).changes).toMatchObject([
    { by, time: context.now(), oldYears: 5, newYears: null },
    { by, time: context.now() - 1_000, oldYears: null, newYears: 5 },
  ]);
});

test("a change that could not be logged is logged when it is saved again", async () => {
  const before = (await asked()).changes.length;
  await choose(10);
  await env.DB.exec("delete from retention_changes where new_years = 10");
  await choose(10);
  const { changes } = await asked();
  expect(changes).toHaveLength(before + 1);
  expect(changes[0]).toMatchObject({ oldYears: null, newYears: 10 });
});
