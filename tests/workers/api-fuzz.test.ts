import { beforeAll, expect, test } from "vitest";
import { type Description, fuzzApi } from "../probes/api-fuzz/run.ts";
import { bringOnStage } from "../support/matrix/cast.ts";

beforeAll(bringOnStage);

// A sample of `npm run probe -- api-fuzz`.
test("every answer to any input of the API matches its description", async () => {
  const { calls, answers, byCode } = await fuzzApi(7, 6, () => {});
  expect(answers).toBe(calls * 12);
  expect(Object.keys(byCode)).toEqual(expect.arrayContaining(["200", "400", "401", "422"]));
});

const ONLY = "/user/v2/get";
function keepOne({ paths }: Description) {
  const call = paths[ONLY]?.post;
  if (call === undefined) throw new Error("no such call");
  for (const path of Object.keys(paths)) if (path !== ONLY) delete paths[path];
  return call;
}

test.each<[string, (description: Description) => void]>([
  ["a code that is not described", (it) => delete keepOne(it).responses[401]],
  [
    "a field that is not described",
    (it) => {
      const { schema } = keepOne(it).responses[200]?.content?.["application/json"] ?? {};
      delete schema?.properties?.data?.anyOf?.[0]?.properties?.phone;
    },
  ],
])("the fuzz finds a planted fault: %s", async (_, plant) => {
  await expect(fuzzApi(7, 6, () => {}, plant)).rejects.toThrow("outside the description");
});
