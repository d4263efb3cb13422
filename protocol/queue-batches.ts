/** What the platform's queue accepts in one call: its kilobyte is 1,000 bytes. */
const MAX_BATCH_BYTES = 256_000;
const MAX_BATCH_MESSAGES = 100;
const MAX_MESSAGE_BYTES = 128_000;
/** The platform adds metadata of about 100 bytes to each message; the margin covers the "about". */
const METADATA_BYTES = 150;

/** The part of a queue binding that sends. */
export type QueueSender<Message> = {
  send(body: Message): Promise<unknown>;
  sendBatch(messages: { body: Message }[]): Promise<unknown>;
};

/**
 * Sends messages in as few calls as the limits of the queue allow. Every producer of messages uses this function. A
 * call that fails does not keep the remaining messages from being sent.
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
 * Splits messages, in their order, by count and by size.
 * @returns the batches, and the sizes in bytes of the messages that no batch can carry
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

/** The size of a message as the queue counts it: JSON in UTF-8, with its metadata. */
function sizeOf(message: unknown): number {
  return encoder.encode(JSON.stringify(message)).length + METADATA_BYTES;
}
