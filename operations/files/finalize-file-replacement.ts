import { Problem } from "#domain/problem.ts";
import type { Context } from "../context.ts";

type Store = Pick<Context, "files" | "log">;

/** Deletes files from the store whose records are gone; the sweep retries failures. */
export async function dropFiles({ files, log }: Store, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  try {
    await files.delete(keys);
  } catch (error) {
    log.error("files could not be deleted", error);
  }
}

/**
 * Completes a batch that replaced files.
 * @param exchanged the keys that are free now; null if a picture was missing, not the user's, or in use elsewhere
 * @throws Problem invalid
 */
export async function finalizeFileReplacement(
  store: Store,
  exchanged: readonly string[] | null,
  field: string,
): Promise<void> {
  if (exchanged === null) throw new Problem("invalid", { fields: { [field]: "wrongFile" } });
  await dropFiles(store, exchanged);
}
