// Written from the public protocol pages alone, without reading the server.
// A data logger. `openLogger({ url, serial, secret })` connects, stays connected and sends; options below.
import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Batches } from "./logger-batches.mjs";
import { Controls, Memory } from "./logger-controls.mjs";
import { SimulatedDevice } from "./logger-device.mjs";
import { LoggerLink } from "./logger-link.mjs";
import { Sampler } from "./logger-sampler.mjs";

export { Memory, SimulatedDevice };

const MAX_ADDRESSES = 500;
const USUAL = { sampleMs: 10_000, uploadMs: 60_000 };

const DEFAULTS = {
  systemType: "10001",
  systemCode: 5,
  versions: { communication: "1.0.0", hardware: "A", software: "1.0.0" },
  events: [], // active from the start, as in an event update
  held: [], // batches that an earlier logger kept: `earlier.held()`
  equipment: undefined, // default: an example installation
  device: undefined, // default: a SimulatedDevice of `equipment`
  memory: undefined, // default: a Memory in `stateFile`, or of this process alone
  stateFile: null,
  clockError: 0, // ms that this logger's clock is ahead until corrected
  sample: true, // false: only what push and pushBatch are given is sent
  fixedSampling: null, // { sampleMs, uploadMs } instead of what the portal says
  controls: "normal", // or a way to misbehave, see setControls
  random: Math.random,
  waitScale: 1, // multiplies the waits before connecting again, Retry-After included
  timings: {}, // ms: heartbeat, heartbeatAnswer, connect, answer, resend
  protocol: 1,
  subprotocol: undefined, // null leaves it out
  headers: {},
  shapeConnect: (frame) => frame, // the last word on the 258
};

/**
 * Events besides those of LoggerLink: "connected" (the 259), "control" (begun | executed | died, id, asked),
 * "setAside" (the 511 that refused a batch).
 */
export class Logger extends LoggerLink {
  #clockOffset = 0;
  #connectId = null;
  #unanswered = []; // event updates
  #active = new Map(); // events, by address and number
  #statuses = new Map();

  constructor(given) {
    const options = { ...DEFAULTS, ...given };
    super(options);
    this.memory = options.memory ?? new Memory(options.stateFile);
    const { settings } = this.memory;
    this.device = options.device ?? new SimulatedDevice({ ...options, settings });
    this.sampling = options.fixedSampling ?? USUAL;
    this.storedThrough = null;
    for (const event of options.events)
      this.#active.set(`${event.address} ${event.eventNo}`, event);
    const now = () => this.now();
    this.batches = new Batches({
      send: (frame) => this.send(frame),
      fail: (why) => this.fail(why),
      timings: this.timings,
      held: options.held,
    });
    this.sampler = new Sampler({
      now,
      take: (at) => options.sample && this.batches.take(at, this.device.sample(at)),
      upload: () => this.batches.upload(),
    });
    const note = (...what) => this.emit("control", ...what);
    this.handling = new Controls({
      device: this.device,
      memory: this.memory,
      now,
      note,
      die: () => this.#die(),
    });
    this.setControls(options.controls);
  }

  /** Server time, once a 259 has set it. */
  now() {
    return Math.round(Date.now() + this.options.clockError + this.#clockOffset);
  }

  /** Batches that have no answer yet, oldest first. */
  held() {
    return this.batches.held();
  }

  /** Resolves once connected. */
  async ready(ms = 5000) {
    if (this.state !== "connected")
      await this.next((frame) => frame.cmd === 259 && frame.status === 200, ms);
  }

  // ---- events of the link --------------------------------------------------------------------------

  opened() {
    const { protocol, serial, systemType, systemCode, versions, shapeConnect } = this.options;
    this.#connectId = randomUUID();
    const frame = {
      cmd: 258,
      id: this.#connectId,
      protocol,
      serial,
      systemType,
      systemCode,
      clock: this.now(),
      versions,
      equipment: this.device.equipment,
      events: [...this.#active.values()],
      backlog: this.batches.backlog(),
    };
    this.send(shapeConnect(frame));
  }

  received(frame, ws) {
    if (frame.cmd === 259) {
      if (frame.id === this.#connectId) this.#connected(frame);
    } else if (frame.cmd === 261 || frame.cmd === 263 || frame.cmd === 265 || frame.cmd === 511)
      this.#answered(frame);
    else this.#asked(frame, ws);
  }

  lost() {
    this.batches.stop();
    this.sampling = this.options.fixedSampling ?? USUAL;
    if (this.sampler.running) this.sampler.run(this.sampling); // goes on, for the backlog
  }

  paused() {
    this.sampler.stop();
  }

  resumed() {
    this.batches.rearm();
    if (this.state === "connected") this.#sample(this.sampling);
  }

  halt() {
    this.handling.dead = true;
    this.sampler.stop();
    this.batches.stop();
    super.halt();
  }

  #connected(frame) {
    if (frame.status !== 200) {
      this.fail(`259 with status ${frame.status}`);
      return;
    }
    this.accepted();
    this.#clockOffset = frame.time - Date.now() - this.options.clockError;
    this.storedThrough = frame.storedThrough ?? null;
    this.emit("connected", frame);
    for (const update of this.#unanswered) this.send(update);
    this.#sendStatuses([...this.#statuses.values()]);
    this.batches.start();
    this.#sample(frame.sampling);
    this.sampler.once();
    this.batches.upload();
  }

  #sample({ sampleMs, uploadMs }) {
    this.sampling = this.options.fixedSampling ?? { sampleMs, uploadMs };
    this.sampler.run(this.sampling);
  }

  #answered(frame) {
    const { cmd, id, status } = frame;
    if (typeof frame.storedThrough === "number") this.storedThrough = frame.storedThrough;
    if (cmd === 511 || (cmd === 263 && status === 200)) {
      this.#unanswered = this.#unanswered.filter((update) => update.id !== id);
    }
    const mine = (cmd === 261 || cmd === 511) && this.batches.answer(frame);
    if (mine && cmd === 511) this.emit("setAside", frame);
  }

  // ---- what the portal asks ---------------------------------------------------------------------------

  async #asked(frame, ws) {
    const answer = await this.#reply(frame);
    if (answer && ws === this.ws) this.send(answer);
  }

