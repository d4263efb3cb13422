import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { callOperation } from "#operations/call.ts";
import { sweep } from "#operations/jobs/sweep.ts";
import { sendCode } from "#operations/user/codes.ts";
import { PASSWORD, seedPeople } from "../support/people.ts";
import { readLinkToken } from "../support/read-mails.ts";
import { testContext } from "../support/test-context.ts";

const HOUR = 3_600_000;
const nobody = { kind: "nobody", endedElsewhere: false, address: "192.0.2.1" } as const;
const count = (table: string) => env.DB.prepare(`select count(*) n from ${table}`).first("n");

beforeAll(seedPeople);

test("codes, links and browsers are forgotten when they count for nothing, decoys at once", async () => {
  const context = testContext();
  const find = (email: string) =>
    callOperation("POST /user/v2/sendEmailResetPassword", { email }, nobody, context);
  await find("owner@example.org");
  await find("none@example.org");
  await sendCode(
    context,
    { purpose: "register", address: "zoe@example.org" },
    { language: "en", name: "" },
  );
  const asked = { account: "full@example.org", password: PASSWORD };
  await callOperation("POST /auth/v2/login", asked, nobody, context);
  expect(await count("links")).toBe(2);
  context.turn(1);
  await sweep(context);
  expect(await readLinkToken("owner@example.org")).not.toBe("");
  for (const table of ["links", "codes", "known_browsers"])
    expect(await count(table), table).toBe(1);
  context.turn(24 * HOUR);
  await sweep(context);
  expect(await count("links")).toBe(0);
  expect(await count("codes")).toBe(0);
  expect(await count("known_browsers")).toBe(1);
  context.turn(180 * 24 * HOUR);
  await sweep(context);
  expect(await count("known_browsers")).toBe(0);
});
