import { z } from "zod";
import { removeDealer, setDealer } from "#database/members/dealers.ts";
import { findMember } from "#database/members/members.ts";
import { USER_TYPE } from "#domain/access/roles.ts";
import { DEALER_PERMISSION } from "#domain/members/member-permissions.ts";
import { Problem } from "#domain/problem.ts";
import { onSite } from "../access.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";
import { deliverRevocations } from "./deliver-revocations.ts";
import { actingAt, personId } from "./member-input.ts";

export const setSiteDealer = operation({
  path: "POST /site/v2/user/setDealer",
  description: {
    summary:
      "Makes a user with a dealer account the dealer of the site, with at least full function; or removes the site's dealer, together with the access that came with that",
    output: z.null(),
    example: { input: { id: 12, userId: 8, dealer: true }, output: null },
  },
  input: siteInput({ userId: personId, dealer: z.boolean() }),
  access: onSite(DEALER_PERMISSION),
  async run({ input: { userId, dealer }, context, caller, site }) {
    const { database, now } = context;
    const member = await findMember(database, site.id, { userId, now: now() });
    if (member === undefined) throw new Problem("notFound");
    if (dealer && member.type !== USER_TYPE.dealer)
      throw new Problem("conflict", { message: "notDealer" });
    const change = dealer ? setDealer : removeDealer;
    if (!(await change(database, actingAt(context, { caller, site }), userId)))
      throw new Problem("conflict", dealer ? { message: "dealerThere" } : {});
    await deliverRevocations(context, site.id);
    return null;
  },
});
