/**
 * The consumers of the queues, for one test file after the other. Queues deliver about a second after a message was
 * sent. Without this a message of the file before is consumed while the next one runs, and changes its rows. A run of
 * Vitest that did not end was seen when a consumer was active at the end of a file.
 */
class QueueOfFile {
  #begunAt = 0;
  #active = 0;

  /** Ignores all messages that were sent until now: a file has ended, or another one begins. */
  ignoreEarlier(): void {
    this.#begunAt = Date.now();
  }

  async consume(
    batch: MessageBatch<unknown>,
    consume: (own: MessageBatch<unknown>) => Promise<void>,
  ): Promise<void> {
    const isOwn = ({ timestamp }: Message) => timestamp.getTime() >= this.#begunAt;
    const { queue, metadata } = batch;
    const messages = batch.messages.filter(isOwn);
    for (const message of batch.messages) if (!isOwn(message)) message.ack();
    if (messages.length === 0) return;
    this.#active += 1;
    try {
      await consume({
        queue,
        metadata,
        messages,
        ackAll: () => batch.ackAll(),
        retryAll: (options) => batch.retryAll(options),
      });
    } finally {
      this.#active -= 1;
    }
  }

  /** Whether nothing is being consumed. */
  isIdle(): boolean {
    return this.#active === 0;
  }
}

const kept = globalThis as { queueOfFile?: QueueOfFile };

/** The module may be loaded again for each file, the counts stay. */
export function queueOfFile(): QueueOfFile {
  kept.queueOfFile ??= new QueueOfFile();
  return kept.queueOfFile;
}
