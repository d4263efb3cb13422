import { expect, test } from "vitest";
import { z } from "zod";
import { anyone, confirmed, signedIn } from "#operations/access.ts";
import { confirmField } from "#operations/confirmation.ts";
import { operation } from "#operations/operation.ts";
import { operations } from "#operations/table.ts";

type Row = { path: string; access: { kind: string } };

function findEqualPaths(rows: readonly Row[]): string[] {
  const paths = rows.map(({ path }) => path.toLowerCase());
  return paths.filter((path, place) => paths.indexOf(path) !== place);
}

function findWithoutAccess(rows: readonly Partial<Row>[]): (string | undefined)[] {
  return rows.filter(({ access }) => !access?.kind).map(({ path }) => path);
}

test("no two operations have the same path", () => {
  expect(operations.length).toBeGreaterThan(0);
  expect(findEqualPaths(operations)).toEqual([]);
});

test("every operation says who may call it, and where it is", () => {
  expect(findWithoutAccess(operations)).toEqual([]);
  for (const { path } of operations) expect(path).toMatch(/^(GET|POST) \/[A-Za-z0-9/]+$/);
});

test("an operation that does not say who may call it does not compile", () => {
  const said = {
    path: "POST /open",
    description: { summary: "", output: z.null(), example: { input: {}, output: null } },
    input: z.object({}),
    run: async () => null,
  } as const;
  expect(operation({ ...said, access: anyone }).access.kind).toBe("anyone");
  // @ts-expect-error access is missing
  expect(operation(said).access).toBeUndefined();
});

test("planted rows with an equal path, and without access, are caught", () => {
  const row = { path: "POST /site/v2/info", access: { kind: "signedIn" } };
  const equal = { path: "POST /Site/v2/info", access: { kind: "anyone" } };
  expect(findEqualPaths([row, equal])).toEqual(["post /site/v2/info"]);
  expect(findWithoutAccess([row, { path: "POST /open" }])).toEqual(["POST /open"]);
});

/** API contract, "Confirmation of identity"; an invitation is one of these as the next owner. */
const IRREVERSIBLE = [
  "POST /site/v2/user/invite",
  "POST /site/v2/unlink",
  "POST /site/v2/delete",
  "POST /site/v2/replaceSystemId",
  "POST /site/v2/archive/add",
  "POST /user/v2/archive/add",
  "POST /user/v2/token/add",
  "POST /user/v2/session/delete",
  "POST /user/v2/updateAccountAndEmail",
  "POST /site/v2/webhook/update",
  "POST /site/v2/webhook/rotate",
  "POST /site/v2/rollout/start",
  "POST /site/v2/rollout/approve",
  "POST /platform/v2/user/updateRule",
  "POST /platform/v2/module/add",
  "POST /platform/v2/module/import",
  "POST /platform/v2/module/delete",
];

function findConfirmed(
  rows: readonly { path: string; access: { kind: string; confirm?: unknown } }[],
) {
  return rows.filter(({ access }) => access.confirm !== undefined).map(({ path }) => path);
}

test("irreversible operations declare that they require a confirmation of identity", () => {
  expect(findConfirmed(operations).toSorted()).toEqual(IRREVERSIBLE.toSorted());
});

test("a planted operation without the declaration is caught", () => {
  const bare = operations.map(({ path, access: { kind } }) => ({ path, access: { kind } }));
  expect(findConfirmed(bare)).toEqual([]);
});

test("an operation that requires a confirmation does not compile without the field for it", () => {
  const said = {
    path: "POST /end",
    description: { summary: "", output: z.null(), example: { input: {}, output: null } },
    run: async () => null,
    access: confirmed(signedIn("editAccount")),
  } as const;
  expect(operation({ ...said, input: z.object({ ...confirmField }) }).access.confirm).toBeDefined();
  // @ts-expect-error a wrong type of the field
  operation({ ...said, input: z.object({ confirm: z.string() }) });
});
