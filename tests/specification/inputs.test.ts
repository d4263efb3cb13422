import { expect, test } from "vitest";
import { Problem } from "#domain/problem.ts";
import type { AnyOperation } from "#operations/call.ts";
import { parseInput } from "#operations/parse-input.ts";
import { operations } from "#operations/table.ts";

const table = operations as readonly AnyOperation[];

/** Faults that a call finds in its example with other values, by field. */
function faultsOf(path: string, values: Record<string, unknown>): Readonly<Record<string, string>> {
  const operation = table.find((row) => row.path === `POST ${path}`);
  if (operation === undefined) throw new Error(`${path} is not served`);
  try {
    parseInput(operation.input, { ...operation.description.example.input, ...values });
    return {};
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    return thrown.details.fields ?? {};
  }
}

// Members of a group, invitations, subscriptions, feedback, registrations and resets of passwords.
test.each([
  "/user/v2/groupuser/add",
  "/site/v2/user/invite",
  "/basic/v2/email/addSubscribeEmail",
  "/help/v2/feedback/submit",
  "/user/v3/register",
  "/user/v2/register/emailCaptcha",
  "/user/v2/sendEmailResetPassword",
])("%s needs an e-mail address that is well formed", (path) => {
  expect(faultsOf(path, {})).toEqual({});
  expect(faultsOf(path, { email: "" }).email).toBe("required");
  for (const email of ["ana", "ana@", "@example.org", "ana example.org"])
    expect(faultsOf(path, { email }).email, email).toBe("wrongEmail");
});

test("administrators are set by well formed addresses, at one site at least", () => {
  const path = "/site/v2/user/batchOpera";
  expect(faultsOf(path, {})).toEqual({});
  expect(Object.keys(faultsOf(path, { users: [] }))).toEqual(["users"]);
  expect(Object.keys(faultsOf(path, { siteIds: [] }))).toEqual(["siteIds"]);
  expect(Object.keys(faultsOf(path, { users: ["ana"] }))).not.toEqual([]);
});
