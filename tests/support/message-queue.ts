type Waiting<Message> = {
  test: (message: Message) => boolean;
  resolve: (message: Message) => void;
};

/** Messages as they come, for tests that wait for one of them. */
export class MessageQueue<Message> {
  /** All that came, in order. */
  readonly inbox: Message[] = [];
  readonly #unread: Message[] = [];
  #waiting: Waiting<Message>[] = [];

  take(message: Message): void {
    this.inbox.push(message);
    const waiting = this.#waiting.find(({ test }) => test(message));
    this.#waiting = this.#waiting.filter((one) => one !== waiting);
    if (waiting === undefined) this.#unread.push(message);
    else waiting.resolve(message);
  }

  /** All that came and was not read yet. */
  drain(): Message[] {
    return this.#unread.splice(0);
  }

  /** The next message not read yet that passes; waits for it where there is none. */
  next(test: (message: Message) => boolean = () => true): Promise<Message> {
    const index = this.#unread.findIndex(test);
    const [held] = index === -1 ? [] : this.#unread.splice(index, 1);
    if (held !== undefined) return Promise.resolve(held);
    return new Promise((resolve) => this.#waiting.push({ test, resolve }));
  }
}
