import { z } from "zod";
import { emailAddress } from "#domain/users/email-address.ts";
import { anyone } from "../access.ts";
import { enforceIpRateLimit } from "../auth/enforce-ip-rate-limit.ts";
import { operation } from "../operation.ts";
import { assertEmailNotBlocked } from "./assert-email-not-blocked.ts";
import { sendCode } from "./codes.ts";

/** Sends a code to any address, without revealing whether it is registered. */
export const registerCaptcha = operation({
  path: "POST /user/v2/register/emailCaptcha",
  description: {
    summary:
      "Sends the code that a registration requires. Returns 429 within a minute of the last code, and after ten codes in a day",
    output: z.null(),
    example: { input: { email: "ana@example.org" }, output: null },
  },
  input: z.object({ email: emailAddress }),
  access: anyone,
  async run({ input: { email }, context, caller }) {
    await enforceIpRateLimit(context, caller);
    await assertEmailNotBlocked(context, email);
    const mail = { language: context.language, name: "" };
    await sendCode(context, { purpose: "register", address: email }, mail);
    return null;
  },
});
