// Written from the public protocol pages alone, without reading the server.
// The logger's connection: upgrade, heartbeat, pacing, waits before connecting again, and playing dead.
import { EventEmitter } from "node:events";
import WebSocket from "ws";
import { loggerWait, Outbox, retryAfterMs } from "./pace.mjs";

export const SUBPROTOCOL = "helioport.logger.v1";
const HEARTBEAT = '{"cmd":256}';
const TIMINGS = {
  heartbeat: 60_000,
  heartbeatAnswer: 20_000,
  connect: 30_000,
  answer: 30_000,
  resend: 30_000,
};

/**
 * Events: "frame" ("in" | "out", frame or null, text), "state" (connecting, open, connected, waiting, stopped),
 * "refused" (status, ms of Retry-After), "closed" (code, reason, why), "wait" (ms, ms before scaling), "problem" (error).
 * A logger on top of it gives opened(), received(frame, ws), lost(), paused() and resumed().
 */
export class LoggerLink extends EventEmitter {
  #timers = {};
  #inbox = [];
  #lost = null;
  #why = "";
  #unanswered = false;

  constructor(options) {
    super();
    this.options = options;
    this.timings = { ...TIMINGS, ...options.timings };
    this.outbox = new Outbox((text) => this.sendRaw(text));
    Object.assign(this, { state: "idle", frozen: false, failures: 0, ws: null });
  }

