import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "./columns.ts";

/** The server's RSA keys for sealed calls. */
export const envelopeKeys = sqliteTable("envelope_keys", {
  kid: text("kid").primaryKey(),
  /** JWK. */
  publicKey: text("public_key").notNull(),
  /** JWK, sealed by a key of the key ring. */
  privateKey: text("private_key").notNull(),
  createdAt: instant("created_at").notNull(),
});

/** Wrapped keys of sealed calls seen within the last ten minutes. */
export const seenEnvelopes = sqliteTable(
  "seen_envelopes",
  {
    /** SHA-256 of the wrapped key, base64url. */
    id: text("id").primaryKey(),
    at: instant("at").notNull(),
  },
  (table) => [index("seen_envelopes_at").on(table.at)],
);
