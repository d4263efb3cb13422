import { z } from "zod";
import { queueMail } from "#database/mails/mails.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { signedIn } from "../access.ts";
import { newMail } from "../mails/new-mail.ts";
import { readMailLanguage } from "../mails/read-mail-language.ts";
import { operation } from "../operation.ts";

export const testNotification = operation({
  path: "POST /user/v2/notification/test",
  description: {
    summary: "Sends a test e-mail to the caller's own address, at most one a minute",
    output: z.null(),
    example: { input: {}, output: null },
  },
  input: z.object({}),
  access: signedIn("editAccount"),
  async run({ context, caller: { person } }) {
    const mail = newMail(context, {
      cause: `alarmTest:${person.id}:${Math.floor(context.now() / MINUTE_MS)}`,
      template: "alarmTest",
      values: { name: person.name, link: `${context.portalOrigin}/sitelist` },
      language: await readMailLanguage(context, person),
      recipient: person.email,
    });
    await queueMail(context.database, mail);
    await context.announceMail();
    return null;
  },
});
