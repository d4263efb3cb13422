// Written from the public protocol pages alone, without reading the server.
// One command as its giver follows it.

/**
 * `answer`: the first record, from the answer to the request. `ended`: the record once it has ended. `records`: every
 * record so far. Iterating gives each record until the last one.
 */
export class Control {
  #wake = [];
  #error = null;

  constructor(commandId) {
    this.commandId = commandId;
    this.records = [];
    this.answer = new Promise((resolve, reject) =>
      Object.assign(this, { resolveAnswer: resolve, rejectAnswer: reject }),
    );
    this.ended = this.#untilEnded();
    this.answer.catch(() => {});
    this.ended.catch(() => {});
  }

  get record() {
    return this.records.at(-1);
  }

  get over() {
    return this.record?.state === "ended";
  }

  take(record) {
    if (JSON.stringify(record) === JSON.stringify(this.record)) return;
    this.records.push(record);
    this.#wakeAll();
  }

  fail(error) {
    this.#error ??= error;
    this.rejectAnswer(error);
    this.#wakeAll();
  }

  #wakeAll() {
    for (const wake of this.#wake.splice(0)) wake();
  }

  async *[Symbol.asyncIterator]() {
    for (let i = 0; ; i += 1) {
      while (i >= this.records.length) {
        if (this.over) return;
        if (this.#error) throw this.#error;
        await new Promise((resolve) => this.#wake.push(resolve));
      }
      yield this.records[i];
    }
  }

  async #untilEnded() {
    await null; // the fields are set by then
    for await (const record of this) if (record.state === "ended") return record;
    return this.record;
  }
}
