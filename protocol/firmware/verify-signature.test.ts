import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { verifySignature } from "./verify-release.ts";

type Case = { tcId: number; comment: string; msg: string; sig: string; result: string };
type Vectors = {
  numberOfTests: number;
  testGroups: { publicKey: { pk: string }; tests: Case[] }[];
};

const FILE = new URL("../../tests/fixtures/wycheproof/ed25519.json.gz", import.meta.url);
const vectors = JSON.parse(gunzipSync(readFileSync(FILE)).toString()) as Vectors;
const cases = vectors.testGroups.flatMap(({ publicKey, tests }) =>
  tests.map((one) => ({ key: publicKey.pk, ...one })),
);

test("the file has all of its cases, right and wrong ones", () => {
  expect(cases).toHaveLength(vectors.numberOfTests);
  expect(cases).toHaveLength(151);
  expect(new Set(cases.map(({ result }) => result))).toEqual(new Set(["valid", "invalid"]));
});

test.each(cases)("Wycheproof case $tcId: $comment", async ({ key, msg, sig, result }) => {
  const isRight = await verifySignature(bytesOf(msg), bytesOf(sig), bytesOf(key));
  expect(isRight).toBe(result === "valid");
});

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(hex, "hex"));
}
