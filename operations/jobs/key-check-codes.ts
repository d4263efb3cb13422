import { listPlainCheckHashes, storeKeyedCheckHashes } from "#database/sites/modules.ts";
import { keyedCheckHash } from "#protocol/keys/check-hash.ts";
import type { Context } from "../context.ts";

/** Modules per turn: about half a megabyte in one statement. */
const MODULES_A_TURN = 5_000;

/**
 * Replaces plain hashes of check codes by keyed ones. The command that registers modules has no key, so a module has a
 * plain hash for a few minutes.
 */
export async function keyCheckCodes({ database, keys, log }: Context): Promise<void> {
  const plain = await listPlainCheckHashes(database, MODULES_A_TURN);
  if (plain.length === 0) return;
  await storeKeyedCheckHashes(
    database,
    plain.map((module) => ({ ...module, keyed: keyedCheckHash(keys, module.plain) })),
  );
  log.info("hashes of check codes were replaced by keyed ones", { modules: plain.length });
}
