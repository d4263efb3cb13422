import { z } from "zod";
import {
  blockAddress,
  countSubscribers,
  listBlockedAddresses,
  listSubscribers,
  recordExport,
  unblockAddress,
} from "#database/platform/addresses.ts";
import { Problem } from "#domain/problem.ts";
import { emailAddress } from "#domain/users/email-address.ts";
import { signedIn } from "../access.ts";
import { operation } from "../operation.ts";
import { actingOf } from "./acting.ts";
import { cursorPage, listedAfter } from "./cursor-page.ts";

/** Rows of one part of the downloaded list. */
const EXPORTED_AT_ONCE = 5_000;
/** Maximum length of an e-mail address. */
const MAX_ADDRESS = 254;

const instant = z.int().describe("ms UTC");
const cursor = z.string().max(MAX_ADDRESS + 1);
const subscriber = z.object({
  email: z.string(),
  name: z.string(),
  createTime: instant,
  confirmTime: instant.nullable().describe("ms UTC; null until the address is confirmed"),
});
const example = {
  email: "ana@example.org",
  name: "Ana",
  createTime: 1_790_000_000_000,
  confirmTime: 1_790_000_100_000,
};

type StoredSubscriber = Awaited<ReturnType<typeof listSubscribers>>[number];

function describe({ createdAt, confirmedAt, ...row }: StoredSubscriber) {
  return { ...row, createTime: createdAt, confirmTime: confirmedAt };
}

export const pageSubscribers = operation({
  path: "POST /platform/v2/subscriber/page",
  description: {
    summary:
      "Returns one page of the subscribers of news by address, with the numbers of both states, each up to 10,000. For operators only",
    output: listedAfter(subscriber, z.string()).extend({
      counts: z.object({ confirmed: z.int(), pending: z.int() }),
    }),
    example: {
      input: { confirmed: true, size: 20 },
      output: { list: [example], next: null, counts: { confirmed: 1, pending: 0 } },
    },
  },
  input: cursorPage(cursor).extend({ confirmed: z.boolean().default(true) }),
  access: signedIn("manageAddresses"),
  writes: false,
  async run({ input: { confirmed, after, size }, context: { database } }) {
    const [rows, counts] = await Promise.all([
      listSubscribers(database, { confirmed, after, limit: size + 1 }),
      countSubscribers(database),
    ]);
    const list = rows.slice(0, size).map(describe);
    return { list, next: rows.length > size ? (list.at(-1)?.email ?? null) : null, counts };
  },
});

export const exportSubscribers = operation({
  path: "POST /platform/v2/subscriber/export",
  description: {
    summary:
      "Returns up to 5,000 confirmed subscribers by address, and records the export at the first part. For operators only",
    output: listedAfter(subscriber, z.string()),
    example: { input: {}, output: { list: [example], next: null } },
  },
  input: z.object({ after: cursor.min(1, "required").nullable().default(null) }),
  access: signedIn("manageAddresses"),
  async run({ input: { after }, context, caller }) {
    const { database } = context;
    const limit = EXPORTED_AT_ONCE + 1;
    const rows = await listSubscribers(database, { confirmed: true, after, limit });
    if (after === null) await recordExport(database, actingOf(caller, context));
    const list = rows.slice(0, EXPORTED_AT_ONCE).map(describe);
    return { list, next: rows.length > EXPORTED_AT_ONCE ? (list.at(-1)?.email ?? null) : null };
  },
});

/** An e-mail address, or a domain with "@" before it, as registration compares it. */
const blockable = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, "required")
  .max(MAX_ADDRESS, "tooLong")
  .pipe(
    z
      .string()
      .refine((text) => emailAddress.safeParse(text.startsWith("@") ? `a${text}` : text).success, {
        error: "wrongBlocked",
      }),
  );

export const pageBlocked = operation({
  path: "POST /platform/v2/blocked/page",
  description: {
    summary:
      "Returns one page of the addresses and domains that may neither register nor be invited, by their beginning. For operators only",
    output: listedAfter(z.object({ address: z.string(), createTime: instant }), z.string()),
    example: {
      input: { search: "@", size: 20 },
      output: { list: [{ address: "@example.org", createTime: 1_790_000_000_000 }], next: null },
    },
  },
  input: cursorPage(cursor).extend({
    search: z.string().trim().toLowerCase().max(100, "tooLong").default(""),
  }),
  access: signedIn("manageAddresses"),
  writes: false,
  async run({ input: { search, after, size }, context: { database } }) {
    const rows = await listBlockedAddresses(database, { search, after, limit: size + 1 });
    const list = rows
      .slice(0, size)
      .map(({ address, createdAt }) => ({ address, createTime: createdAt }));
    return { list, next: rows.length > size ? (list.at(-1)?.address ?? null) : null };
  },
});

export const addBlocked = operation({
  path: "POST /platform/v2/blocked/add",
  description: {
    summary:
      "Blocks an address, or a domain such as `@example.org`, from registration and invitations; existing accounts stay. For operators only",
    output: z.null(),
    example: { input: { address: "@example.org" }, output: null },
  },
  input: z.object({ address: blockable }),
  access: signedIn("manageAddresses"),
  async run({ input: { address }, context, caller }) {
    if (!(await blockAddress(context.database, address, actingOf(caller, context))))
      throw new Problem("conflict", {
        message: "alreadyBlocked",
        fields: { address: "alreadyBlocked" },
      });
    return null;
  },
});

export const deleteBlocked = operation({
  path: "POST /platform/v2/blocked/delete",
  description: {
    summary: "Lifts the block of an address or a domain. For operators only",
    output: z.null(),
    example: { input: { address: "@example.org" }, output: null },
  },
  input: z.object({ address: blockable }),
  access: signedIn("manageAddresses"),
  async run({ input: { address }, context, caller }) {
    if (!(await unblockAddress(context.database, address, actingOf(caller, context))))
      throw new Problem("notFound");
    return null;
  },
});