  #reply(frame) {
    const { cmd, id } = frame;
    const bad = { cmd: 511, id: id ?? null, status: 400, message: "malformed" };
    if (typeof id !== "string" || id.length < 1 || id.length > 64) return bad;
    if (cmd === 304) return this.#configure(frame.sampling) ? { cmd: 305, id, status: 200 } : bad;
    if (cmd === 320 || cmd === 322 || cmd === 324) return this.handling.answer(frame);
    if (cmd === 338) return { cmd: 339, id, status: 200, equipment: this.device.equipment };
    if (cmd !== 288 && cmd !== 336) return { cmd: 511, id, status: 501, message: "not supported" };
    const at = this.now();
    const sample = this.device.sample(at);
    if (cmd === 288) return { cmd: 289, id, status: 200, at, values: sample };
    const { addresses } = frame;
    if (!Array.isArray(addresses) || addresses.length > MAX_ADDRESSES) return bad;
    const values = {};
    for (const address of addresses.map((each) => String(each).toUpperCase()))
      values[address] = sample[address] ?? null;
    return { cmd: 337, id, status: 200, at, values };
  }

  /** What is held is uploaded first, then the new rate holds. */
  #configure(sampling) {
    if (!(sampling?.sampleMs > 0 && sampling.uploadMs > 0)) return false;
    this.batches.upload();
    this.#sample(sampling);
    return true;
  }

  // ---- what the logger says -----------------------------------------------------------------------------

  /** A sample, uploaded with the next batch. */
  push(values, at = this.now()) {
    this.batches.take(at, values);
  }

  /** Uploads now what is held as samples. Gives the ids of the frames. */
  upload() {
    return this.batches.upload();
  }

  /** A whole batch: `{ start, step, count, values }` or `{ times, values }`. Gives the ids of its frames. */
  pushBatch(batch) {
    return this.batches.add(batch);
  }

  raise({ at = this.now(), level = "fault", ...event }) {
    const raised = { level, ...event, state: "raised", at };
    this.#active.set(`${event.address} ${event.eventNo}`, raised);
    return this.#update(raised);
  }

  clear({ address, eventNo, at = this.now() }) {
    const key = `${address} ${eventNo}`;
    const cleared = { ...this.#active.get(key), address, eventNo, state: "cleared", at };
    this.#active.delete(key);
    return this.#update(cleared);
  }

  /** Kept until its 263, like a batch. */
  #update(event) {
    const update = { cmd: 262, id: randomUUID(), events: [event] };
    this.#unanswered.push(update);
    if (this.state === "connected") this.send(update);
    return update.id;
  }

  setStatus(address, status, at = this.now()) {
    this.#statuses.set(address, { address, status, at });
    if (this.state === "connected") this.#sendStatuses([{ address, status, at }]);
  }

  #sendStatuses(statuses) {
    if (statuses.length > 0) this.send({ cmd: 264, id: randomUUID(), statuses });
  }

  /** Sends a changed tree without a request. */
  sendTree(equipment = this.device.equipment) {
    this.device.equipment = equipment;
    this.send({ cmd: 339, id: randomUUID(), status: 200, equipment });
  }

  // ---- misbehaviour; more in LoggerLink: freeze, thaw, kill, sendRaw ----------------------------------------

  /** A name of MODES in logger-controls.mjs ("normal", "silent", "slow", "die" …) or `{ delay, execute, … }` as there. */
  setControls(mode) {
    this.handling.setMode(mode);
  }

  /** What a crash looks like from outside: TCP ends, nothing goes on; only the memory stays. */
  #die() {
    this.emit("control", "died");
    this.kill({ stay: true });
  }
}

export const openLogger = (options) => new Logger(options).connect();

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  (await import("./logger-cli.mjs")).main(openLogger);
}
