import { z } from "zod";
import { activate as setActivated } from "#database/auth/credentials.ts";
import { ownerOf, spendLink } from "#database/auth/links.ts";
import { linkToken } from "#domain/users/codes.ts";
import { anyone } from "../access.ts";
import { operation } from "../operation.ts";
import { linkOf, wrongLink } from "./mail-link.ts";

/** Activates an account by the link of its first e-mail, so that its user can sign in. */
export const activate = operation({
  path: "POST /auth/v2/activate",
  description: {
    summary: "Activates a new account with the token of the link in its first e-mail",
    output: z.null(),
    example: { input: { token: "c2VudC1ieS1lLW1haWwtYW5kLW5vd2hlcmUtZWxzZQ" }, output: null },
  },
  input: z.object({ token: linkToken }),
  access: anyone,
  async run({ input: { token }, context }) {
    const { database } = context;
    const link = linkOf(context, "activate", token);
    const [, spent] = await database.batch([
      setActivated(database, ownerOf(link), link.now),
      spendLink(database, link),
    ]);
    if (spent.length === 0) throw wrongLink();
    return null;
  },
});