  connect() {
    clearTimeout(this.#timers.reconnect);
    this.#become("connecting");
    const { url, serial, secret, subprotocol = SUBPROTOCOL, headers = {} } = this.options;
    const address = `${url.replace(/^http/, "ws").replace(/\/$/, "")}/ws/logger`;
    const credentials = Buffer.from(`${serial}:${secret}`, "utf8").toString("base64");
    const ws = new WebSocket(address, subprotocol ?? [], {
      headers: { Authorization: `Basic ${credentials}`, ...headers },
      perMessageDeflate: false,
      maxPayload: 1 << 20,
      handshakeTimeout: 30_000,
      autoPong: false,
    });
    this.ws = ws;
    let refusal = {};
    ws.on("unexpected-response", (request, response) => {
      refusal = {
        status: response.statusCode,
        retryAfter: retryAfterMs(response.headers["retry-after"]),
      };
      this.emit("refused", refusal.status, refusal.retryAfter);
      request.destroy();
      this.#ended(ws, { code: 1006, ...refusal });
    });
    ws.on("error", (error) => this.emit("problem", error));
    ws.on("ping", (data) => this.frozen || ws.pong(data));
    ws.on("open", () => this.#opened());
    ws.on("message", (...message) =>
      this.frozen ? this.#inbox.push(message) : this.#received(...message),
    );
    ws.on("close", (code, reason) =>
      this.#ended(ws, { code, reason: reason.toString(), ...refusal }),
    );
    return this;
  }

  #become(state) {
    this.state = state;
    this.emit("state", state);
  }

  #opened() {
    this.#become("open");
    this.outbox.clear();
    this.#timers.connect = setTimeout(
      () => this.fail("no answer to connect"),
      this.timings.connect,
    );
    this.opened();
  }

  /** To be called at a 259 with status 200. */
  accepted() {
    clearTimeout(this.#timers.connect);
    this.failures = 0;
    this.#become("connected");
  }

  #ended(ws, { code, reason = "", retryAfter = 0 }) {
    if (ws !== this.ws) return;
    if (this.frozen) {
      this.#lost = [ws, { code, reason, retryAfter }];
      return;
    }
    this.ws = null;
    this.#rest(null);
    this.outbox.clear();
    this.lost();
    this.emit("closed", code, reason, this.#why);
    this.#why = "";
    if (this.state === "stopped") return;
    const nominal = loggerWait({
      failures: this.failures,
      code,
      retryAfter,
      random: this.options.random,
    });
    const ms = nominal * (this.options.waitScale ?? 1);
    this.failures += 1;
    this.#become("waiting");
    this.emit("wait", ms, nominal);
    this.#timers.reconnect = setTimeout(() => this.connect(), ms);
  }

  /** Closes because the other side does not answer; connects again after the wait. */
  fail(why) {
    if (this.frozen || !this.ws) return;
    this.#why = why;
    this.ws.terminate();
  }

  // ---- sending and receiving ------------------------------------------------------------------------

  send(frame) {
    this.outbox.push(JSON.stringify(frame));
  }

  /** Writes text as it stands, past the pacing. */
  sendRaw(text) {
    if (this.ws?.readyState !== WebSocket.OPEN) return;
    this.ws.send(text);
    this.emit("frame", "out", parse(text), text);
    this.#rest(this.timings.heartbeat);
  }

  /** Sets the time until the next heartbeat; null ends all timers. */
  #rest(ms) {
    clearTimeout(this.#timers.heartbeat);
    if (ms === null) {
      this.#unanswered = false;
      for (const timer of Object.values(this.#timers)) clearTimeout(timer);
    } else this.#timers.heartbeat = setTimeout(() => this.heartbeat(), ms);
  }

  heartbeat() {
    this.outbox.push(HEARTBEAT);
    if (this.#unanswered) return; // an earlier one still waits, and its time runs on
    this.#unanswered = true;
    this.#timers.heartbeatAnswer = setTimeout(
      () => this.fail("no 257"),
      this.timings.heartbeatAnswer,
    );
  }

  #acknowledged() {
    this.#unanswered = false;
    clearTimeout(this.#timers.heartbeatAnswer);
  }

  #received(data, binary) {
    const text = data.toString("utf8");
    const frame = binary ? null : parse(text);
    this.emit("frame", "in", frame, text);
    if (frame?.cmd === 257) this.#acknowledged();
    else if (typeof frame?.cmd === "number") this.received(frame, this.ws);
    else this.send({ cmd: 511, id: null, status: 400, message: "not a frame" });
  }

  // ---- misbehaviour and the end -----------------------------------------------------------------------

  /** The open socket stays open, nothing is sent or answered; `deaf` leaves even the bytes unread. */
  freeze({ deaf = false } = {}) {
    this.frozen = true;
    this.outbox.hold(true);
    clearTimeout(this.#timers.heartbeat);
    this.#acknowledged();
    this.paused();
    if (deaf) this.ws?.pause();
  }

  /** Goes on, with what came in meanwhile first. */
  thaw() {
    this.frozen = false;
    if (this.ws?.isPaused) this.ws.resume();
    this.resumed();
    for (const message of this.#inbox.splice(0)) this.#received(...message);
    this.outbox.hold(false);
    if (this.#lost) this.#ended(...this.#lost);
    else if (this.state === "connected") this.heartbeat();
    this.#lost = null;
  }

  /** Ends the TCP connection at once. Connects again after the wait, unless it is to `stay` away. */
  kill({ stay = false } = {}) {
    if (stay) this.halt();
    this.ws?.terminate();
  }

  /** Ends permanently, with a close. */
  stop() {
    this.halt();
    this.ws?.close(1000);
  }

  halt() {
    this.frozen = false;
    this.outbox.clear();
    this.#rest(null);
    this.#become("stopped");
  }

  /** The first frame from now on, in either direction, that `test(frame, direction)` accepts. */
  next(test, ms = 5000) {
    return new Promise((resolve, reject) => {
      const settle = (done, value) => {
        clearTimeout(timer);
        this.off("frame", look);
        done(value);
      };
      const look = (direction, frame) => frame && test(frame, direction) && settle(resolve, frame);
      const timer = setTimeout(() => settle(reject, new Error("no such frame in time")), ms);
      this.on("frame", look);
    });
  }
}

function parse(text) {
  try {
    const frame = JSON.parse(text);
    return frame !== null && typeof frame === "object" && !Array.isArray(frame) ? frame : null;
  } catch {
    return null;
  }
}
