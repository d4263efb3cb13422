import { queueMail } from "#database/mails/mails.ts";
import { findLimitRecipients } from "#database/members/limit-recipients.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { sealSiteKey } from "#protocol/keys/page-keys.ts";
import type { SiteLimitEvent } from "#protocol/site-rpc.ts";
import type { Context } from "../context.ts";
import { mailLanguageOf, newMail } from "../mails/new-mail.ts";

/**
 * Notifies that a site's logger exceeded a budget: one e-mail to its owner, and one to each platform administrator, at
 * most one a day for all sites together. A repeated event sends no second e-mail.
 */
export async function notifyLimits(context: Context, event: SiteLimitEvent): Promise<void> {
  const { database, keys, log, portalOrigin } = context;
  const { siteId, at, budget } = event;
  log.info("a logger exceeded a budget", { siteId, budget });
  const day = Math.floor(at / DAY_MS);
  for (const { site, isOwner, ...user } of await findLimitRecipients(database, siteId)) {
    const address = { language: mailLanguageOf(user), recipient: user.email };
    const key = sealSiteKey(keys, user.id, siteId);
    const link = `${portalOrigin}/realtime?${new URLSearchParams({ key })}`;
    await (isOwner
      ? queueMail(
          database,
          newMail(context, {
            cause: `limited:${siteId}:${day}`,
            template: "limited",
            values: { name: user.name, site, budget, link },
            ...address,
          }),
        )
      : queueMail(
          database,
          newMail(context, {
            cause: `limitedPlatform:${user.id}:${day}`,
            template: "limitedPlatform",
            values: { name: user.name, site, siteId, budget },
            ...address,
          }),
        ));
  }
}
