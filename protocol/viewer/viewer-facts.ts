import { z } from "zod";
import { siteRole } from "#domain/access/role-schemas.ts";

/** Maximum length of a stored name, so that it fits into a socket's attachment. */
const MAX_NAME_LENGTH = 200;

/** Data of a viewer that the Worker looked up when the socket was opened. */
export const viewerFacts = z.object({
  /** Id of the session (its token's SHA-256, base64url), or of the share session. */
  session: z.string(),
  /** User id, or `sharePerson` for a share session. */
  person: z.int(),
  /** Name of the user, cut to `MAX_NAME_LENGTH`. */
  name: z.string().transform((name) => name.slice(0, MAX_NAME_LENGTH)),
  role: siteRole,
  owner: z.boolean(),
  demo: z.boolean(),
  share: z.boolean(),
  /** Whether the user needs no advanced password. */
  skipsPassword: z.boolean().default(false),
  /** Increases with each revocation of the user's access. */
  rightsVersion: z.int(),
  /** Expiry of the access, ms UTC; null without a limit. */
  endsAt: z.int().nullable().default(null),
});

/** Data to check a viewer's login. */
export const loginFacts = z.object({
  /** SHA-256 of the single-use ticket, base64url. */
  ticketHash: z.string(),
  /** Expiry of the ticket, ms UTC. */
  ticketUntil: z.int(),
  /** X25519 private key that the server holds for the user, base64url. */
  privateKey: z.string(),
});
