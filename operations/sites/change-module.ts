import { z } from "zod";
import { replaceSiteModule } from "#database/sites/site-claims.ts";
import { unlinkModule } from "#database/sites/site-life.ts";
import { readSiteNames, type SiteNames } from "#database/sites/site-names.ts";
import { Problem } from "#domain/problem.ts";
import { indexSite } from "#domain/sites/name-index.ts";
import { confirmed, onSite } from "../access.ts";
import { confirmField } from "../confirmation.ts";
import type { Context, SignedIn } from "../context.ts";
import { readMailLanguage } from "../mails/read-mail-language.ts";
import { linkToMembers, newMemberMail } from "../members/member-mail.ts";
import { operation } from "../operation.ts";
import { siteInput, siteInputBesideSerial } from "../site-input.ts";
import { deliverUnlinks } from "./deliver-unlinks.ts";
import { newLoggerSecret } from "./logger-secret.ts";
import { assertNameConfirmation, typedName } from "./name-confirmation.ts";
import { loggerSecret } from "./site-schema.ts";
import { NAMING_ATTEMPTS } from "./update-site.ts";
import { labelShape, verifyModuleLabel, wrongModule } from "./verify-module-label.ts";

/** Replaces the module of a site. The site keeps its history, and the previous module can be claimed again. */
export const replaceModule = operation({
  path: "POST /site/v2/replaceSystemId",
  description: {
    summary:
      "Replaces the communication module of a site by the one with this serial number and check code, and releases the previous module",
    output: z.object({ sn: z.string(), loggerSecret }),
    example: {
      input: { id: 12, sn: "HP-0002", checkCode: "9TR2-8KWA" },
      output: { sn: "HP-0002", loggerSecret: null },
    },
  },
  input: siteInputBesideSerial({ ...labelShape, ...confirmField }),
  access: confirmed(onSite("replaceModule")),
  async run({ input, context, caller, site }) {
    const { serial } = await verifyModuleLabel(context, caller, input);
    const { secret, hash } = newLoggerSecret(context);
    const exchanged = await retryOnRename(context, site.id, async (called) =>
      replaceSiteModule(context.database, {
        siteId: site.id,
        by: caller.person.id,
        serial,
        secretHash: hash,
        called,
        words: indexSite({ ...called, serial }).words,
        mail: await newUnlinkMail(context, caller, site.id, called),
        now: context.now(),
      }),
    );
    if (exchanged === null) throw wrongModule();
    const delivery = deliverUnlinks(context, site.id);
    if (!exchanged.hasNewSecret) {
      await delivery;
      return { sn: serial, loggerSecret: null };
    }
    // The secret cannot be shown again, so a failed delivery must not fail the call: the job retries it.
    await Promise.allSettled([delivery]);
    return { sn: serial, loggerSecret: secret };
  },
});

/** Releases the module for another claim; the site stays listed with its history and its users. */
export const unlink = operation({
  path: "POST /site/v2/unlink",
  description: {
    summary:
      "Unlinks the module of a site, so that it can be claimed again. The site keeps its history and its users, but has no live data",
    output: z.null(),
    example: { input: { id: 12, name: "Harbour roof" }, output: null },
  },
  input: siteInput({ name: typedName, ...confirmField }),
  access: confirmed(onSite("unlink")),
  async run({ input: { name }, context, caller, site }) {
    const freed = await retryOnRename(context, site.id, async (called) => {
      assertNameConfirmation(called, name);
      const mail = await newUnlinkMail(context, caller, site.id, called);
      if (mail === undefined) throw new Problem("conflict", { message: "noModule" });
      return unlinkModule(
        context.database,
        { siteId: site.id, by: caller.person.id, now: context.now() },
        { called, words: indexSite({ ...called, serial: null }).words },
        mail,
      );
    });
    if (freed === null) throw new Problem("conflict");
    await deliverUnlinks(context, site.id);
    return null;
  },
});

/**
 * Creates the e-mail that warns the owner, because another person may use the owner's session; undefined if the site
 * has no module.
 */
async function newUnlinkMail(
  context: Context,
  { person }: SignedIn,
  siteId: number,
  { name: site, serial }: SiteNames,
) {
  if (serial === null) return undefined;
  return newMemberMail(context, {
    template: "moduleUnlinked",
    values: {
      name: person.name,
      site,
      serial,
      link: linkToMembers(context, siteId, person.id),
    },
    language: await readMailLanguage(context, person),
    recipient: person.email,
  });
}

/** Retries while concurrent changes alter the names of the site, because its search words depend on them. */
async function retryOnRename<Result>(
  { database }: Context,
  siteId: number,
  change: (called: SiteNames) => Promise<Result | null>,
): Promise<Result | null> {
  let before: string | null = null;
  for (let attempt = 0; attempt < NAMING_ATTEMPTS; attempt += 1) {
    const called = await readSiteNames(database, siteId);
    if (called === undefined) throw new Problem("notFound");
    if (JSON.stringify(called) === before) return null;
    const result = await change(called);
    if (result !== null) return result;
    before = JSON.stringify(called);
  }
  return null;
}
