import { z } from "zod";
import { hashPassword } from "#database/auth/password-hash.ts";
import {
  addShare,
  findShareOfSite,
  publishSite,
  removeShare,
  renewShareToken,
  type Share,
  type ShareOfSite,
  setLocationHidden,
  setSharePassword,
  unpublishSite,
} from "#database/shares/shares.ts";
import { Problem } from "#domain/problem.ts";
import { sharePassword } from "#domain/sharing/share.ts";
import { type AtSite, onSite } from "../access.ts";
import type { Context } from "../context.ts";
import { deliverRevocations } from "../members/deliver-revocations.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";
import { flag, shareInput } from "./share-input.ts";
import { newShareToken, openShareToken } from "./share-token.ts";

const password = z.union([z.literal(""), sharePassword]).default("");
const settings = {
  password: password.describe("Password of the link; empty for no password"),
  locationHide: flag.default(0),
  showWorld: flag.default(0),
};

const share = z.object({
  id: z.int(),
  account: z.string().nullable().describe("Token of the link; null if it can no longer be shown"),
  protection: flag.describe(
    "Whether the link requires a password; the password itself is not returned",
  ),
  locationHide: flag,
  showWorld: flag,
  views: z.int().describe("Number of sessions that viewers have begun"),
});

const EXAMPLE_TOKEN = "Zm9yLXRoZS1saW5rLW9mLTE4";

export const getShare = operation({
  path: "POST /site/v2/share/getBySiteId",
  writes: false,
  description: {
    summary: "Returns the link by which anyone can view a site; null if there is none",
    output: share.nullable(),
    example: {
      input: { siteId: 12 },
      output: {
        id: 3,
        account: EXAMPLE_TOKEN,
        protection: 0,
        locationHide: 1,
        showWorld: 0,
        views: 5,
      },
    },
  },
  input: siteInput({}),
  access: onSite("share"),
  async run({ context, site }) {
    const found = await findShareOfSite(context.database, site.id);
    return found === undefined ? null : describeShare(found, context);
  },
});

export const addSiteShare = operation({
  path: "POST /site/v2/share/add",
  description: {
    summary: "Creates the share link of a site. Returns 409 if the site has one",
    output: z.object({ id: z.int() }),
    example: {
      input: { siteId: 12, password: "", locationHide: 0, showWorld: 0 },
      output: { id: 3 },
    },
  },
  input: siteInput(settings),
  access: onSite("share"),
  async run({ input, context, caller, site }) {
    const added = {
      siteId: site.id,
      ...newShareToken(context),
      passwordHash: await hashOf(context, input.password),
      hidesLocation: input.locationHide === 1,
      publicToken: input.showWorld === 1 ? newShareToken(context) : null,
      createdAt: context.now(),
    };
    const id = await addShare(context.database, added, caller.person.id);
    if (id === undefined) throw new Problem("conflict");
    return { id };
  },
});

export const deleteShare = operation({
  path: "POST /site/v2/share/delete",
  limitedBy: "session",
  description: {
    summary: "Deletes the share link of a site, and disconnects its viewers before the answer",
    output: z.null(),
    example: { input: { id: 3, siteId: 12 }, output: null },
  },
  input: shareInput({}),
  access: onSite("share"),
  run: (call) => change(call, removeShare),
});

export const renewShare = operation({
  path: "POST /site/v2/share/renew",
  limitedBy: "session",
  description: {
    summary:
      "Replaces the token of a site's share link, which keeps its settings. Disconnects the viewers of the previous link before the answer",
    output: z.null(),
    example: { input: { id: 3, siteId: 12 }, output: null },
  },
  input: shareInput({}),
  access: onSite("share"),
  run: (call) =>
    change(call, (database, share) =>
      renewShareToken(database, share, newShareToken(call.context)),
    ),
});

export const updateSharePassword = operation({
  path: "POST /site/v2/share/updatePassword",
  description: {
    summary:
      "Sets the password of a share link and disconnects its viewers. An empty password removes it",
    output: z.null(),
    example: { input: { id: 3, siteId: 12, password: "open sesame" }, output: null },
  },
  input: shareInput({
    password: settings.password,
    protection: flag.optional().describe("With 1, an empty password is refused"),
  }),
  access: onSite("share"),
  async run(call) {
    const { password: typed, protection } = call.input;
    if (protection === 1 && typed === "")
      throw new Problem("invalid", { fields: { password: "required" } });
    const passwordHash = await hashOf(call.context, protection === 0 ? "" : typed);
    return change(call, (database, share) => setSharePassword(database, share, passwordHash));
  },
});

export const hideShareLocation = operation({
  path: "POST /site/v2/share/locationHide",
  description: {
    summary: "Hides the location of the site from the viewers of its share link, or shows it again",
    output: z.null(),
    example: { input: { id: 3, siteId: 12, locationHide: 1 }, output: null },
  },
  input: shareInput({ locationHide: flag }),
  access: onSite("share"),
  run: (call) =>
    change(call, (database, share) =>
      setLocationHidden(database, share, call.input.locationHide === 1),
    ),
});

export const showShareInWorld = operation({
  path: "POST /site/v2/share/showWorld",
  description: {
    summary:
      "Makes a site public by a link of its own, or ends that. A link with a password is not listed",
    output: z.null(),
    example: { input: { id: 3, siteId: 12, showWorld: 1 }, output: null },
  },
  input: shareInput({ showWorld: flag }),
  access: onSite("share"),
  run: (call) =>
    change(call, (database, share) =>
      call.input.showWorld === 1
        ? publishSite(database, share, newShareToken(call.context))
        : unpublishSite(database, share),
    ),
});

type Call = { input: { id: number }; context: Context } & AtSite;

/**
 * Changes a link, and returns after all affected viewers are disconnected.
 * @throws Problem notFound if the site has no such link or the caller may no longer share it
 */
async function change(
  { input: { id }, context, caller, site }: Call,
  set: (database: Context["database"], share: ShareOfSite) => Promise<boolean>,
): Promise<null> {
  const { database, now } = context;
  const share = { id, siteId: site.id, by: caller.person.id, now: now() };
  if (!(await set(database, share))) throw new Problem("notFound");
  await deliverRevocations(context, site.id);
  return null;
}

async function hashOf({ passwordCost }: Context, typed: string): Promise<string | null> {
  return typed === "" ? null : hashPassword(typed, passwordCost);
}

const asFlag = (held: boolean) => (held ? 1 : 0);

function describeShare(found: Share, context: Context) {
  return {
    id: found.id,
    account: openShareToken(context, found.sealedToken),
    protection: asFlag(found.passwordHash !== null),
    locationHide: asFlag(found.hidesLocation),
    showWorld: asFlag(found.isPublic),
    views: found.views,
  } as const;
}
