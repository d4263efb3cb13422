import { expect, test } from "vitest";
import { bytesOfHex, readSignatureCases } from "../../tests/support/wycheproof.ts";
import { verifySignature } from "./verify-release.ts";

const cases = readSignatureCases();

test("the file has all of its cases, right and wrong ones", () => {
  expect(cases).toHaveLength(151);
  expect(new Set(cases.map(({ result }) => result))).toEqual(new Set(["valid", "invalid"]));
});

test.each(cases)("Wycheproof case $tcId: $comment", async ({ key, msg, sig, result }) => {
  const isRight = await verifySignature(bytesOfHex(msg), bytesOfHex(sig), bytesOfHex(key));
  expect(isRight).toBe(result === "valid");
});
