import { z } from "zod";
import {
  assignAdministrators,
  listAdministrators,
  listGroupAddresses,
  listStandings,
  removeAdministrators,
} from "#database/members/administrators.ts";
import { MAX_SITES_AT_ONCE, MAX_USERS_AT_ONCE } from "#domain/members/member-limits.ts";
import { Problem } from "#domain/problem.ts";
import { emailAddress } from "#domain/users/email-address.ts";
import { signedIn } from "../access.ts";
import type { Context, SignedIn } from "../context.ts";
import { mailLanguageOf } from "../mails/new-mail.ts";
import { operation } from "../operation.ts";
import { assertEmailNotBlocked } from "../user/assert-email-not-blocked.ts";
import { deliverRevocations } from "./deliver-revocations.ts";
import { enforceInvitationLimit, newInvitation } from "./invite.ts";
import { newMemberMail } from "./member-mail.ts";

const input = z.object({
  siteIds: z.array(z.int().min(1)).min(1, "required").max(MAX_SITES_AT_ONCE, "tooMany"),
  users: z
    .array(z.union([z.int().min(1), emailAddress], "wrongEmail"))
    .min(1, "required")
    .max(MAX_USERS_AT_ONCE, "tooMany")
    .describe("Ids of the caller's contacts, or e-mail addresses"),
  operation: z.enum(["assign", "remove"]),
});
type Wanted = { siteIds: number[]; emails: string[]; by: number; now: number };

/** The result does not reveal whether an address is registered: every address that is no member is invited. */
export const batchAdministrators = operation({
  path: "POST /site/v2/user/batchOpera",
  description: {
    summary:
      "Makes users administrators of the caller's sites, or removes them. Users of a site change at once, others are invited. A site changes completely or not at all; `sites` keeps the order of `siteIds`",
    output: z.object({
      sites: z.array(
        z.object({
          result: z
            .enum(["done", "full", "forbidden", "notFound"])
            .describe("`full` if the site would have too many pending users: nothing was changed"),
          changed: z.int().describe("Number of users whose role was changed, or who were removed"),
          invited: z.int().describe("Number of invitations sent or withdrawn"),
        }),
      ),
    }),
    example: {
      input: { siteIds: [12, 13], users: [3, "ben@example.org"], operation: "assign" },
      output: {
        sites: [
          { result: "done", changed: 1, invited: 1 },
          { result: "forbidden", changed: 0, invited: 0 },
        ],
      },
    },
  },
  input,
  access: signedIn("addSite"),
  async run({ input: { operation: kind, ...typed }, context, caller }) {
    const { database, now } = context;
    const siteIds = [...new Set(typed.siteIds)];
    const emails = await readAddresses(context, caller, typed.users);
    const wanted: Wanted = { siteIds, emails, by: caller.person.id, now: now() };
    const standings = await listStandings(database, wanted);
    const counts = await (kind === "assign" ? assign : remove)(context, caller, wanted);
    await deliverAllRevocations(context, counts.notify);
    return {
      sites: typed.siteIds.map((siteId) => {
        const standing = standings.find((one) => one.siteId === siteId);
        const own = (rows: readonly { siteId: number }[]) =>
          rows.filter((row) => row.siteId === siteId).length;
        return {
          result: resultAt(standing, counts.done),
          changed: own(counts.changed),
          invited: own(counts.invited),
        };
      }),
    };
  },
});

type Rows = readonly { siteId: number }[];
type Counts = { done: readonly number[]; changed: Rows; invited: Rows; notify: readonly number[] };

async function assign(context: Context, caller: SignedIn, wanted: Wanted): Promise<Counts> {
  const { database } = context;
  if (wanted.emails.length > 0) await enforceInvitationLimit(context, caller, wanted.emails.length);
  const owned = (await listStandings(database, wanted)).filter(({ isOwner }) => isOwner);
  const [only] = owned;
  const site = owned.length === 1 ? (only?.name ?? "") : "";
  const mails = [];
  for (const email of wanted.emails) {
    await assertEmailNotBlocked(context, email);
    mails.push(await newInvitation(context, caller, { email, as: "member", site }));
  }
  const { done, risen, invited } = await assignAdministrators(database, wanted, mails);
  return { done, changed: risen, invited, notify: sitesOf(risen) };
}

async function remove(context: Context, _: SignedIn, wanted: Wanted): Promise<Counts> {
  const { database } = context;
  const administrators = await listAdministrators(database, wanted);
  // One e-mail per administrator, regardless of the number of sites.
  const mails = administrators.map(({ name, sites, email, ...person }) =>
    newMemberMail(context, {
      template: "removed",
      values: { name, sites },
      language: mailLanguageOf(person),
      recipient: email,
    }),
  );
  const { removed, withdrawn } = await removeAdministrators(database, wanted, mails);
  return { done: wanted.siteIds, changed: removed, invited: withdrawn, notify: sitesOf(removed) };
}

function resultAt(
  standing: { siteId: number; isOwner: number } | undefined,
  done: readonly number[],
): "done" | "full" | "forbidden" | "notFound" {
  if (standing === undefined) return "notFound";
  if (!standing.isOwner) return "forbidden";
  return done.includes(standing.siteId) ? "done" : "full";
}

const sitesOf = (rows: Rows) => [...new Set(rows.map(({ siteId }) => siteId))];

/** Delivers to all sites, even if one cannot be notified. */
async function deliverAllRevocations(context: Context, siteIds: readonly number[]): Promise<void> {
  const notify = await Promise.allSettled(
    siteIds.map((siteId) => deliverRevocations(context, siteId)),
  );
  if (notify.some(({ status }) => status === "rejected")) throw new Problem("unavailable");
}

/**
 * Returns the addresses of the given contacts.
 * @throws Problem invalid if the caller's contacts lack one of the ids
 */
async function readAddresses(
  { database }: Context,
  { person }: SignedIn,
  users: readonly (number | string)[],
): Promise<string[]> {
  const ids = users.filter((user) => typeof user === "number");
  const typed = users.filter((user) => typeof user === "string");
  const known = ids.length === 0 ? [] : await listGroupAddresses(database, person.id, ids);
  if (known.length < new Set(ids).size)
    throw new Problem("invalid", { fields: { users: "notGrouped" } });
  return [...new Set([...known, ...typed])].filter((email) => email !== person.email);
}
