// Written from the public protocol pages alone, without reading the server.
// A person's browser at a site. `openViewer({ url, token, siteId })` connects and follows the site; options below.
import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { login, Refused } from "./portal-http.mjs";
import { Control } from "./viewer-control.mjs";
import { ViewerLink } from "./viewer-link.mjs";
import { ViewerState } from "./viewer-state.mjs";

export { login, Refused };

const DEFAULTS = {
  siteId: undefined, // or sn, or neither with a share session
  sn: undefined,
  token: undefined,
  pubKey: undefined, // of the login answer; another one in the ticket's answer is then refused
  uuid: undefined,
  language: "en",
  origin: undefined,
  headers: {},
  random: Math.random,
  waitScale: 1, // multiplies the waits before connecting again, Retry-After included
  timings: {}, // ms: heartbeat, heartbeatAnswer, login, request
  acknowledge: true, // false: never a 261
  heartbeat: true, // false: never a 256
  login: true, // false: the first message is left to the test
  tamper: (envelope) => envelope, // the last word on every envelope sent
};

/** Events besides those of ViewerLink: "login" (body), "values" (body of a 260), "command" (record), "change" (cmd, body). */
export class Viewer extends ViewerLink {
  #controls = new Map(); // commandId → those who follow it

  constructor(options) {
    super({ ...DEFAULTS, ...options });
    this.site = new ViewerState();
    this.received260 = 0; // of this connection
  }

  loginAnswered(body) {
    this.received260 = 0;
    if (body.status !== 200) {
      this.site.refused(body.status);
      this.emit("change", 273, body);
      return; // the server closes
    }
    this.site.login(body);
    this.jitterMs = body.reconnectJitterMs;
    this.become("loggedIn");
    const lost = new Error("the connection was lost before the command was taken");
    for (const control of this.#following()) {
      if (!control.record && !this.site.commands.has(control.commandId)) control.fail(lost);
    }
    for (const record of body.commands ?? []) this.#record(record);
    this.emit("login", body);
    this.emit("change", 273, body);
  }

  ended(error) {
    for (const control of this.#following()) control.fail(error);
  }

  left() {
    this.site.deviceOffset = null;
  }

  pushed(cmd, body) {
    if (!this.site.pushed(cmd, body)) {
      this.emit("stray", cmd, "", body);
      return;
    }
    if (cmd === 260) {
      this.received260 += 1;
      if (this.options.acknowledge && this.received260 % 16 === 0) this.sendSealed(261, "", {});
      this.emit("values", body);
    }
    if (cmd === 321) this.#record(body);
    this.emit("change", cmd, body);
  }

  #following() {
    return [...this.#controls.values()].flat().filter((control) => !control.over);
  }

  #record(record, news = true) {
    const newest = this.site.commands.get(record.commandId);
    if (!newest) return;
    for (const control of this.#controls.get(record.commandId) ?? []) control.take(newest);
    if (news) this.emit("command", newest);
  }

  // ---- requests --------------------------------------------------------------------------------------------

  /** Answers that come as in logger.md, or the same within `result`. */
  async #ask(cmd, body) {
    const answer = await this.request(cmd, body);
    if (typeof answer.result === "string" && answer.result !== "success")
      throw new Refused(cmd, answer);
    return typeof answer.result === "object" ? answer.result : answer;
  }

  realData() {
    return this.#ask(288, {});
  }

  query(addresses) {
    return this.#ask(336, { addresses });
  }

  async tree() {
    const answer = await this.#ask(338, {});
    return answer.equipment ?? answer;
  }

  async sampling() {
    const answer = await this.#ask(304, {});
    return answer.sampling ?? answer;
  }

  /** One register; 324 with `noRepeat`. Gives a Control. */
  control(address, value, { commandId = randomUUID(), noRepeat = false, ...more } = {}) {
    const [control] = this.#give(noRepeat ? 324 : 320, { commandId, address, value, ...more }, [
      commandId,
    ]);
    return control;
  }

  /** Several, as one 322: `[{ address, value, commandId? }]`. Gives a Control for each. */
  controlAll(given, more = {}) {
    const items = given.map((item) => ({ commandId: randomUUID(), ...item }));
    return this.#give(
      322,
      { items, ...more },
      items.map((item) => item.commandId),
    );
  }

  #give(cmd, body, ids) {
    const controls = ids.map((id) => new Control(id));
    for (const control of controls) {
      this.#controls.set(control.commandId, [
        ...(this.#controls.get(control.commandId) ?? []),
        control,
      ]);
    }
    this.request(cmd, body).then(
      ({ result }) => {
        for (const record of [result].flat()) {
          const news = this.site.takeCommand(record);
          controls.find((control) => control.commandId === record.commandId)?.resolveAnswer(record);
          this.#record(record, news);
        }
      },
      (error) => {
        for (const control of controls) {
          if (error instanceof Refused) control.fail(error);
          else control.rejectAnswer(error); // lost on the way: the next login shows whether it was accepted
        }
      },
    );
    return controls;
  }

  // ---- misbehaviour ----------------------------------------------------------------------------------------

  /** Leaves the bytes unread, so that the server's buffer fills. */
  stopReading() {
    this.ws.pause();
  }

  resumeReading() {
    this.ws.resume();
  }

  /** Ends the TCP connection at once; connects again after the wait. */
  kill() {
    this.fail("killed");
  }

  /** Resolves as soon as `test(site, viewer)` holds after some change. */
  until(test, ms = 5000) {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (!test(this.site, this)) return;
        settle(resolve, this);
      };
      const settle = (done, value) => {
        clearTimeout(timer);
        for (const name of ["change", "state", "command"]) this.off(name, look);
        done(value);
      };
      const timer = setTimeout(() => settle(reject, new Error("not so in time")), ms);
      for (const name of ["change", "state", "command"]) this.on(name, look);
      look();
    });
  }

  async ready(ms = 5000) {
    await this.until(() => this.state === "loggedIn", ms);
  }
}

export const openViewer = (options) => new Viewer(options).init();

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  (await import("./viewer-cli.mjs")).main(openViewer, login);
}
