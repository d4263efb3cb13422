/** The limits of Cloudflare Queues: a kilobyte is 1,000 bytes, and each message has about 100 bytes of metadata. */
export const MAX_BATCH_BYTES = 256_000;
export const MAX_BATCH_MESSAGES = 100;
const MAX_MESSAGE_BYTES = 128_000;
const METADATA_BYTES = 100;

/** @returns bytes of a message as production counts them */
export function queueBytes(body: unknown): number {
  return new TextEncoder().encode(JSON.stringify(body)).length + METADATA_BYTES;
}

/** One call of the queue. */
export type QueueCall = { messages: number; bytes: number };

/**
 * A queue that rejects what production rejects; the local runtime accepts batches of up to 288,000 bytes. The tests
 * share this one double, so that none of them accepts more than another.
 * @param accept receives each message of an accepted call
 */
export function productionQueue(accept: (body: unknown) => void) {
  const calls: QueueCall[] = [];
  const accepted = { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
  const take = (bodies: readonly unknown[]) => {
    const sizes = bodies.map(queueBytes);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    const largest = Math.max(0, ...sizes);
    if (bodies.length > MAX_BATCH_MESSAGES)
      throw new Error(`batch message count of ${bodies.length} exceeds limit of 100 (10205)`);
    if (largest > MAX_MESSAGE_BYTES)
      throw new Error(`message size of ${largest} bytes exceeds limit of 128000 bytes (10205)`);
    if (bytes > MAX_BATCH_BYTES)
      throw new Error(`batch size of ${bytes} bytes exceeds limit of 256000 bytes (10205)`);
    calls.push({ messages: bodies.length, bytes });
    for (const body of bodies) accept(body);
    return accepted;
  };
  return {
    calls,
    async send(body: unknown) {
      return take([body]);
    },
    async sendBatch(messages: Iterable<{ body: unknown }>) {
      return take([...messages].map(({ body }) => body));
    },
  };
}
