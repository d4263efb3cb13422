// Written from the public protocol pages alone, without reading the server.
// The viewer's connection: ticket, upgrade, envelope, heartbeat, requests by tag, and connecting again.

import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import WebSocket from "ws";
import { b64u, deriveS, fromB64u, keyPair, openBody, sealBody } from "./envelope.mjs";
import { Outbox, retryAfterMs, viewerWait } from "./pace.mjs";
import { CallFailed, call, Refused } from "./portal-http.mjs";

const HEARTBEAT = '{"cmd":256}';
const ENDS = new Set([401, 403, 404, 501]); // of the ticket call
const TIMINGS = { heartbeat: 20_000, heartbeatAnswer: 20_000, login: 20_000, request: 30_000 };

/**
 * Events: "state" (ticket, connecting, open, loggedIn, waiting, ended, left), "message" ("in" | "out", cmd, tag, body),
 * "refused" (status, ms of Retry-After), "closed" (code, reason, why), "wait" (ms, ms before scaling), "problem" (error),
 * "bad" (error, text: could not be opened), "stray" (cmd, tag, body: nothing waits for it), "plain" (not sealed).
 * A viewer on top of it gives loginAnswered(body), pushed(cmd, body), ended(error) and left().
 */
export class ViewerLink extends EventEmitter {
  #timers = {};
  #pending = new Map(); // by tag
  #attempt = 0;
  #why = "";
  #unanswered = false;

  constructor(options) {
    super();
    this.options = options;
    this.timings = { ...TIMINGS, ...options.timings };
    this.uuid = options.uuid ?? randomUUID();
    this.jitterMs = undefined;
    this.outbox = new Outbox((text) => this.sendRaw(text));
    Object.assign(this, { state: "idle", closed: false, retries: 0, ws: null, S: null });
  }

  // ---- ticket and connection ------------------------------------------------------------------------

  /** A forced initialisation: connects now, whatever was before. */
  init() {
    Object.assign(this, { closed: false, retries: 0 });
    this.#drop();
    this.#connect();
    return this;
  }

  become(state) {
    this.state = state;
    this.emit("state", state);
  }

  /** A new ticket with its key and the server's public key. */
  ticket() {
    const { url, token, siteId, sn } = this.options;
    return call(url, "/api/site/v2/socketTicket", { id: siteId, sn }, { token });
  }

