import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Problem } from "#domain/problem.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { Context } from "#operations/context.ts";
import { type CodeFor, redeemCode, sendCode } from "#operations/user/codes.ts";
import { readCode, readMails } from "../support/read-mails.ts";
import { testContext } from "../support/test-context.ts";

const mail = { language: "en", name: "Zoe" } as const;
const forAddress = (address: string): CodeFor => ({ purpose: "register", address });

async function isRight(context: Context, bound: CodeFor, code: string): Promise<boolean> {
  return redeemCode(context, bound, { field: "captcha", code }).then(
    () => true,
    () => false,
  );
}

/** Another code than this one. */
const wrongOf = (code: string) => String((Number(code) + 1) % 1e6).padStart(6, "0");

async function send(context: Context, bound: CodeFor): Promise<string> {
  await sendCode(context, bound, mail);
  return readCode(bound.address);
}

test("a code opens what it was sent for, once", async () => {
  const context = testContext();
  const bound = forAddress("once@example.org");
  const code = await send(context, bound);
  expect(code).toMatch(/^\d{6}$/);
  expect(await isRight(context, bound, code)).toBe(true);
  expect(await isRight(context, bound, code)).toBe(false);
});

test("a code opens nothing for another address, person or purpose", async () => {
  const context = testContext();
  const bound: CodeFor = { purpose: "oldEmail", address: "bound@example.org", person: 1 };
  const code = await send(context, bound);
  for (const other of [
    { ...bound, address: "other@example.org" },
    { ...bound, person: 2 },
    { ...bound, purpose: "newEmail" },
    { purpose: "register", address: bound.address },
  ] as const)
    expect(await isRight(context, other, code)).toBe(false);
  expect(await isRight(context, bound, code)).toBe(true);
});

test("a wrong code is reported at its field", async () => {
  const typed = { field: "captcha", code: "000000" };
  await expect(
    redeemCode(testContext(), forAddress("none@example.org"), typed),
  ).rejects.toMatchObject({ code: "invalid", details: { fields: { captcha: "wrongCode" } } });
});

test("a code lives ten minutes", async () => {
  const context = testContext();
  const bound = forAddress("slow@example.org");
  const code = await send(context, bound);
  context.turn(10 * MINUTE_MS);
  expect(await isRight(context, bound, code)).toBe(false);
  const next = await send(context, bound);
  context.turn(10 * MINUTE_MS - 1);
  expect(await isRight(context, bound, next)).toBe(true);
});

test("five wrong ones spend a code, four do not", async () => {
  const context = testContext();
  for (const [wrong, opens] of [
    [4, true],
    [5, false],
  ] as const) {
    const bound = forAddress(`wrong-${wrong}@example.org`);
    const code = await send(context, bound);
    for (let guess = 0; guess < wrong; guess++)
      expect(await isRight(context, bound, wrongOf(code))).toBe(false);
    expect(await isRight(context, bound, code)).toBe(opens);
  }
});

test("one of fifty concurrent correct codes succeeds; fifty concurrent guesses count as five attempts", async () => {
  const context = testContext();
  const bound = forAddress("race@example.org");
  const code = await send(context, bound);
  const rights = await Promise.all(Array.from({ length: 50 }, () => isRight(context, bound, code)));
  expect(rights.filter(Boolean)).toHaveLength(1);
  context.turn(MINUTE_MS);
  const next = await send(context, bound);
  await Promise.all(Array.from({ length: 50 }, () => isRight(context, bound, wrongOf(next))));
  expect(await env.DB.prepare("select max(wrong_attempts) n from codes").first("n")).toBe(5);
  expect(await isRight(context, bound, next)).toBe(false);
});

test("another code is sent after a minute, and invalidates the previous one", async () => {
  const context = testContext();
  const bound = forAddress("again@example.org");
  const first = await send(context, bound);
  context.turn(MINUTE_MS - 1);
  await expect(sendCode(context, bound, mail)).rejects.toMatchObject({
    code: "tooFast",
    details: { message: "codeJustSent", retryAfter: 1 },
  });
  context.turn(1);
  const second = await send(context, bound);
  expect(await readMails(bound.address)).toHaveLength(2);
  expect(await isRight(context, bound, first)).toBe(first === second);
  expect(await isRight(context, bound, second)).toBe(first !== second);
});

test("fifty asked for at once are one e-mail", async () => {
  const context = testContext();
  const bound = forAddress("flood@example.org");
  const asked = Array.from({ length: 50 }, () => sendCode(context, bound, mail));
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await readMails(bound.address)).toHaveLength(1);
});

test("an address gets ten codes of a kind a day from all requesters together", async () => {
  const context = testContext();
  const address = "many@example.org";
  const by = (person: number): CodeFor => ({ purpose: "newEmail", address, person });
  for (let person = 1; person <= 10; person++) {
    await sendCode(context, by(person), mail);
    context.turn(MINUTE_MS);
  }
  const details = { message: "codesUsedUp", retryAfter: (24 * 60 - 10) * 60 };
  const dayLeft = { code: "tooFast", details };
  await expect(sendCode(context, by(11), mail)).rejects.toMatchObject(dayLeft);
  await sendCode(context, { purpose: "oldEmail", address, person: 1 }, mail);
  context.turn((24 * 60 - 10) * MINUTE_MS);
  await sendCode(context, by(11), mail);
  expect(await readMails(address)).toHaveLength(12);
});

test("a code sent a moment ago is reported to its requester only", async () => {
  const context = testContext();
  const by = (person: number): CodeFor => ({
    purpose: "newEmail",
    address: "two@example.org",
    person,
  });
  const refusal = (person: number) =>
    sendCode(context, by(person), mail).catch(({ details }: Problem) => details);
  await sendCode(context, by(21), mail);
  expect(await refusal(22)).toEqual({ retryAfter: 60 });
  expect(await refusal(21)).toEqual({ message: "codeJustSent", retryAfter: 60 });
  for (let sent = 1; sent < 10; sent++) {
    context.turn(MINUTE_MS);
    await sendCode(context, by(21), mail);
  }
  const untilTomorrow = (24 * 60 - 9) * 60;
  expect(await refusal(21)).toEqual({ message: "codeJustSent", retryAfter: untilTomorrow });
  expect(await refusal(22)).toEqual({ message: "codesUsedUp", retryAfter: untilTomorrow });
});

test("neither code nor address can be read from the stored codes", async () => {
  const context = testContext();
  const code = await send(context, forAddress("secret@example.org"));
  const { results } = await env.DB.prepare("select * from codes").all();
  expect(JSON.stringify(results)).not.toContain("secret");
  expect(results.map((row) => row.code_hash)).not.toContain(code);
});
