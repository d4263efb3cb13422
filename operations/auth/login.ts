import { z } from "zod";
import { digest } from "#database/digest.ts";
import { countAttempt, forgetAttempts, readNextAttempt } from "#database/login-failures.ts";
import { unusableHash, verifyPassword } from "#database/password-hash.ts";
import { addSession } from "#database/sessions.ts";
import { findUserByAccount } from "#database/users.ts";
import { Problem } from "#domain/problem.ts";
import { accountName, typedPassword } from "#domain/users/user.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { mask } from "#protocol/keys/masked.ts";
import { anyone } from "../access.ts";
import type { Context } from "../context.ts";
import { operation } from "../operation.ts";
import { describeUser } from "./user-info.ts";

const TOKEN_BYTES = 32;

/** Unknown account and wrong password: the same answer after the same work. */
export const login = operation({
  path: "POST /auth/v2/login",
  input: z.object({ account: accountName, password: typedPassword }),
  access: anyone,
  async run({ input: { account, password }, context, caller }) {
    const { database, keys, passwordCost } = context;
    const subject = mask(keys, "login", account, caller.address);
    await countFirst(subject, context);
    const user = await findUserByAccount(database, account);
    const right = await verifyPassword(password, user?.passwordHash ?? unusableHash(passwordCost));
    if (user === undefined || !right) throw new Problem("notSignedIn", { message: "wrongLogin" });
    await forgetAttempts(database, subject);
    const token = toBase64Url(context.randomBytes(TOKEN_BYTES));
    await addSession(database, { id: digest(token), userId: user.id, now: context.now() });
    return { token, userInfo: describeUser(keys, user) };
  },
});

async function countFirst(subject: string, { database, now }: Context) {
  const at = now();
  if (await countAttempt(database, subject, at)) return;
  const wait = (await readNextAttempt(database, subject, at)) - at;
  throw new Problem("tooFast", { retryAfter: Math.max(1, Math.ceil(wait / 1000)) });
}
