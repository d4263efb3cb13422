import { PROBLEM_STATUS } from "#domain/problem.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { log } from "./log.ts";

/** Validity of the text; RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/** Serves the contact for security reports (RFC 9116); 404 if the operator has not set SECURITY_CONTACT. */
export function serveSecurityText(env: Env, now = Date.now()): Response {
  const contact = readContact(env.SECURITY_CONTACT);
  if (contact === null)
    return new Response("Not found", {
      status: PROBLEM_STATUS.notFound,
      headers: { "Cache-Control": "no-store" },
    });
  const expires = new Date((Math.floor(now / DAY_MS) + VALID_DAYS) * DAY_MS);
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    `Canonical: ${env.PORTAL_ORIGIN}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=86400",
    },
  });
}

/** Returns the contact as a URI; null if it is unset or not allowed by the RFC. */
function readContact(text: string | undefined): string | null {
  if (!text) return null;
  if (/^(mailto:|https:\/\/|tel:)[!-~]+$/.test(text)) return text;
  log.error(
    "security.txt is not served",
    "SECURITY_CONTACT is no address that begins with mailto:, https: or tel:",
  );
  return null;
}
