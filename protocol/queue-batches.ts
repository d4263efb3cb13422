/** Maximum size of the messages in one call of the platform's queue, bytes; its kilobyte has 1,000 bytes. */
const MAX_BATCH_BYTES = 256_000;
const MAX_BATCH_MESSAGES = 100;
const MAX_MESSAGE_BYTES = 128_000;
/** Size of the metadata that the platform adds to each message, bytes: about 100, with a margin. */
const METADATA_BYTES = 150;

/** The part of a queue binding that sends. */
export type QueueSender<Message> = {
  send(body: Message): Promise<unknown>;
  sendBatch(messages: { body: Message }[]): Promise<unknown>;
};

/**
 * Sends messages in as few calls as the limits of the queue allow. All producers of messages use this function. The
 * remaining messages are sent even if a call fails.
 * @throws the error of a single failed call, or an AggregateError of several
 */
export async function sendMessages<Message>(
  queue: QueueSender<Message>,
  messages: readonly Message[],
): Promise<void> {
  const { batches, oversized } = splitIntoBatches(messages);
  const errors: unknown[] = [];
  for (const bytes of oversized)
    errors.push(new RangeError(`a queue message of ${bytes} bytes exceeds ${MAX_MESSAGE_BYTES}`));
  for (const batch of batches) {
    try {
      const [first] = batch;
      if (batch.length === 1 && first !== undefined) await queue.send(first);
      else await queue.sendBatch(batch.map((body) => ({ body })));
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1)
    throw new AggregateError(errors, `${errors.length} calls of the queue failed`);
}

/**
 * Splits messages into batches by count and by size, in their order.
 * @returns the batches, and the sizes in bytes of the messages that exceed the limit of a message
 */
export function splitIntoBatches<Message>(messages: readonly Message[]): {
  batches: Message[][];
  oversized: number[];
} {
  const batches: Message[][] = [];
  const oversized: number[] = [];
  let batch: Message[] = [];
  let batchBytes = 0;
  for (const message of messages) {
    const bytes = sizeOf(message);
    if (bytes > MAX_MESSAGE_BYTES) {
      oversized.push(bytes);
      continue;
    }
    if (batch.length === MAX_BATCH_MESSAGES || batchBytes + bytes > MAX_BATCH_BYTES) {
      batches.push(batch);
      batch = [];
      batchBytes = 0;
    }
    batch.push(message);
    batchBytes += bytes;
  }
  if (batch.length > 0) batches.push(batch);
  return { batches, oversized };
}

const encoder = new TextEncoder();

/** Returns the size of a message as the queue counts it, bytes: JSON in UTF-8 with its metadata. */
function sizeOf(message: unknown): number {
  return encoder.encode(JSON.stringify(message)).length + METADATA_BYTES;
}
