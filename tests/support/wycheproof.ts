import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

type Case = { tcId: number; comment: string; msg: string; sig: string; result: string };
type Vectors = {
  numberOfTests: number;
  testGroups: { publicKey: { pk: string }; tests: Case[] }[];
};

const FILE = new URL("../fixtures/wycheproof/ed25519.json.gz", import.meta.url);

/** Cases of signatures, right and wrong ones, each with its public key; bytes in hexadecimal. */
export function readSignatureCases(): (Case & { key: string })[] {
  const { numberOfTests, testGroups } = JSON.parse(
    gunzipSync(readFileSync(FILE)).toString(),
  ) as Vectors;
  const cases = testGroups.flatMap(({ publicKey, tests }) =>
    tests.map((one) => ({ key: publicKey.pk, ...one })),
  );
  if (cases.length !== numberOfTests) throw new Error(`the file has ${cases.length} cases`);
  return cases;
}

export function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(hex, "hex"));
}
