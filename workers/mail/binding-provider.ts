import { EmailMessage } from "cloudflare:email";
import { type MailProvider, MailRefused } from "#operations/mails/mail-sender.ts";

/** Sends e-mails by the platform's binding. Its error messages may quote addresses, so only the codes are used. */
export function bindingProvider(binding: SendEmail): MailProvider {
  return {
    async send({ from, to, mime }) {
      try {
        await binding.send(new EmailMessage(from, to, mime));
      } catch (error) {
        const code = codeOf(error);
        throw new MailRefused(code, { isPermanent: PERMANENT_CODES.has(code) });
      }
    },
  };
}

/** Codes of permanent failures: the address is suppressed or invalid. */
const PERMANENT_CODES: ReadonlySet<string> = new Set([
  "E_RECIPIENT_SUPPRESSED",
  "E_VALIDATION_ERROR",
]);

function codeOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : null;
  return typeof code === "string" && /^[A-Z_]{1,60}$/.test(code) ? code : "the platform refused it";
}
