import { z } from "zod";
import { siteRole } from "#domain/access/role-schemas.ts";

const MAX_NAME_LENGTH = 200;

/** Who is watching, as the Worker found it when the socket was opened. */
export const viewerFacts = z.object({
  /** Id of the session (its token's SHA-256, base64url), or of the share session. */
  session: z.string(),
  /** User id; for a share session that of share-person.ts. */
  person: z.int(),
  /** Cut, so that an attachment holds it. */
  name: z.string().transform((name) => name.slice(0, MAX_NAME_LENGTH)),
  role: siteRole,
  owner: z.boolean(),
  demo: z.boolean(),
  share: z.boolean(),
  /** Grows with every revocation of this person's rights. */
  rightsVersion: z.int(),
  /** When the right ends of itself, ms UTC; null is for good. */
  endsAt: z.int().nullable().default(null),
});

/** What a login is checked with. */
export const loginFacts = z.object({
  /** SHA-256 of the single-use ticket, base64url. */
  ticketHash: z.string(),
  /** The ticket is good until then, ms UTC. */
  ticketUntil: z.int(),
  /** X25519 private key that the server holds for this person, base64url. */
  privateKey: z.string(),
});
