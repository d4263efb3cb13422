import { z } from "zod";
import { listApplications } from "#database/members/applications.ts";
import { listInvitations } from "#database/members/invitations.ts";
import { listMembers } from "#database/members/members.ts";
import { listMembershipChanges } from "#database/members/membership-changes.ts";
import { findTransfer } from "#database/members/transfers.ts";
import { SITE_ROLE, USER_TYPE } from "#domain/access/roles.ts";
import { MAX_LISTED_MEMBERS } from "#domain/members/member-limits.ts";
import { INVITED_AS, MEMBERSHIP_CHANGE_KINDS } from "#domain/members/membership-change.ts";
import { pageQuery } from "#domain/sites/site-list.ts";
import { onSite } from "../access.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";
import { grantedRole } from "./member-input.ts";

const picture = z.string().nullable().describe("Path of the avatar");
const end = z.int().nullable().describe("When the access ends, ms UTC; null for never");
const instant = z.int().describe("ms UTC");

const listedMember = z.object({
  userId: z.int(),
  name: z.string(),
  account: z.string(),
  header: picture,
  role: grantedRole,
  endsAt: end,
  receivesAlarms: z.boolean(),
  owner: z.boolean(),
  dealer: z.boolean().describe("Whether the user is the site's dealer"),
  dealerByTrade: z
    .boolean()
    .describe("Whether the user has a dealer account and can become the site's dealer"),
  createTime: instant,
});
const exampleMember = {
  userId: 8,
  name: "Ben",
  account: "ben@example.org",
  header: null,
  role: SITE_ROLE.full,
  endsAt: null,
  receivesAlarms: true,
  owner: false,
  dealer: false,
  dealerByTrade: false,
  createTime: 1_790_000_000_000,
};

export const getNormalBySiteId = operation({
  path: "POST /site/v2/user/getNormalBySiteId",
  description: {
    summary: "Returns one page of the site's users, the owner first. The default page size is 500",
    output: z.object({
      total: z.int(),
      page: z.int(),
      size: z.int(),
      list: z.array(listedMember),
    }),
    example: {
      input: { id: 12 },
      output: { total: 1, page: 1, size: MAX_LISTED_MEMBERS, list: [exampleMember] },
    },
  },
  input: siteInput({
    page: pageQuery.shape.page,
    size: z.int().min(1).max(MAX_LISTED_MEMBERS).default(MAX_LISTED_MEMBERS),
  }),
  access: onSite("viewMembers"),
  async run({ input: { page, size }, context: { database, now }, site }) {
    const window = { now: now(), limit: size, offset: (page - 1) * size };
    const { list, total } = await listMembers(database, site.id, window);
    return {
      total,
      page,
      size,
      list: list.map(({ isOwner, isDealer, type, createdAt, ...member }) => ({
        ...member,
        owner: Boolean(isOwner),
        dealer: Boolean(isDealer),
        dealerByTrade: type === USER_TYPE.dealer,
        createTime: createdAt,
      })),
    };
  },
});

export const getCheckBySiteId = operation({
  path: "POST /site/v2/user/getCheckBySiteId",
  description: {
    summary:
      "Lists pending access to a site: applicants, and invited e-mail addresses, registered or not",
    output: z.object({
      applications: z.array(
        z.object({
          userId: z.int(),
          name: z.string(),
          account: z.string(),
          message: z.string().describe("What the applicant wrote; may be empty"),
          createTime: instant,
        }),
      ),
      invitations: z.array(
        z.object({
          id: z.int(),
          email: z.string(),
          as: z.enum(INVITED_AS),
          role: grantedRole,
          endsAt: end,
          invitedBy: z.string().nullable(),
          createTime: instant,
          expires: instant,
        }),
      ),
      transfer: z
        .object({
          name: z.string(),
          account: z.string(),
          effectiveAt: z.int().describe("When the user becomes the owner, ms UTC"),
        })
        .nullable()
        .describe("Pending transfer of ownership; null if there is none"),
    }),
    example: {
      input: { id: 12 },
      output: {
        applications: [
          {
            userId: 9,
            name: "Cleo",
            account: "cleo@example.org",
            message: "I maintain the battery.",
            createTime: 1_790_000_000_000,
          },
        ],
        invitations: [
          {
            id: 5,
            email: "dan@example.org",
            as: "member",
            role: SITE_ROLE.monitor,
            endsAt: null,
            invitedBy: "Ana",
            createTime: 1_790_000_000_000,
            expires: 1_792_592_000_000,
          },
        ],
        transfer: null,
      },
    },
  },
  input: siteInput({}),
  access: onSite("viewMembers"),
  async run({ context: { database, now }, site }) {
    const applications = await listApplications(database, site.id);
    const invitations = await listInvitations(database, site.id, now());
    const pending = await findTransfer(database, site.id);
    return {
      applications: applications.map(({ createdAt, ...application }) => ({
        ...application,
        createTime: createdAt,
      })),
      invitations: invitations.map(({ createdAt, expiresAt, ...invitation }) => ({
        ...invitation,
        createTime: createdAt,
        expires: expiresAt,
      })),
      transfer: pending
        ? { name: pending.name, account: pending.email, effectiveAt: pending.effectiveAt }
        : null,
    };
  },
});

const userRef = z
  .object({ id: z.int(), name: z.string() })
  .nullable()
  .describe("Null if the account was deleted or never existed");
const role = z
  .int()
  .min(SITE_ROLE.none)
  .max(SITE_ROLE.monitor)
  .describe("1 administrator, 2 full function, 3 monitor, 0 no access");

export const getAccessChanges = operation({
  path: "POST /site/v2/user/getAccessChanges",
  writes: false,
  description: {
    summary: "Returns one page of the changes of access to the site, newest first",
    output: z.object({
      total: z.int(),
      page: z.int(),
      size: z.int(),
      list: z.array(
        z.object({
          id: z.int(),
          time: instant,
          kind: z.enum(MEMBERSHIP_CHANGE_KINDS),
          by: userRef,
          person: userRef,
          email: z.string().nullable().describe("Invited e-mail address"),
          oldRole: role,
          newRole: role,
          oldEndsAt: end,
          newEndsAt: end,
        }),
      ),
    }),
    example: {
      input: { id: 12, page: 1, size: 20 },
      output: {
        total: 1,
        page: 1,
        size: 20,
        list: [
          {
            id: 31,
            time: 1_790_000_000_000,
            kind: "roleChanged",
            by: { id: 7, name: "Ana" },
            person: { id: 8, name: "Ben" },
            email: null,
            oldRole: SITE_ROLE.monitor,
            newRole: SITE_ROLE.full,
            oldEndsAt: null,
            newEndsAt: null,
          },
        ],
      },
    },
  },
  input: siteInput(pageQuery.shape),
  access: onSite("manageMembers"),
  async run({ input: { page, size }, context: { database }, site }) {
    const window = { limit: size, offset: (page - 1) * size };
    const { list, total } = await listMembershipChanges(database, site.id, window);
    return {
      total,
      page,
      size,
      list: list.map(({ change, by, person }) => {
        const { siteId, byId, userId, at, ...rest } = change;
        return { ...rest, time: at, by, person };
      }),
    };
  },
});
