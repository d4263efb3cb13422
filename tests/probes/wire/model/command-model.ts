import type { Json, PlainEquipment, Value } from "./plain.ts";
import { isEqual, mayBeSet } from "./setting-model.ts";

const LIFETIME_MS = 60_000;
/** An answer under way when a command expires may still come in. */
const GRACE_MS = 2_000;
const READ_BACK_MS = 20_000;

type Result =
  | "success"
  | "parameter error"
  | "response timeout"
  | "configuration failed"
  | "expired"
  | "unknown";

/** One command as it must be. Times are ms UTC. */
export type Command = {
  id: string;
  person: number;
  session: string;
  rightsVersion: number;
  address: string;
  value: Value;
  isOnce: boolean;
  batch: number;
  at: number;
  expires: number;
  precision: number;
  state: "queued" | "sent" | "acknowledged" | "ended";
  results: Result[];
  readBack: Value;
  askedAt: number;
  /** The portal's one query for its read-back; a viewer's query does not count. */
  query: string | null;
  isRevoked: boolean;
  endedAt: number | null;
  /** Lines on which it went to the logger. */
  sentOn: string[];
  /** Ended without a known value of the register: the logger's return must report it. */
  isReadOnReturn: boolean;
  /** What the register was said to hold since then. */
  reported: Value[];
};

type Giver = { person: number; session: string; rightsVersion: number };
type Order = { id: string; address: string; value: Value; expires?: number };

/** What each command must come to, given who asked what, and what came to the object's door from the device. */
export class CommandModel {
  readonly all = new Map<string, Command>();
  readonly #fault: (text: string) => void;
  #lastBatch = 0;
  /** Queries of the portal on their way, by frame id. */
  readonly #queries = new Map<string, string[]>();

  constructor(fault: (text: string) => void) {
    this.#fault = fault;
  }

  /** @returns false if an id belongs to another user: nothing is accepted */
  give(
    giver: Giver,
    orders: readonly Order[],
    how: { isOnce: boolean; isBatch: boolean; expires?: number | undefined },
    tree: readonly PlainEquipment[],
    now: number,
  ): boolean {
    if (orders.some(({ id }) => (this.all.get(id)?.person ?? giver.person) !== giver.person))
      return false;
    const fresh = orders.filter(({ id }) => !this.all.has(id));
    const asked = [how.expires, ...fresh.map(({ expires }) => expires)].filter(
      (at) => at !== undefined,
    );
    const expires = Math.min(now + LIFETIME_MS, ...asked);
    this.#lastBatch += 1;
    for (const [place, { id, address, value }] of fresh.entries()) {
      const check = mayBeSet(tree, address, value);
      const command: Command = {
        id,
        ...giver,
        address,
        value,
        isOnce: how.isOnce,
        batch: how.isBatch ? this.#lastBatch : this.#lastBatch + place / 1000,
        at: now,
        expires,
        precision: check?.precision ?? 0,
        state: "queued",
        results: [],
        readBack: null,
        askedAt: 0,
        query: null,
        isRevoked: false,
        endedAt: null,
        sentOn: [],
        isReadOnReturn: false,
        reported: [],
      };
      this.all.set(id, command);
      if (check === null) end(command, "parameter error", now);
      else if (expires <= now) end(command, "expired", now);
    }
    return true;
  }

  /** The portal said something to the logger. */
  saidToLogger(frame: Json, line: string, now: number): void {
    const { cmd, id, addresses } = frame as { cmd: number; id: string; addresses: string[] };
    if (cmd === 336) this.#ask(id, addresses);
    if (cmd === 320 || cmd === 324) this.#send(id, frame, line, now);
    if (cmd !== 322) return;
    for (const item of frame.items as Json[])
      this.#send(item.id as string, { ...item, cmd, expires: frame.expires }, line, now);
  }

  /** The logger said something, on the line that counts. */
  receivedFromLogger(frame: Json, now: number): void {
    const { cmd, id } = frame as { cmd: number; id: string };
    if (cmd === 321 || cmd === 325) this.#answer(id, frame, now);
    if (cmd === 323)
      for (const item of frame.items as Json[]) this.#answer(item.id as string, item, now);
    const addresses = cmd === 337 ? this.#queries.get(id) : undefined;
    if (addresses === undefined) return;
    this.#queries.delete(id);
    for (const command of this.all.values()) {
      if (!addresses.includes(command.address)) continue;
      const value = (frame.values as Record<string, Value>)[command.address] ?? null;
      this.#readBack(command, value, id, now);
    }
  }

