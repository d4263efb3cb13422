import { z } from "zod";
import type { MapTiles } from "#operations/context.ts";
import { readSecret } from "#protocol/keys/key-ring.ts";
import { readMailbox } from "./mail/mime.ts";
import { readSmtpUrl } from "./mail/smtp-server.ts";

const binding = (name: string) =>
  z.custom<object>((value) => typeof value === "object" && value !== null, `${name} is not bound`);

const isOrigin = (address: string) => URL.canParse(address) && new URL(address).origin === address;

const environment = z.object({
  HELIOPORT_SECRET: z
    .string("HELIOPORT_SECRET is missing")
    .transform(readSecret)
    .refine((secret) => secret !== null, "HELIOPORT_SECRET is not base64url of 32 bytes or more"),
  PORTAL_ORIGIN: z
    .url("PORTAL_ORIGIN is not an address")
    .refine(isOrigin, "PORTAL_ORIGIN is more than an origin"),
  DB: binding("DB"),
  FILES: binding("FILES"),
  SITES: binding("SITES"),
  SWITCHES: binding("SWITCHES"),
  SITE_EVENTS: binding("SITE_EVENTS"),
  MAILS: binding("MAILS"),
  URGENT_MAILS: binding("URGENT_MAILS"),
  EXPORTS: binding("EXPORTS"),
  LOGGER_FAILURES: binding("LOGGER_FAILURES"),
  LOGIN_ATTEMPTS: binding("LOGIN_ATTEMPTS"),
  WEATHER_CALLS: binding("WEATHER_CALLS"),
});

/**
 * Returns the secret of a completely configured environment. @throws Error that names the missing setting, without its
 * value
 */
export function checkEnvironment(env: unknown): Uint8Array {
  const checked = environment.safeParse(env);
  if (checked.success && checked.data.HELIOPORT_SECRET !== null)
    return checked.data.HELIOPORT_SECRET;
  const faults = checked.error?.issues.map((issue) => issue.message) ?? [];
  throw new Error(`The Worker is not configured: ${faults.join("; ")}`);
}

const mailSettings = z.object({
  MAIL_FROM: z
    .string()
    .default("")
    .transform((text) => (text === "" ? null : readMailbox(text)))
    .refine((from) => from !== undefined, 'MAIL_FROM is not "Name <name@example.com>"'),
  SMTP_URL: z
    .string()
    .default("")
    .transform((text) => (text === "" ? null : readSmtpUrl(text)))
    .refine((server) => server !== undefined, "SMTP_URL is not smtps://user:password@host:465"),
  MAIL: z.custom<SendEmail>((value) => typeof value === "object" && value !== null).optional(),
});

/**
 * Reads the e-mail settings; null for unset ones. They are checked separately, because a portal whose e-mails wait is
 * still useful.
 * @throws Error that names the invalid setting, without its value
 */
export function readMailSettings(env: unknown) {
  const checked = mailSettings.safeParse(env);
  if (!checked.success) {
    const faults = checked.error.issues.map((issue) => issue.message);
    throw new Error(`E-mail is not configured: ${faults.join("; ")}`);
  }
  const { MAIL_FROM, SMTP_URL, MAIL } = checked.data;
  return { from: MAIL_FROM ?? null, server: SMTP_URL ?? null, binding: MAIL ?? null };
}

const mapSettings = z.object({
  MAP_TILES_URL: z
    .string()
    .default("")
    .refine(
      (text) => text === "" || hostOfTiles(text) !== null,
      "MAP_TILES_URL is no address of tiles",
    ),
  MAP_TILES_ATTRIBUTION: z.string().default(""),
});

/** Reads the source of map tiles; null if unset. @throws Error that names the invalid setting, without its value */
export function readMapSettings(env: unknown): MapTiles | null {
  const checked = mapSettings.safeParse(env);
  if (!checked.success) {
    const faults = checked.error.issues.map((issue) => issue.message);
    throw new Error(`Maps are not configured: ${faults.join("; ")}`);
  }
  const { MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: thanks } = checked.data;
  const host = hostOfTiles(url);
  if (host === null) return null;
  const [, text = thanks, href = null] = /^(.*?)\s*<(https?:[^<>\s]+)>$/.exec(thanks) ?? [];
  return { url, host, attribution: { text, href } };
}

/** Returns the host for the content security policy: `https://*.example.org` for `https://{s}.example.org/…`. */
function hostOfTiles(url: string): string | null {
  if (!["{x}", "{y}", "{z}"].every((part) => url.includes(part))) return null;
  const [, scheme, host] = /^(https?:\/\/)((?:\{s\}\.)?[\w.-]+(?::\d+)?)\//.exec(url) ?? [];
  if (scheme === undefined || host === undefined) return null;
  return scheme + host.replace("{s}", "*");
}
