import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { callOperation } from "#operations/call.ts";
import type { Caller } from "#operations/context.ts";
import { callAs, signIn } from "../support/call-api.ts";
import { ALPHA, seedUsers } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";

const RIGHT = "open sesame 7";
let account = "";
let context = testContext();

beforeAll(async () => {
  await seedUsers();
  const owner = await signIn("owner");
  await callAs(owner, "/site/v2/share/add", { siteId: ALPHA, password: RIGHT });
  const { body } = await callAs(owner, "/site/v2/share/getBySiteId", { siteId: ALPHA });
  account = (body.data as { account: string }).account;
});
beforeEach(async () => {
  context = testContext();
  await env.DB.exec("delete from rate_limit_attempts");
});

async function guess(address: string, password = "a wrong guess"): Promise<string> {
  const caller: Caller = { kind: "anonymous", endedElsewhere: false, address };
  try {
    await callOperation("POST /auth/v2/shareLogin", { tk: account, password }, caller, context);
    return "inside";
  } catch (error) {
    return (error as { code: string }).code;
  }
}

async function guessAll(addresses: readonly string[]): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (const address of addresses) {
    const outcome = await guess(address);
    counted[outcome] = (counted[outcome] ?? 0) + 1;
  }
  return counted;
}

const NETWORKS = {
  "an IPv4 /24": (place: number) => `203.0.113.${place % 250}`,
  "an IPv6 /48": (place: number) => `2001:db8:77:${place.toString(16)}::/64`,
};

for (const [network, addressOf] of Object.entries(NETWORKS))
  test(`200 wrong passwords from ${network} keep no viewer elsewhere out who knows the right one`, async () => {
    const addresses = Array.from({ length: 200 }, (_, place) => addressOf(place));
    expect(await guessAll(addresses)).toEqual({ invalid: 50, tooFast: 150 });
    for (const elsewhere of ["198.51.100.7", "2001:db8:78:1::/64", "203.0.114.1"])
      expect(await guess(elsewhere, RIGHT)).toBe("inside");
    // Within that network the right one waits, too; an hour later it is let in.
    expect(await guess(addressOf(201), RIGHT)).toBe("tooFast");
    context.turn(3_600_000);
    expect(await guess(addressOf(202), RIGHT)).toBe("inside");
  });

test("a visitor admitted before may enter although other networks have used up the common limit", async () => {
  expect(await guess("198.51.100.7", RIGHT)).toBe("inside");
  const addresses = Array.from({ length: 240 }, (_, place) => `10.0.${place % 6}.${place}`);
  expect(await guessAll(addresses)).toEqual({ invalid: 200, tooFast: 40 });
  expect(await guess("198.51.100.7", RIGHT)).toBe("inside");
  expect(await guess("198.51.101.7", RIGHT)).toBe("tooFast");
});

test("right passwords use nothing up, from however many addresses of a network", async () => {
  for (let place = 0; place < 70; place++)
    expect(await guess(`192.0.2.${place}`, RIGHT)).toBe("inside");
  expect(await guess("192.0.2.200")).toBe("invalid");
});