  /** A logger came back, and the portal has said what it says then: what was never answered went again. */
  loggerBack(line: string, now: number): void {
    for (const command of this.all.values()) {
      const { state, isOnce, isRevoked, expires, sentOn } = command;
      if (state !== "sent" || isOnce || isRevoked || now >= expires || sentOn.includes(line))
        continue;
      this.#fault(`${this.#name(command)} was not sent again to a logger that came back`);
    }
  }

  rightEnded(isTheirs: (giver: Giver) => boolean, now: number): void {
    for (const command of this.all.values()) {
      if (!isTheirs(command)) continue;
      if (command.state === "queued") end(command, "expired", now);
      else command.isRevoked = true;
    }
  }

  /** Time moves what it moves. */
  pass(now: number): void {
    for (const command of this.all.values()) {
      if (command.state === "queued" && now >= command.expires) end(command, "expired", now);
      if (command.state === "sent" && now >= command.expires + GRACE_MS)
        this.#endUnread(command, "unknown", now);
      if (command.state === "acknowledged" && now >= command.askedAt + READ_BACK_MS)
        this.#endUnread(command, "response timeout", now);
    }
  }

  /** Queued commands that nothing keeps from going: one at a time at each address, in the order in which they were given. */
  ready(): Command[] {
    const open = [...this.all.values()].filter(({ state }) => state !== "ended");
    const taken = new Set(
      open.filter(({ state }) => state !== "queued").map(({ address }) => address),
    );
    const groups = Map.groupBy(
      open.filter(({ state }) => state === "queued"),
      ({ batch }) => batch,
    );
    const ready: Command[] = [];
    for (const group of groups.values()) {
      if (group.every(({ address }) => !taken.has(address))) ready.push(...group);
      for (const { address } of group) taken.add(address);
    }
    return ready;
  }

  #send(id: string, frame: Json, line: string, now: number): void {
    const command = this.all.get(id);
    if (command === undefined) {
      this.#fault(`an unknown command was sent`);
      return;
    }
    const name = this.#name(command);
    if (command.state === "ended") this.#fault(`${name} was sent after its end`);
    if (command.state === "acknowledged") this.#fault(`${name} was sent after its acknowledgement`);
    if (now >= command.expires) this.#fault(`${name} was sent after it expired`);
    if (command.isRevoked) this.#fault(`${name} was sent although its right had ended`);
    if (frame.address !== command.address || frame.value !== command.value)
      this.#fault(`${name} was sent as another one`);
    if (command.isOnce && command.sentOn.length > 0) this.#fault(`${name} was sent twice`);
    if (command.sentOn.includes(line)) this.#fault(`${name} was sent twice on one line`);
    const other = [...this.all.values()].find(
      (one) =>
        one !== command &&
        one.address === command.address &&
        (one.state === "sent" || one.state === "acknowledged"),
    );
    if (other !== undefined && command.state === "queued")
      this.#fault(`${name} was sent while another was under way at its address`);
    command.sentOn.push(line);
    if (command.state === "queued") command.state = "sent";
  }

  #answer(id: string, answer: Json, now: number): void {
    const command = this.all.get(id);
    if (command === undefined) return;
    const value = (answer.value ?? null) as Value;
    if (command.isReadOnReturn) command.reported.push(value);
    if (command.state !== "sent") return;
    if (answer.result !== "success" || answer.status !== 200) {
      command.readBack = value;
      end(command, answer.result as Result, now);
      return;
    }
    if (value === null) {
      command.state = "acknowledged";
      command.askedAt = now;
    } else this.#compare(command, value, now);
  }

  /** The portal's own query comes with the acknowledgement, before any viewer's. */
  #ask(id: string, addresses: string[]): void {
    this.#queries.set(id, addresses);
    for (const command of this.all.values())
      if (command.state === "acknowledged" && addresses.includes(command.address))
        command.query ??= id;
  }

  #readBack(command: Command, value: Value, query: string, now: number): void {
    if (command.state === "acknowledged" && command.query === query) {
      if (value === null) end(command, "response timeout", now);
      else this.#compare(command, value, now);
    } else if (command.isReadOnReturn) command.reported.push(value);
  }

  #compare(command: Command, value: Value, now: number): void {
    command.readBack = value;
    const equal = isEqual(command.precision, command.value, value);
    end(command, equal ? "success" : "configuration failed", now);
  }

  #endUnread(command: Command, result: Result, now: number): void {
    end(command, result, now);
    command.isReadOnReturn = true;
  }

  #name({ address, value }: Command): string {
    return `the command ${address} = ${value}`;
  }
}

function end(command: Command, result: Result, now: number): void {
  command.state = "ended";
  command.results.push(result);
  command.endedAt = now;
}
