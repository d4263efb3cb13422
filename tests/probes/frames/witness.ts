import { expect } from "vitest";
import type { ProbeSocket } from "../../support/probe-socket.ts";
import { EQUIPMENT } from "../../support/site-logger.ts";
import { StoreModel } from "../../support/store-model.ts";
import { openLogger, openViewer, type Person, type ViewerDoor } from "../../support/worker-gate.ts";

type RunClock = { now(): number; forward(ms: number): number };
type Value = number | string | null;
type Push = { at: number; values: Record<string, Value> };
const BEAT = '{ "cmd": 256 }';

/** A viewer of a site on which, or beside which, others misbehave. */
export class WitnessViewer {
  readonly #door: ViewerDoor;
  readonly picture = new Map<string, { v: Value; at: number }>();
  #unread: Push[] = [];
  #count = 0;

  private constructor(door: ViewerDoor) {
    this.#door = door;
  }

  static async open(person: Person, siteId: number, now: number): Promise<WitnessViewer> {
    const door = await openViewer(person, siteId, now);
    door.socket.send(door.browser.writeLogin({ ticket: door.ticket }));
    const viewer = new WitnessViewer(door);
    const arrived = await door.socket.next();
    const welcome = "text" in arrived ? door.browser.read(arrived.text).body : {};
    expect(welcome.status).toBe(200);
    return viewer;
  }

  /** Reads all that was pushed before now, and says so as a viewer must. */
  async catchUp(): Promise<Push[]> {
    const { socket, browser } = this.#door;
    socket.send(BEAT);
    for (;;) {
      const arrived = await socket.next();
      if (!("text" in arrived)) throw new Error(`a witness was closed with ${arrived.closed}`);
      if (arrived.text === '{"cmd":257}') break;
      const { cmd, tag, body } = browser.read(arrived.text);
      expect([260, 262, 264, 321, 339]).toContain(cmd);
      expect(tag).toBe("");
      if (cmd === 260) this.#take(body as Push);
    }
    return this.#unread.splice(0);
  }

  #take(push: Push): void {
    const { socket, browser } = this.#door;
    this.#unread.push(push);
    for (const [address, v] of Object.entries(push.values))
      if (push.at >= (this.picture.get(address)?.at ?? push.at))
        this.picture.set(address, { v, at: push.at });
    this.#count += 1;
    if (this.#count % 16 === 0) socket.send(browser.write(261, "", {}));
  }
}

/** A logger that only does what it should. */
export class WitnessLogger {
  readonly #socket: ProbeSocket;
  readonly #clock: RunClock;
  readonly model = new StoreModel();
  #sent = 0;

  private constructor(socket: ProbeSocket, clock: RunClock) {
    this.#socket = socket;
    this.#clock = clock;
  }

  static async open(serial: string, clock: RunClock): Promise<WitnessLogger> {
    const registers = new Map<string, Value>();
    const say = (message: object) => socket.send(JSON.stringify(message));
    const socket: ProbeSocket = await openLogger(serial, (text) => {
      const answer = answerRequest(JSON.parse(text), registers, clock.now());
      if (answer !== null) say(answer);
      return answer !== null;
    });
    const logger = new WitnessLogger(socket, clock);
    const connect = { protocol: 1, serial, systemType: "10001", equipment: EQUIPMENT, events: [] };
    expect(await logger.#ask({ cmd: 258, ...connect })).toMatchObject({ cmd: 259, status: 200 });
    return logger;
  }

  /** One batch of an instant of its own, answered as contracted. Returns the values that viewers must receive. */
  async upload(): Promise<Push> {
    const at = this.#clock.forward(1);
    this.#sent += 1;
    const values = { FFFF000100: this.#sent, FFFF000170: this.#sent % 2 ? "normal" : "standby" };
    const columns = Object.entries(values).map(([address, value]) => [address, [value]] as const);
    const batch = { cmd: 260, times: [at], values: Object.fromEntries(columns) };
    expect(await this.#ask(batch)).toEqual({
      cmd: 261,
      id: expect.any(String),
      status: 200,
      storedThrough: at,
    });
    for (const [address, value] of Object.entries(values)) this.model.take(address, at, value);
    return { at, values };
  }

  async #ask(message: Record<string, unknown>): Promise<Record<string, unknown>> {
    const id = `w-${this.#sent}-${message.cmd}`;
    this.#socket.send(JSON.stringify({ ...message, id }));
    const arrived = await this.#socket.next();
    if (!("text" in arrived)) throw new Error(`a witness was closed with ${arrived.closed}`);
    const answer = JSON.parse(arrived.text);
    expect(answer.id).toBe(id);
    return answer;
  }
}

type Request = {
  cmd: number;
  id: string;
  address: string;
  addresses: string[];
  value: Value;
  items: { id: string; address: string; value: Value }[];
};

/** What a device does that takes every value; null where nothing was asked. */
function answerRequest(request: Request, registers: Map<string, Value>, at: number): object | null {
  const { cmd, id } = request;
  const set = ({ address, value }: { address: string; value: Value }) => {
    registers.set(address, value);
    return { status: 200, result: "success", value };
  };
  switch (cmd) {
    case 304:
      return { cmd: 305, id, status: 200 };
    case 320:
    case 324:
      return { cmd: cmd + 1, id, ...set(request) };
    case 322:
      return { cmd: 323, id, items: request.items.map((item) => ({ id: item.id, ...set(item) })) };
    case 288:
    case 336: {
      const asked = cmd === 336 ? request.addresses : [...registers.keys()];
      const values = asked.map((address) => [address, registers.get(address) ?? null] as const);
      return { cmd: cmd + 1, id, status: 200, at, values: Object.fromEntries(values) };
    }
    case 338:
      return { cmd: 339, id, equipment: EQUIPMENT };
    default:
      return null;
  }
}
