import fc from "fast-check";
import { expect, test } from "vitest";
import {
  hashPassword,
  isOutdatedHash,
  PASSWORD_COST,
  unusableHash,
  verifyPassword,
} from "./password-hash.ts";

const CHEAP = { log2N: 4, r: 8, p: 1 };

test("a password fits its own stored form and no other", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string(), async (password, other) => {
      fc.pre(password.normalize("NFC") !== other.normalize("NFC"));
      const stored = await hashPassword(password, CHEAP);
      expect(await verifyPassword(password, stored)).toBe(true);
      expect(await verifyPassword(other, stored)).toBe(false);
    }),
    { numRuns: 30 },
  );
});

test("the same password is stored differently each time, with its cost", async () => {
  const stored = await hashPassword("sunshine", CHEAP);
  expect(stored).toMatch(/^scrypt\$4\$8\$1\$/);
  expect(await hashPassword("sunshine", CHEAP)).not.toBe(stored);
});

test("at full cost a password is derived as RFC 7914 says, in the memory it needs", async () => {
  const stored = await hashPassword("sunshine");
  expect(stored.startsWith(`scrypt$${PASSWORD_COST.log2N}$8$${PASSWORD_COST.p}$`)).toBe(true);
  expect(await verifyPassword("sunshine", stored)).toBe(true);
});

test("an account that does not exist costs what one that does costs", async () => {
  const costOf = (stored: string) => stored.split("$").slice(0, 4);
  expect(costOf(unusableHash())).toEqual(costOf(await hashPassword("sunshine")));
});

test("no password fits an account that does not exist, nor a stored form that is none", async () => {
  for (const password of ["", "sunshine", "\0".repeat(32)]) {
    expect(await verifyPassword(password, unusableHash(CHEAP))).toBe(false);
    expect(await verifyPassword(password, "plain")).toBe(false);
  }
});

test("a new password has three lanes; an older one still fits and is to be stored again", async () => {
  const old = await hashPassword("sunshine1", { log2N: 15, r: 8, p: 1 });
  const made = await hashPassword("sunshine1");
  expect(made).toMatch(/^scrypt\$15\$8\$3\$/);
  expect(await verifyPassword("sunshine1", old)).toBe(true);
  expect(await verifyPassword("sunshine2", old)).toBe(false);
  expect([isOutdatedHash(old), isOutdatedHash(made)]).toEqual([true, false]);
});
