import { z } from "zod";
import { failAttempt, succeedAttempt } from "#database/login-failures.ts";
import { unusableHash, verifyPassword } from "#database/password-hash.ts";
import { addSession } from "#database/sessions.ts";
import { findUserByAccount } from "#database/users.ts";
import { Problem } from "#domain/problem.ts";
import { accountName, typedPassword } from "#domain/users/user.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { digest } from "#protocol/keys/digest.ts";
import { mask } from "#protocol/keys/masked.ts";
import { anyone } from "../access.ts";
import { operation } from "../operation.ts";
import { awaitAttempt } from "./await-attempt.ts";
import { describeUser, userInfo, userInfoExample } from "./user-info.ts";

const TOKEN_BYTES = 32;
const ADDRESS_WAIT_S = 60;

/** Unknown account and wrong password: the same answer after the same work. */
export const login = operation({
  path: "POST /auth/v2/login",
  description: {
    summary: "Signs in; 401 where the account or the password is wrong",
    output: z.object({
      token: z.string().describe("For the header Authorization"),
      userInfo,
    }),
    example: {
      input: { account: "ana@example.org", password: "sunshine1" },
      output: { token: "Zm9yLXRoZS1hdXRob3JpemF0aW9uLWhlYWRlcg", userInfo: userInfoExample },
    },
  },
  input: z.object({ account: accountName, password: typedPassword }),
  access: anyone,
  async run({ input: { account, password }, context, caller }) {
    const { database, keys, passwordCost } = context;
    if (!(await context.mayTryLogin(caller.address)))
      throw new Problem("tooFast", { retryAfter: ADDRESS_WAIT_S });
    const subject = mask(keys, "login", account, caller.address);
    const id = await awaitAttempt(subject, context);
    const user = await findUserByAccount(database, account);
    const right = await verifyPassword(password, user?.passwordHash ?? unusableHash(passwordCost));
    if (user === undefined || !right) {
      await failAttempt(database, id, context.now());
      throw new Problem("notSignedIn", { message: "wrongLogin" });
    }
    await succeedAttempt(database, { id, subject });
    const token = toBase64Url(context.randomBytes(TOKEN_BYTES));
    await addSession(database, { id: digest(token), userId: user.id, now: context.now() });
    return { token, userInfo: describeUser(keys, user) };
  },
});
