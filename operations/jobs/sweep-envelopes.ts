import { deleteSeenEnvelopes } from "#database/basic/envelopes.ts";
import { ENVELOPE_MEMORY_MS } from "#protocol/envelope/envelope.ts";
import type { Context } from "../context.ts";

/** Rotates the server's keys for sealed calls, and deletes envelopes that are expired by now. */
export async function sweepEnvelopes({ database, envelopeKeys, now }: Context): Promise<void> {
  await deleteSeenEnvelopes(database, now() - ENVELOPE_MEMORY_MS);
  await envelopeKeys.renew();
}
