// Written from the public protocol pages alone, without reading the server.
// What a logger does with 320, 322 and 324: each command id is executed at most once, ever.
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";

const DAY = 86_400_000;

/**
 * Command ids with their answers, and the simulated settings. With a file it outlives the process;
 * without one, hand the same memory to the next logger to play a restart.
 */
export class Memory {
  constructor(file = null) {
    this.file = file;
    const kept = file && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
    this.commands = new Map(Object.entries(kept.commands ?? {}));
    this.settings = kept.settings ?? {};
  }

  get(id) {
    return this.commands.get(id);
  }

  /** Written down before anything is executed. */
  begin(id, asked) {
    this.commands.set(id, { ...asked, answer: null });
    this.save();
  }

  finish(id, answer) {
    this.commands.set(id, { ...this.commands.get(id), answer });
    this.save();
  }

  /** Answers are needed until `expires`; ids stay a day longer, so that a late repetition is known. */
  drop(now) {
    for (const [id, { expires }] of this.commands)
      if (expires + DAY < now) this.commands.delete(id);
  }

  save() {
    if (!this.file) return;
    const descriptor = openSync(`${this.file}.new`, "w");
    writeSync(
      descriptor,
      JSON.stringify({ commands: Object.fromEntries(this.commands), settings: this.settings }),
    );
    fsyncSync(descriptor);
    closeSync(descriptor);
    renameSync(`${this.file}.new`, this.file);
  }
}

/** Ways to misbehave, by name; `controls` of the logger takes a name or such an object. */
export const MODES = {
  normal: {},
  silent: { execute: false, answer: false, remember: false }, // as if it had never arrived
  mute: { answer: false }, // executed and remembered, not answered
  slow: { delay: 5000 }, // waits before it executes
  "slow answer": { answerDelay: 5000 }, // executes at once, answers late
  lying: { execute: false, force: { status: 200, result: "success" } },
  failing: { execute: false, force: { status: 500, result: "configuration failed" } },
  "timing out": { execute: false, force: { status: 408, result: "response timeout" } },
  valueless: { value: false }, // leaves `value` out, so that the portal has to ask
  "die begun": { die: "begun" }, // dies after it wrote the id down, before it executes
  die: { die: "executed" }, // dies between executing and answering
};

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Thrown through everything that was going on when the logger dies. */
class Died extends Error {}

export class Controls {
  #running = new Map();
  #last = Promise.resolve();

  constructor({ device, memory, now, die, note = () => {} }) {
    Object.assign(this, { device, memory, now, die, note, mode: {}, dead: false });
  }

  setMode(mode) {
    if (typeof mode === "string" && !(mode in MODES)) throw new Error(`no such mode: ${mode}`);
    this.mode = typeof mode === "string" ? MODES[mode] : mode;
  }

  /** The answer to a 320, 322 or 324; null where none is to be sent. */
  async answer(frame) {
    const items = frame.cmd === 322 ? frame.items : [frame];
    const wellFormed =
      Number.isFinite(frame.expires) &&
      Array.isArray(items) &&
      items.every(
        (item) =>
          typeof item?.id === "string" && typeof item.address === "string" && "value" in item,
      );
    if (this.mode.remember === false) return null;
    if (!wellFormed)
      return { cmd: 511, id: frame.id ?? null, status: 400, message: "malformed control" };
    const outcomes = [];
    try {
      for (const { id, address, value } of items) {
        const asked = { address: address.toUpperCase(), value, expires: frame.expires };
        outcomes.push({ id, ...(await this.#once(id, asked)) });
      }
    } catch (error) {
      if (error instanceof Died) return null;
      throw error;
    }
    if (outcomes.some((outcome) => outcome.unanswered)) return null;
    if (frame.cmd === 322) return { cmd: 323, id: frame.id, status: 200, items: outcomes };
    return { cmd: frame.cmd + 1, ...outcomes[0], id: frame.id };
  }

  #once(id, asked) {
    const running = this.#running.get(id);
    if (running) return running;
    const turn = this.#last
      .then(() => this.#outcome(id, asked))
      .finally(() => this.#running.delete(id));
    this.#running.set(id, turn);
    this.#last = turn.catch(() => {});
    return turn;
  }

  #read(address) {
    return this.device.read(address, this.now());
  }

  async #outcome(id, asked) {
    this.memory.drop(this.now());
    const known = this.memory.get(id);
    if (known?.answer) return known.answer;
    if (known) return this.#finish(id, this.#asRead(known)); // begun before a restart: never again
    const { mode } = this;
    if (this.now() >= asked.expires) return this.#late(asked);
    if (!this.device.accepts(asked.address, asked.value)) {
      this.memory.begin(id, asked);
      return this.#finish(id, {
        status: 400,
        result: "parameter error",
        value: this.#read(asked.address),
      });
    }
    this.memory.begin(id, asked);
    this.note("begun", id, asked);
    if (mode.die === "begun") this.#die();
    if (mode.delay) await pause(mode.delay);
    if (this.dead) throw new Died();
    if (this.now() >= asked.expires) return this.#finish(id, this.#late(asked));
    if (mode.execute !== false) {
      await this.device.write(asked.address, asked.value);
      this.memory.save();
      this.note("executed", id, asked);
    }
    if (mode.die === "executed") this.#die();
    const answer = mode.force
      ? { ...mode.force, value: this.#read(asked.address) }
      : this.#asRead(asked);
    if (mode.value === false) delete answer.value;
    this.#finish(id, answer);
    if (mode.answerDelay) await pause(mode.answerDelay);
    if (this.dead) throw new Died();
    return mode.answer === false ? { unanswered: true } : answer;
  }

  #asRead({ address, value }) {
    const read = this.#read(address);
    return this.device.same(address, read, value)
      ? { status: 200, result: "success", value: read }
      : { status: 500, result: "configuration failed", value: read };
  }

  #late({ address }) {
    return { status: 408, result: "response timeout", value: this.#read(address) };
  }

  #finish(id, answer) {
    this.memory.finish(id, answer);
    return answer;
  }

  #die() {
    this.dead = true;
    this.die();
    throw new Died();
  }
}
