import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "./columns.ts";

/** Published firmware. The columns beside the signed manifest only find it; the manifest decides. */
export const firmwareReleases = sqliteTable(
  "firmware_releases",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    vendor: text("vendor").notNull(),
    family: text("family").notNull(),
    typeCode: text("type_code").notNull(),
    component: text("component").notNull(),
    version: text("version").notNull(),
    sequence: integer("sequence").notNull(),
    /** SHA-256 of the file, lower-case hex. */
    sha256: text("sha256").notNull(),
    /** Exact bytes of the manifest and their signature, base64url. */
    manifest: text("manifest").notNull(),
    signature: text("signature").notNull(),
    keyId: text("key_id").notNull(),
    publishedAt: instant("published_at").notNull(),
    /** When the manifest expires; null for a release of an earlier version of the portal. */
    expiresAt: instant("expires_at"),
    revokedAt: instant("revoked_at"),
    /** Version of the stored file whose hashes were verified; null before the first transfer. */
    verifiedFile: text("verified_file"),
  },
  (table) => [
    uniqueIndex("firmware_releases_sequence").on(
      table.vendor,
      table.family,
      table.typeCode,
      table.component,
      table.sequence,
    ),
    index("firmware_releases_type").on(table.typeCode, table.component, table.sequence),
    index("firmware_releases_file").on(table.sha256),
  ],
);

/** Keys whose signatures are no longer accepted. */
export const firmwareRevokedKeys = sqliteTable("firmware_revoked_keys", {
  keyId: text("key_id").primaryKey(),
  revokedAt: instant("revoked_at").notNull(),
});
