import { z } from "zod";
import { listActs } from "#database/platform/audit-log.ts";
import { AUDIT_ACTS, AUDIT_AREAS } from "#domain/audit/audit-acts.ts";
import { signedIn } from "../access.ts";
import { operation } from "../operation.ts";
import { cursorPage, listedAfter } from "./cursor-page.ts";

const actId = z.int().min(1);

export const pageActs = operation({
  path: "POST /platform/v2/audit/page",
  description: {
    summary: "Returns one page of the acts of operators, newest first. For operators only",
    output: listedAfter(
      z.object({
        id: z.int(),
        time: z.int().describe("ms UTC"),
        act: z.enum(AUDIT_ACTS),
        by: z.string().nullable().describe("Name of the operator; null if deleted"),
        user: z
          .object({ id: z.int(), account: z.string() })
          .nullable()
          .describe("The user whom the act is about; null if there is none or it was deleted"),
        details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
      }),
      z.int(),
    ),
    example: {
      input: { area: "user", size: 20 },
      output: {
        list: [
          {
            id: 7,
            time: 1_790_000_000_000,
            act: "user.ruleChanged",
            by: "Kim",
            user: { id: 12, account: "ana@example.org" },
            details: { from: 0, to: 1 },
          },
        ],
        next: null,
      },
    },
  },
  input: cursorPage(actId).extend({
    area: z.enum(AUDIT_AREAS).nullable().default(null).describe("Null lists all areas"),
  }),
  access: signedIn("viewPlatform"),
  writes: false,
  async run({ input: { area, after, size }, context: { database } }) {
    const rows = await listActs(database, { area, before: after, limit: size + 1 });
    const list = rows.slice(0, size).map(({ at, ...act }) => ({ ...act, time: at }));
    return { list, next: rows.length > size ? (list.at(-1)?.id ?? null) : null };
  },
});
