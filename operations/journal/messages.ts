import { z } from "zod";
import { readHead } from "#database/journal/journal-outbox.ts";
import { can } from "#domain/access/can.ts";
import { ADMINISTRATORS_KINDS, JOURNAL_KINDS } from "#domain/journal/journal-kinds.ts";
import { Problem } from "#domain/problem.ts";
import { type AtSite, onSite } from "../access.ts";
import { readHistory } from "../charts/read-history.ts";
import type { Context } from "../context.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";
import { deliverJournal } from "./deliver-journal.ts";

const MAX_SIZE = 100;
const MAX_PAGE = 100_000;
const MAX_SEARCH = 100;

const instant = z.int().min(0);
const user = z
  .object({ name: z.string().nullable().describe("Null if the account was deleted") })
  .nullable();
const head = z
  .object({ number: z.int(), hash: z.string() })
  .describe("Number of an entry and the SHA-256 of its line in an export, hexadecimal");
const row = z.object({
  number: z.int().describe("From 1, in the order of recording"),
  at: z.int().describe("When it happened, ms UTC"),
  what: z.string().describe("Kind and event, as `site.renamed`"),
  author: user.describe("Who did it; null for the site itself or the portal"),
  user: user.describe("The user whom the entry is about"),
  details: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .describe("Values by name"),
});

const EXAMPLE_HEAD = {
  number: 41,
  hash: "5f0c2c1d5c0f0d4a2a3f7f0a6b1d5e8f90ab12cd34ef56ab78cd90ef12ab34cd",
};

export const readMessages = operation({
  path: "POST /site/v2/message/page",
  writes: false,
  description: {
    summary:
      "Returns one page of a site's journal, newest first. Changes of access are included for administrators only",
    output: z.object({
      total: z.int(),
      rows: z.array(row),
      storedHead: head
        .nullable()
        .describe(
          "The head of the journal that is stored apart from it; null before the first one",
        ),
      kinds: z.array(z.enum(JOURNAL_KINDS)).describe("The kinds that the caller may see"),
    }),
    example: {
      input: { id: 12, page: 1, size: 20, kinds: ["site"] },
      output: {
        total: 1,
        rows: [
          {
            number: 41,
            at: 1_790_000_000_000,
            what: "site.renamed",
            author: { name: "Ana" },
            user: null,
            details: { from: "Roof", to: "Harbour roof" },
          },
        ],
        storedHead: EXAMPLE_HEAD,
        kinds: [...JOURNAL_KINDS],
      },
    },
  },
  input: siteInput({
    page: z.int().min(1).max(MAX_PAGE).default(1),
    size: z.int().min(1).max(MAX_SIZE).default(20),
    from: instant.optional().describe("First instant, ms UTC"),
    to: instant.optional().describe("End, ms UTC, exclusive"),
    kinds: z.array(z.enum(JOURNAL_KINDS)).max(JOURNAL_KINDS.length, "tooMany").optional(),
    search: z
      .string()
      .trim()
      .max(MAX_SEARCH, "tooLong")
      .optional()
      .describe("Text in names and values of the newest 20,000 entries, in any case"),
  }),
  access: onSite("viewMessages"),
  async run({ input, context, caller, site }) {
    const { page, size, from, to, search } = input;
    await deliver(context, site.id);
    const visible = visibleKinds({ caller, site });
    const kinds = visible.filter((kind) => input.kinds?.includes(kind) ?? true);
    // The demo account sees no users of its sites.
    const hidesUsers = !can(site.actor, "viewMembers");
    const query = { page, size, from, to, kinds, hidesUsers, ...(search && { search }) };
    const [found, storedHead] = await Promise.all([
      kinds.length === 0
        ? { total: 0, rows: [] }
        : readHistory({ context, caller, site }, "journal", query),
      readHead(context.database, site.id),
    ]);
    return { total: found.total, rows: found.rows, storedHead: storedHead ?? null, kinds: visible };
  },
});

export const exportMessages = operation({
  path: "POST /site/v2/message/export",
  writes: true,
  description: {
    summary:
      "Exports a site's journal as JSON lines, for administrators, in parts of about 1 MB: repeat the call with `after` = `next` until `next` is null",
    output: z.object({
      text: z.string().describe("Whole lines of the file"),
      next: z.int().nullable().describe("`after` of the next part; null in the last part"),
    }),
    example: {
      input: { id: 12, after: 0 },
      output: {
        text: '{"at":1790000000000,"author":null,"details":{"site":12},"number":1,"previous":"0000000000000000000000000000000000000000000000000000000000000000","what":"journal.started"}\n',
        next: 1,
      },
    },
  },
  input: siteInput({
    after: z.int().min(0).default(0).describe("0 for the first part"),
  }),
  access: onSite("viewMessages"),
  async run({ input: { after }, context, caller, site }) {
    const { actor } = site;
    // The file holds all entries, also those about other users.
    if (!can(actor, "exportData") || !can(actor, "manageMembers")) throw new Problem("forbidden");
    if (after === 0) await deliver(context, site.id);
    const { id, name } = caller.person;
    return context.siteObject(site.id).exportJournal(site.id, after, { id, name });
  },
});

/** Returns the kinds of entries that a caller may see. */
function visibleKinds({ site }: AtSite) {
  const seesUsers = can(site.actor, "manageMembers");
  return JOURNAL_KINDS.filter((kind) => seesUsers || !ADMINISTRATORS_KINDS.includes(kind));
}

/** Delivers what changed a moment ago; the job delivers it later if that fails. */
async function deliver(context: Context, siteId: number): Promise<void> {
  try {
    await deliverJournal(context, siteId);
  } catch (error) {
    context.log.error("journal entries could not be delivered", error);
  }
}