  async #connect() {
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.become("ticket");
    let pass;
    try {
      pass = await this.ticket();
      const known = this.options.pubKey;
      if (known && known !== pass.pubKey) throw new Error("another server key than at sign-in");
    } catch (error) {
      if (attempt !== this.#attempt) return;
      this.emit("problem", error);
      if (error instanceof CallFailed && ENDS.has(error.code)) this.#end(error);
      else this.#again(error.retryAfter);
      return;
    }
    if (attempt === this.#attempt && !this.closed) this.open(pass);
  }

  /** Connects with a ticket's answer. */
  open(pass) {
    this.pass = pass;
    this.become("connecting");
    const { url, origin, headers } = this.options;
    const address = `${url.replace(/^http/, "ws").replace(/\/$/, "")}/ws/site/${pass.key}/${this.uuid}`;
    const ws = new WebSocket(address, {
      origin,
      headers,
      perMessageDeflate: false,
      handshakeTimeout: 30_000,
    });
    this.ws = ws;
    let retryAfter = 0;
    ws.on("unexpected-response", (request, response) => {
      retryAfter = retryAfterMs(response.headers["retry-after"]);
      this.emit("refused", response.statusCode, retryAfter);
      request.destroy();
      this.#ended(ws, 1006, "", retryAfter);
    });
    ws.on("error", (error) => this.emit("problem", error));
    ws.on("open", () => this.#opened());
    ws.on("message", (data) => ws === this.ws && this.#received(data.toString("utf8")));
    ws.on("close", (code, reason) => this.#ended(ws, code, reason.toString(), retryAfter));
  }

  #opened() {
    this.become("open");
    this.outbox.clear();
    if (this.options.heartbeat)
      this.#timers.heartbeat = setInterval(() => this.heartbeat(), this.timings.heartbeat);
    try {
      this.#agree();
    } catch (error) {
      this.emit("problem", error);
      this.fail("no key agreement");
      return;
    }
    if (!this.options.login) return;
    this.#timers.login = setTimeout(() => this.fail("no answer to login"), this.timings.login);
    this.sendLogin().catch((error) => this.emit("problem", error));
  }

  /** A fresh key for each connection. */
  #agree() {
    const serverPublic = fromB64u(this.pass.pubKey);
    const { privateKey, publicRaw: browserPublic } = keyPair();
    const keys = { privateKey, otherPublic: serverPublic, browserPublic, serverPublic };
    this.S = deriveS({ ...keys, uuid: this.uuid });
    this.browserKey = b64u(browserPublic);
  }

  async sendLogin(ticket = this.pass.ticket) {
    const body = await this.request(
      272,
      { ticket },
      { key: this.browserKey, timeout: this.timings.login },
    );
    clearTimeout(this.#timers.login);
    return body;
  }

  fail(why) {
    this.#why = why;
    this.ws?.terminate();
  }

  /** Drops the present connection without an event. */
  #drop() {
    const { ws } = this;
    this.ws = null;
    ws?.terminate();
    this.#clean();
  }

  #clean() {
    for (const timer of Object.values(this.#timers)) clearTimeout(timer);
    this.outbox.clear();
    this.#unanswered = false;
    this.S = null;
    for (const { reject } of this.#pending.values()) reject(new Error("closed"));
    this.#pending.clear();
  }

  #ended(ws, code, reason, retryAfter) {
    if (ws !== this.ws) return;
    this.ws = null;
    this.#clean();
    this.emit("closed", code, reason, this.#why);
    this.#why = "";
    if (!this.closed) this.#again(retryAfter);
  }

  #again(retryAfter = 0) {
    const nominal = viewerWait({
      jitterMs: this.jitterMs,
      retryAfter,
      random: this.options.random,
    });
    const ms = nominal * this.options.waitScale;
    this.retries += 1;
    this.become("waiting");
    this.emit("wait", ms, nominal);
    this.#timers.reconnect = setTimeout(() => this.#connect(), ms);
  }

  #end(error) {
    this.closed = true;
    this.error = error;
    this.ended(error);
    this.become("ended");
  }

  /** Leaving the site: closes the socket and clears the time offset. */
  leave() {
    this.closed = true;
    this.#attempt += 1;
    this.left();
    this.ws?.close(1000);
    for (const timer of Object.values(this.#timers)) clearTimeout(timer);
    this.become("left");
  }

  // ---- messages -----------------------------------------------------------------------------------------

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

  /** Writes text as it stands, past the pacing. */
  sendRaw(text) {
    if (this.ws?.readyState === WebSocket.OPEN) this.ws.send(text);
  }

  /** Seals a body and sends it; `tag` empty for what is not a request. */
  sendSealed(cmd, tag, body, { key, S = this.S } = {}) {
    const data = sealBody(S, cmd, tag, body);
    const envelope = {
      uuid: this.uuid,
      cmd,
      ...(key ? { key } : {}),
      data,
      language: this.options.language,
      tag,
    };
    this.emit("message", "out", cmd, tag, body);
    const sent = this.options.tamper(envelope);
    if (sent) this.outbox.push(JSON.stringify(sent));
  }

  /** Sends a request; resolves with the body of the answer that carries its tag, 511 included. */
  exchange(cmd, body = {}, { key, tag = randomUUID(), timeout = this.timings.request } = {}) {
    return new Promise((resolve, reject) => {
      if (!this.S) throw new Error("not connected");
      const timer = setTimeout(() => {
        this.#pending.delete(tag);
        reject(new Error(`${cmd}: no answer in time`));
      }, timeout);
      const settle = (done) => (value) => {
        clearTimeout(timer);
        done(value);
      };
      this.#pending.set(tag, { cmd, resolve: settle(resolve), reject: settle(reject) });
      this.sendSealed(cmd, tag, body, { key });
    });
  }

  /** The same; throws Refused at another status than 200. */
  async request(cmd, body, options) {
    const { cmd: answered, body: answer } = await this.exchange(cmd, body, options);
    if (answered === 511 || answer.status !== 200) throw new Refused(cmd, answer);
    return answer;
  }

  #received(text) {
    let message;
    let body;
    try {
      message = JSON.parse(text);
      if (message.data === undefined) {
        if (message.cmd === 257) this.#acknowledged();
        else this.emit("plain", message);
        return;
      }
      if (message.uuid !== this.uuid) throw new Error("another uuid");
      body = openBody(this.S, message);
    } catch (error) {
      this.emit("bad", error, text);
      return;
    }
    const { cmd, tag } = message;
    this.emit("message", "in", cmd, tag, body);
    if (tag === "") this.pushed(cmd, body);
    else this.#answered(cmd, tag, body);
  }

  #answered(cmd, tag, body) {
    const pending = this.#pending.get(tag);
    if (!pending || (cmd !== 511 && cmd !== pending.cmd + 1)) {
      this.emit("stray", cmd, tag, body);
      return;
    }
    this.#pending.delete(tag);
    if (cmd === 273) this.loginAnswered(body);
    pending.resolve({ cmd, body });
  }
}
