import { expect, test } from "vitest";
import type { AnyOperation } from "#operations/call.ts";
import { operations } from "#operations/table.ts";
import calls from "../fixtures/calls.json" with { type: "json" };

const served = new Map(
  (operations as readonly AnyOperation[])
    .filter((row) => row.served === "api")
    .map((row) => [row.path.replace(" ", " /api"), row]),
);

// Every operation has a row in the matrix of permissions (tests/workers/permission-matrix.test.ts), is in the description
// (api-description.test.ts) and answers as described, plain and sealed (described-calls.test.ts).
test("113 of 113 calls are operations with a description", () => {
  const faults = calls.flatMap(({ method, path }) => {
    const row = served.get(`${method} ${path}`);
    if (row === undefined) return [`${path} is not served`];
    const { summary, output, example } = row.description;
    return summary === "" || !output || !example ? [`${path} is not described`] : [];
  });
  expect(calls).toHaveLength(113);
  expect(faults).toEqual([]);
});
