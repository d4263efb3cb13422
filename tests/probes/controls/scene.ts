import type { CommandRecord } from "#domain/commands/command-record.ts";
import type { Diaries, Frame, Value } from "./diary.ts";

type Given = { id: string; address: string; value: Value };
type Page = "owner" | "helper";

const LOGGER = "logger-1";
const RECORD = { by: "Olga", readBack: undefined };

/** Diaries written by hand: what a faultless object would have left behind, for tests that falsify it. */
export class Scene {
  now = 1_000_000;
  logger = LOGGER;
  readonly #latest = new Map<string, CommandRecord>();
  #tags = 0;
  readonly diaries: Diaries = {
    registers: {
      A: { kind: "setting", access: "rw", min: 0, max: 100, precision: 0 },
      B: { kind: "setting", access: "rw", min: 0, max: 100, precision: 1 },
    },
    door: [],
    device: [],
    holds: {},
    viewers: [],
    pages: [],
    store: [],
    endedAt: 0,
  };

  constructor() {
    this.#open("owner", 7, 1);
    this.#open("helper", 9, 2);
    this.welcome(LOGGER);
  }

  welcome(line: string): void {
    this.logger = line;
    this.diaries.door.push({ kind: "opened", side: "logger", at: this.now, line });
    this.fromLogger({ cmd: 258, id: "connect" });
    this.toLogger({ cmd: 259, id: "connect", time: this.now });
    this.diaries.device.push({ kind: "clock", at: this.now, behindMs: 0 });
  }

  loseLogger(): void {
    this.diaries.door.push({ kind: "closed", at: this.now, line: this.logger });
  }

  pass(ms: number): void {
    this.now += ms;
  }

  /** A user sends a request and gets the answer at once. */
  ask(page: Page, cmd: number, given: Given, livesMs = 60_000): void {
    const { id: commandId, address, value } = given;
    const at = this.now;
    const expires = at + livesMs;
    const held = this.#latest.get(commandId);
    const isForeign = held !== undefined && page === "helper";
    const ends = value !== null && Number(value) > 100 ? ("parameter error" as const) : undefined;
    const state = ends === undefined ? "queued" : "ended";
    const fresh = {
      ...RECORD,
      commandId,
      address,
      value,
      at,
      expires,
      state,
      result: ends,
    } as const;
    const record = held ?? strip(fresh);
    const tag = this.#request(page, cmd, { commandId, address, value, expires }, commandId);
    this.#answer(page, tag, commandId, isForeign ? null : { cmd: cmd + 1, record });
    if (held === undefined) this.#keep(record);
    if (held === undefined) this.setKnown(commandId, {});
  }

  /** It goes to the logger. */
  send(id: string, cmd = 320): void {
    const { address, value, expires } = this.recordOf(id);
    this.toLogger({ cmd, id, address, value, expires });
    this.setKnown(id, { state: "sent" });
  }

  execute(id: string): void {
    const { address, value } = this.recordOf(id);
    this.diaries.device.push({ kind: "executed", at: this.now, id, address, value, holds: value });
    this.diaries.holds[address] = value;
  }

  fromLogger(frame: Frame): void {
    this.diaries.door.push({ kind: "in", at: this.now, line: this.logger, frame });
  }

  toLogger(frame: Frame): void {
    this.diaries.door.push({ kind: "out", at: this.now, line: this.logger, frame });
  }

  /** A step of a command is stored and sent to both pages. */
  setKnown(id: string, change: Partial<CommandRecord>): void {
    const record = { ...this.recordOf(id), ...change };
    this.#keep(record);
    for (const page of ["owner", "helper"])
      this.diaries.door.push({
        kind: "out",
        at: this.now,
        line: page,
        frame: { cmd: 321, tag: "", body: record },
      });
  }

  end(id: string, result: CommandRecord["result"], readBack?: Value): void {
    this.setKnown(id, strip({ state: "ended", result, readBack }));
  }

  recordOf(id: string): CommandRecord {
    const record = this.#latest.get(id);
    if (record === undefined) throw new Error(`there is no ${id}`);
    return record;
  }

  done(): Diaries {
    const { diaries } = this;
    diaries.endedAt = this.now + 100_000;
    const records = [...this.#latest.values()];
    diaries.pages = ["owner", "helper"].map((viewer) => ({
      viewer,
      records: structuredClone(records),
    }));
    return structuredClone(diaries);
  }

  #keep(record: CommandRecord): void {
    this.#latest.set(record.commandId, record);
    const endedAt = record.state === "ended" ? this.now : null;
    const { store } = this.diaries;
    const place = store.findIndex((one) => one.record.commandId === record.commandId);
    if (place === -1) store.push({ record, endedAt });
    else store[place] = { record, endedAt };
  }

  #open(viewer: Page, person: number, role: number): void {
    const { door } = this.diaries;
    const at = this.now;
    door.push({ kind: "opened", side: "viewer", at, line: viewer, viewer, person, role });
    const frame = { cmd: 273, tag: "login", body: { status: 200 } };
    door.push({ kind: "out", at, line: viewer, frame });
  }

  #request(viewer: Page, cmd: number, body: object, id: string): string {
    this.#tags += 1;
    const tag = `${viewer}-${this.#tags}`;
    const at = this.now;
    this.diaries.viewers.push({ kind: "asked", at, viewer, tag, cmd, ids: [id] });
    this.diaries.door.push({ kind: "in", at, line: viewer, frame: { cmd, tag, body } });
    return tag;
  }

  /** @param given null refuses */
  #answer(
    viewer: Page,
    tag: string,
    id: string,
    given: { cmd: number; record: CommandRecord } | null,
  ) {
    const at = this.now;
    const status = given === null ? 403 : 200;
    const cmd = given?.cmd ?? 511;
    const body = given === null ? { status } : { status, result: given.record };
    this.diaries.door.push({ kind: "out", at, line: viewer, frame: { cmd, tag, body } });
    const ids = given === null ? [] : [id];
    this.diaries.viewers.push({
      kind: "answered",
      at,
      viewer,
      tag,
      cmd,
      status,
      ids,
      wanted: [id],
    });
  }
}

/** Without what is undefined, as JSON has it. */
function strip<Given extends object>(given: Given): CommandRecord & Given {
  return JSON.parse(JSON.stringify(given)) as CommandRecord & Given;
}
