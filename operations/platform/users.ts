import { z } from "zod";
import { MAX_COUNTED } from "#database/platform/bounded-count.ts";
import { findUser, listUsers, setRule, USER_SEARCHES } from "#database/platform/users.ts";
import { LANGUAGES } from "#domain/languages.ts";
import { Problem } from "#domain/problem.ts";
import { confirmed, signedIn } from "../access.ts";
import { confirmField } from "../confirmation.ts";
import { operation } from "../operation.ts";
import { actingOf } from "./acting.ts";
import { cursorPage, listedAfter } from "./cursor-page.ts";

/** Greatest rule of a user; every rule above 0 shows the solar-scale dialog. */
const MAX_RULE = 99;

const userId = z.int().min(1);
const instant = z.int().describe("ms UTC");
const sitesUpTo = z.int().min(0).max(MAX_COUNTED);

const listedUser = z.object({
  id: z.int(),
  account: z.string().describe("Address with which the user signs in"),
  name: z.string(),
  type: z.int().describe("1 user, 2 dealer, 9 platform administrator"),
  rule: z.int().describe("A value above 0 shows the solar-scale dialog"),
  demo: z.boolean(),
  createTime: instant,
  activateTime: instant.nullable().describe("ms UTC; null until the address is confirmed"),
});

const example = {
  id: 12,
  account: "ana@example.org",
  name: "Ana",
  type: 1,
  rule: 0,
  demo: false,
  createTime: 1_790_000_000_000,
  activateTime: 1_790_000_100_000,
};

type StoredUser = Omit<z.infer<typeof listedUser>, "createTime" | "activateTime"> & {
  createdAt: number;
  activatedAt: number | null;
};

function describe<User extends StoredUser>({ createdAt, activatedAt, ...user }: User) {
  return { ...user, createTime: createdAt, activateTime: activatedAt };
}

export const pageUsers = operation({
  path: "POST /platform/v2/user/page",
  description: {
    summary:
      "Returns one page of users in the order of their addresses or names, by the beginning of either. For operators only",
    output: listedAfter(listedUser, z.int()),
    example: {
      input: { search: "ana", by: "account", size: 20 },
      output: { list: [example], next: null },
    },
  },
  input: cursorPage(userId).extend({
    search: z.string().trim().max(100, "tooLong").default(""),
    by: z.enum(USER_SEARCHES).default("account"),
  }),
  access: signedIn("manageUsers"),
  writes: false,
  async run({ input: { search, by, after, size }, context: { database } }) {
    const rows = await listUsers(database, { search, by, after, limit: size + 1 });
    const list = rows.slice(0, size).map(describe);
    return { list, next: rows.length > size ? (list.at(-1)?.id ?? null) : null };
  },
});

export const getUser = operation({
  path: "POST /platform/v2/user/get",
  description: {
    summary:
      "Returns one user with the numbers of sites by role, each up to 10,000. For operators only",
    output: listedUser.extend({
      language: z.enum(LANGUAGES),
      hiddenSettings: z
        .boolean()
        .describe("Whether the user changes advanced settings without their password"),
      signInTime: instant.nullable().describe("Last sign-in that is kept, ms UTC"),
      sites: z.object({
        owned: sitesUpTo,
        administrator: sitesUpTo,
        full: sitesUpTo,
        monitor: sitesUpTo,
      }),
    }),
    example: {
      input: { id: 12 },
      output: {
        ...example,
        language: "en",
        hiddenSettings: false,
        signInTime: 1_790_000_200_000,
        sites: { owned: 1, administrator: 2, full: 0, monitor: 4 },
      },
    },
  },
  input: z.object({ id: userId }),
  access: signedIn("manageUsers"),
  writes: false,
  async run({ input: { id }, context: { database, now } }) {
    const found = await findUser(database, id, now());
    if (found === undefined) throw new Problem("notFound");
    const { signedInAt, owned, administrator, full, monitor, ...user } = found;
    const sites = { owned, administrator, full, monitor };
    return { ...describe(user), signInTime: signedInAt, sites };
  },
});

export const updateRule = operation({
  path: "POST /platform/v2/user/updateRule",
  description: {
    summary:
      "Sets the rule of a user: with one above 0 the user may change the CO2 factor of the sites of which the user is a member. For operators only",
    output: z.null(),
    example: { input: { id: 12, rule: 1 }, output: null },
  },
  input: z.object({
    id: userId,
    rule: z
      .int("wrongValue")
      .min(0, "outOfRange")
      .max(MAX_RULE, "outOfRange")
      .describe(`0 to ${MAX_RULE}`),
    ...confirmField,
  }),
  access: confirmed(signedIn("manageUsers")),
  async run({ input: { id, rule }, context, caller }) {
    const { database, now } = context;
    if (await setRule(database, { id, rule }, actingOf(caller, context))) return null;
    // A repeated call is one change.
    if ((await findUser(database, id, now())) === undefined) throw new Problem("notFound");
    return null;
  },
});
