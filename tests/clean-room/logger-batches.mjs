// Written from the public protocol pages alone, without reading the server.
// Samples become batches; each batch is kept until its answer and sent again after a reconnection.
import { randomUUID } from "node:crypto";

const MAX_BYTES = 1 << 20;
const MAX_INSTANTS = 10_000;
const MAX_UNANSWERED = 4;

/** Columns over instants, in the shorter form where the instants are evenly spaced. */
export function columns(samples) {
  const times = samples.map((sample) => sample.at);
  const values = {};
  for (const address of new Set(samples.flatMap((sample) => Object.keys(sample.values)))) {
    values[address] = samples.map((sample) => sample.values[address] ?? null);
  }
  const step = times.length > 1 ? times[1] - times[0] : 1000;
  const even = times.every((at, i) => i === 0 || at - times[i - 1] === step);
  return even ? { start: times[0], step, count: times.length, values } : { times, values };
}

export const instantsOf = (batch) =>
  batch.times ?? Array.from({ length: batch.count }, (_, i) => batch.start + i * batch.step);

function part(batch, from, to) {
  const values = Object.fromEntries(
    Object.entries(batch.values).map(([key, list]) => [key, list.slice(from, to)]),
  );
  if (batch.times) return { times: batch.times.slice(from, to), values };
  return { start: batch.start + from * batch.step, step: batch.step, count: to - from, values };
}

/** Parts that keep within the limits of a frame. */
export function split(batch) {
  const count = batch.times?.length ?? batch.count;
  const bytes = Buffer.byteLength(JSON.stringify(batch)) + 200;
  if (count < 2 || (count <= MAX_INSTANTS && bytes <= MAX_BYTES)) return [batch];
  const middle = Math.ceil(count / 2);
  return [...split(part(batch, 0, middle)), ...split(part(batch, middle, count))];
}

export class Batches {
  /** `send(frame)` while connected; `fail(reason)` closes the connection; `held` from an earlier logger. */
  constructor({ send, fail, timings, held = [] }) {
    Object.assign(this, { send, fail, timings });
    this.waiting = held.map((frame) => ({ frame: { ...frame }, notBefore: 0 }));
    this.flying = new Map();
    this.setAside = [];
    this.samples = [];
    this.connected = false;
    this.timer = null;
    this.backlogFrom = 0; // no backlog is sent before
  }

  /** Everything not yet answered, oldest first, as frames. */
  held() {
    return [...this.flying.values(), ...this.waiting].map((batch) => batch.frame);
  }

  take(at, values) {
    const last = this.samples.at(-1)?.at ?? -Infinity;
    if (at === last) {
      Object.assign(this.samples.at(-1).values, values);
      return;
    }
    if (at < last) this.upload(); // the clock was set back: instants within a frame must ascend
    this.samples.push({ at, values });
  }

  upload() {
    if (this.samples.length === 0) return [];
    const batch = columns(this.samples);
    this.samples = [];
    return this.add(batch);
  }

  add(batch) {
    const frames = split(batch).map((each) => ({ cmd: 260, id: randomUUID(), ...each }));
    for (const frame of frames) this.waiting.push({ frame, notBefore: 0 });
    this.#pump();
    return frames.map((frame) => frame.id);
  }

  /** What is held when a connection begins is its backlog: `{ from, to }` or null. */
  backlog() {
    this.upload();
    let [from, to] = [Infinity, -Infinity];
    for (const { frame } of this.waiting) {
      frame.backlog = true;
      const instants = instantsOf(frame);
      from = Math.min(from, instants[0]);
      to = Math.max(to, instants.at(-1));
    }
    return this.waiting.length === 0 ? null : { from, to };
  }

  start() {
    this.connected = true;
    this.#pump();
  }

  stop() {
    this.connected = false;
    clearTimeout(this.timer);
    for (const batch of this.flying.values()) clearTimeout(batch.timer);
    this.waiting = [...this.flying.values(), ...this.waiting].map(({ frame }) => ({
      frame,
      notBefore: 0,
    }));
    this.flying.clear();
  }

  /** Begins all waits for an answer anew, after a time in which nothing could arrive. */
  rearm() {
    for (const batch of this.flying.values()) this.#await(batch);
  }

  /** A 261, or a 511 with a batch's id. False where it concerns no batch. */
  answer({ cmd, id, status, retryAfter }) {
    const batch = this.flying.get(id);
    if (!batch) return false;
    clearTimeout(batch.timer);
    this.flying.delete(id);
    if (cmd === 511) this.setAside.push(batch.frame);
    else if (status !== 200) {
      const wait = Number.isFinite(retryAfter) ? retryAfter * 1000 : this.timings.resend;
      this.waiting.unshift({ frame: batch.frame, notBefore: Date.now() + wait });
      // A 429 is about all of the backlog.
      if (status === 429) this.backlogFrom = Math.max(this.backlogFrom, Date.now() + wait);
    }
    this.#pump();
    return true;
  }

  #await(batch) {
    clearTimeout(batch.timer);
    batch.timer = setTimeout(() => this.fail("no answer to a batch"), this.timings.answer);
  }

  #pump() {
    clearTimeout(this.timer);
    while (this.connected && this.flying.size < MAX_UNANSWERED) {
      const batch = this.#next();
      if (!batch) break;
      this.waiting.splice(this.waiting.indexOf(batch), 1);
      this.flying.set(batch.frame.id, batch);
      this.#await(batch);
      this.send(batch.frame);
    }
    const soonest = Math.min(
      ...this.waiting
        .map((batch) =>
          batch.frame.backlog ? Math.max(batch.notBefore, this.backlogFrom) : batch.notBefore,
        )
        .filter((at) => at > Date.now()),
    );
    if (this.connected && Number.isFinite(soonest)) {
      this.timer = setTimeout(() => this.#pump(), soonest - Date.now() + 1);
    }
  }

  /** Live batches first; the backlog leaves one place free for them, and its last batch goes alone, as the end. */
  #next() {
    const due = this.waiting.filter((batch) => batch.notBefore <= Date.now());
    const live = due.find((batch) => !batch.frame.backlog);
    if (live) return live;
    const old =
      Date.now() < this.backlogFrom ? undefined : due.find((batch) => batch.frame.backlog);
    const oldFlying = [...this.flying.values()].filter((batch) => batch.frame.backlog).length;
    if (!old || oldFlying >= MAX_UNANSWERED - 1) return undefined;
    const last = this.waiting.filter((batch) => batch.frame.backlog).length === 1;
    if (!last) return old;
    if (oldFlying > 0) return undefined;
    old.frame.backlog = "end";
    return old;
  }
}
