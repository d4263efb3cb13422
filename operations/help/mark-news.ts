import { z } from "zod";
import { markAllNewsRead, markNewsRead } from "#database/help/news.ts";
import { Problem } from "#domain/problem.ts";
import { signedIn } from "../access.ts";
import { operation } from "../operation.ts";

/** News that were read before stay read. */
export const markNews = operation({
  path: "POST /help/v2/news/read",
  description: {
    summary: "Marks one news item as read by its id, or all news items with `all`",
    output: z.null(),
    example: { input: { id: 1 }, output: null },
  },
  input: z
    .object({ id: z.int().min(1).optional(), all: z.boolean().default(false) })
    .refine(({ id, all }) => all || id !== undefined, { path: ["id"], error: "required" }),
  access: signedIn("markNews"),
  async run({ input: { id, all }, context, caller: { person } }) {
    const reading = { userId: person.id, now: context.now() };
    if (all || id === undefined) await markAllNewsRead(context.database, reading);
    else if (!(await markNewsRead(context.database, reading, id))) throw new Problem("notFound");
    return null;
  },
});
