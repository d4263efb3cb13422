import { z } from "zod";
import { replaceSiteModule } from "#database/site-claims.ts";
import { unlinkModule } from "#database/site-life.ts";
import { type Called, readCalled } from "#database/site-names.ts";
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

/** The site stays what it is, with its history; the module that it had is free for another claim. */
export const replaceModule = operation({
  path: "POST /site/v2/replaceSystemId",
  description: {
    summary:
      "Gives a site another communication module, named by its label, and frees the one it had",
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
    const exchanged = await whileCalled(context, site.id, async (called) =>
      replaceSiteModule(context.database, {
        ...{ siteId: site.id, by: caller.person.id, serial, secretHash: hash, called },
        words: indexSite({ ...called, serial }).words,
        mail: await newUnlinkMail(context, caller, site.id, called),
        now: context.now(),
      }),
    );
    if (exchanged === null) throw wrongModule();
    const told = deliverUnlinks(context, site.id);
    if (!exchanged.hasNewSecret) {
      await told;
      return { sn: serial, loggerSecret: null };
    }
    // The secret cannot be shown again, so a failed delivery must not fail the call: the job retries it.
    await Promise.allSettled([told]);
    return { sn: serial, loggerSecret: secret };
  },
});

/** The module is free for another claim; the site stays in the list with its history and its people. */
export const unlink = operation({
  path: "POST /site/v2/unlink",
  description: {
    summary:
      "Frees the site's module for another claim; the site stays, with its history and its people, and without live data",
    output: z.null(),
    example: { input: { id: 12, name: "Harbour roof" }, output: null },
  },
  input: siteInput({ name: typedName, ...confirmField }),
  access: confirmed(onSite("unlink")),
  async run({ input: { name }, context, caller, site }) {
    const freed = await whileCalled(context, site.id, async (called) => {
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

/** The e-mail to the owner, who may not be the one at the keyboard; undefined where the site has no module. */
async function newUnlinkMail(
  context: Context,
  { person }: SignedIn,
  siteId: number,
  { name: site, serial }: Called,
) {
  if (serial === null) return undefined;
  return newMemberMail(context, {
    template: "moduleUnlinked",
    values: {
      ...{ name: person.name, site, serial },
      link: linkToMembers(context, siteId, person.id),
    },
    language: await readMailLanguage(context, person),
    recipient: person.email,
  });
}

/** Tries again as long as the site is called otherwise afterwards: what it is found by follows from that. */
async function whileCalled<Result>(
  { database }: Context,
  siteId: number,
  change: (called: Called) => Promise<Result | null>,
): Promise<Result | null> {
  let before: string | null = null;
  for (let attempt = 0; attempt < NAMING_ATTEMPTS; attempt += 1) {
    const called = await readCalled(database, siteId);
    if (called === undefined) throw new Problem("notFound");
    if (JSON.stringify(called) === before) return null;
    const result = await change(called);
    if (result !== null) return result;
    before = JSON.stringify(called);
  }
  return null;
}
