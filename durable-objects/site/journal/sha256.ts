import { createHash } from "node:crypto";

/** SHA-256 of a text in UTF-8, lower-case hex. It is synchronous, so that an entry is chained within one event. */
export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
