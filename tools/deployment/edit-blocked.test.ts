import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "#database/connect.ts";
import { isBlocked } from "#database/user/blocked-addresses.ts";
import { emailAddress } from "#domain/users/email-address.ts";
import { startLocalD1 } from "../../tests/support/local-d1.ts";
import { addBlocked, blockedAddress, listBlocked, removeBlocked } from "./edit-blocked.ts";
import { queriesOf } from "./local-database.ts";
import { pageOf } from "./page-of.ts";
import type { Query } from "./query.ts";

let d1: Awaited<ReturnType<typeof startLocalD1>>;
let query: Query;
beforeAll(async () => {
  d1 = await startLocalD1();
  [query] = queriesOf(d1.database);
});
afterAll(() => d1.stop());

const block = (text: string) => addBlocked(query, blockedAddress.parse(text), 1);
const asksFor = (typed: string) => isBlocked(connect(d1.database), emailAddress.parse(typed));

test("an added address is matched at registration regardless of case, until it is removed", async () => {
  expect(await listBlocked(query, pageOf(1))).toEqual(["Nothing is blocked."]);
  expect(await block(" O'Brien@Example.org")).toEqual(["o'brien@example.org is blocked."]);
  expect(await block("@Bulk.Example")).toEqual(["@bulk.example is blocked."]);
  expect(await block("@bulk.example")).toEqual(["@bulk.example was blocked already."]);
  expect(await asksFor("o'brien@EXAMPLE.org")).toBe(true);
  expect(await asksFor("Anyone@bulk.example")).toBe(true);
  expect(await asksFor("anyone@example.org")).toBe(false);
  expect(await listBlocked(query, pageOf(1))).toEqual([
    "2 blocked",
    "@bulk.example",
    "o'brien@example.org",
  ]);
  await removeBlocked(query, "@bulk.example");
  expect(await asksFor("anyone@bulk.example")).toBe(false);
  await expect(removeBlocked(query, "@bulk.example")).rejects.toThrow("is not blocked");
});

test("existing accounts of a blocked domain are reported as a number", async () => {
  await d1.database.exec(
    "INSERT INTO users (account, email, name, password_hash, created_at) VALUES ('a@old.example', 'a@old.example', 'A', 'x', 1)",
  );
  const stay = "Accounts that have such an address and stay: 1";
  expect(await block("@old.example")).toEqual(["@old.example is blocked.", stay]);
  expect(await block("a@old.example")).toEqual(["a@old.example is blocked.", stay]);
});

test("an entry that is neither an address nor a domain is refused", () => {
  for (const wrong of ["", "@", "example.org", "@nowhere", "a@b; drop table users", "a@@b.example"])
    expect(blockedAddress.safeParse(wrong).success, wrong).toBe(false);
});
