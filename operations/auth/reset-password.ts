import { z } from "zod";
import { activate, endAccess, setPassword } from "#database/auth/credentials.ts";
import { findLinkOwner, isOpen, ownerOf, spendLink, voidOtherLinks } from "#database/auth/links.ts";
import { hashPassword } from "#database/auth/password-hash.ts";
import { queueMailWhere } from "#database/mails/mails.ts";
import { linkToken } from "#domain/users/codes.ts";
import { newPasswordTwice, passwordsEqual } from "#domain/users/new-password.ts";
import { anyone } from "../access.ts";
import { mailLanguageOf, newMail } from "../mails/new-mail.ts";
import { operation } from "../operation.ts";
import { closeSocketsOf } from "./close-sockets.ts";
import { linkOf, wrongLink } from "./mail-link.ts";

/**
 * Sets a new password. The link proves access to the account's e-mail, so the account counts as activated, and all its
 * sessions end.
 */
export const resetPassword = operation({
  path: "POST /auth/v2/resetPassword",
  description: {
    summary:
      "Sets a new password with the token of the link in an e-mail, and ends all sessions and personal access tokens of the account",
    output: z.null(),
    example: {
      input: {
        token: "c2VudC1ieS1lLW1haWwtYW5kLW5vd2hlcmUtZWxzZQ",
        password: "Kw7xTq20",
        confirmPassword: "Kw7xTq20",
      },
      output: null,
    },
  },
  input: z.object({ token: linkToken, ...newPasswordTwice }).refine(...passwordsEqual),
  access: anyone,
  async run({ input: { token, password }, context }) {
    const { database, portalOrigin } = context;
    const link = linkOf(context, "resetPassword", token);
    const person = await findLinkOwner(database, link);
    if (person === undefined) throw wrongLink();
    const passwordHash = await hashPassword(password, context.passwordCost);
    const owner = ownerOf(link);
    const mail = newMail(context, {
      cause: `passwordChanged:${link.id}`,
      template: "passwordChanged",
      values: { name: person.name, link: `${portalOrigin}/findpass` },
      language: mailLanguageOf(person),
      recipient: person.email,
    });
    const { 7: spent } = await database.batch([
      setPassword(database, owner, passwordHash),
      activate(database, owner, link.now),
      ...endAccess(database, owner, link.now),
      voidOtherLinks(database, link),
      queueMailWhere(database, isOpen(link), mail),
      spendLink(database, link),
    ]);
    if (spent.length === 0) throw wrongLink();
    await closeSocketsOf(context, person.id);
    return null;
  },
});
