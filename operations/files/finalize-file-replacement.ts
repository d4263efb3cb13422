import { Problem } from "#domain/problem.ts";
import type { Context } from "../context.ts";

type Store = Pick<Context, "files" | "log">;

/** Takes from the store what is off the record already; what cannot be taken now is swept. */
export async function dropFiles({ files, log }: Store, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  try {
    await files.delete(keys);
  } catch (error) {
    log.error("files could not be deleted", error);
  }
}

/**
 * After the batch that exchanged what is in a place.
 * @param exchanged the keys that are free now; null where a picture was not theirs, not there, or in use elsewhere
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
