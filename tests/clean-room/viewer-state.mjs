// Written from the public protocol pages alone, without reading the server.
// What a viewer knows of a site, merged from the login answer and from what is pushed.

const STEPS = ["queued", "sent", "acknowledged", "ended"];

export class ViewerState {
  constructor() {
    this.clockOffset = 0; // server time less own time
    this.clear();
  }

  clear() {
    Object.assign(this, {
      role: null,
      online: false,
      since: null,
      siteStatus: "offline",
      equipment: new Map(),
      values: new Map(),
      errors: [],
      commands: new Map(),
      sampling: null,
      reconnectJitterMs: undefined,
      deviceOffset: null,
      heldUntil: null, // values not named since hold until here
    });
  }

  serverTime() {
    return Date.now() + this.clockOffset;
  }

  /** 0 where it is not known. */
  deviceTime() {
    return this.deviceOffset === null ? 0 : this.serverTime() + this.deviceOffset;
  }

  value(address) {
    return this.values.get(address)?.v;
  }

  /** A 273 with status 200: the whole state anew. */
  login(body, receivedAt = Date.now()) {
    this.clockOffset = body.time - receivedAt;
    const { role, online, since, siteStatus, errors, sampling, reconnectJitterMs } = body;
    Object.assign(this, { role, online, since, siteStatus, errors, sampling, reconnectJitterMs });
    this.#setEquipment(body.equipment);
    this.values = new Map();
    this.heldUntil = null;
    for (const [address, { v, at }] of Object.entries(body.values)) this.#take(address, v, at);
    for (const record of body.commands ?? []) this.takeCommand(record);
  }

  /** A 273 with another status. 400 and 404 mark the site offline. */
  refused(status) {
    if (status !== 400 && status !== 404) return;
    Object.assign(this, { online: false, siteStatus: "offline", errors: [], deviceOffset: null });
  }

  /** A pushed message. False where its kind is not known. */
  pushed(cmd, body) {
    if (cmd === 260) {
      for (const [address, v] of Object.entries(body.values)) this.#take(address, v, body.at);
      this.heldUntil = Math.max(this.heldUntil ?? -Infinity, body.at);
    } else if (cmd === 262) this.errors = body.errors;
    else if (cmd === 264) this.#status(body);
    else if (cmd === 321) this.takeCommand(body);
    else if (cmd === 339) this.#setEquipment(body.equipment);
    else return false;
    return true;
  }

  /** An older instant never replaces a newer one; null is "the newest sample has no value". */
  #take(address, v, at) {
    const known = this.values.get(address);
    if (known && known.at > at) return;
    this.values.set(address, { v, at });
    if (address === "FFFF00F000" && typeof v === "number") this.deviceOffset = v - at;
  }

  #status(body) {
    for (const name of ["online", "since", "siteStatus"]) if (name in body) this[name] = body[name];
    for (const change of body.equipment ?? []) {
      this.equipment.set(change.address, { ...this.equipment.get(change.address), ...change });
    }
  }

  #setEquipment(list) {
    const before = this.equipment;
    this.equipment = new Map();
    for (const piece of list) {
      const { status, online } = before.get(piece.address) ?? {};
      this.equipment.set(piece.address, { status, online, ...piece });
    }
  }

  /** Answers and pushes may cross: a record never steps back. Whether it was taken. */
  takeCommand(record) {
    const known = this.commands.get(record.commandId);
    if (known && STEPS.indexOf(known.state) > STEPS.indexOf(record.state)) return false;
    this.commands.set(record.commandId, record);
    return true;
  }
}
