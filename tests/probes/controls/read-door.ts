import type { Diaries, DoorEntry, Frame, Value } from "./diary.ts";
import { isEqual, mayBeSet } from "./registers.ts";
import { isOpen, isSent, passTime, type Result, type Story } from "./story.ts";

type Request = {
  at: number;
  line: string;
  viewer: string;
  tag: string;
  cmd: number;
  ids: string[];
  isAllowed: boolean;
  answers: { at: number; cmd: number; status: number; ids: string[]; values: string[] }[];
};
/** The logger was welcome on a line from then on, until the object saw it go. */
export type Welcome = { line: string; from: number; until: number };
export type Reading = {
  stories: Map<string, Story>;
  requests: Request[];
  welcomes: Welcome[];
  /** Pages were welcome on their lines from then on, until the object saw them go. */
  audience: (Welcome & { ends: Map<string, number> })[];
  /** Answers that left the object and belong to no request of their line. */
  strayAnswers: { at: number; tag: string }[];
};

const CONTROLS = [320, 322, 324];
const LIFETIME_MS = 60_000;
type Item = { commandId?: string; id?: string; address: string; value: Value; expires?: number };
type ItemResult = { id: string; status: number; result: string; value?: Value };
type Opened = Extract<DoorEntry, { kind: "opened"; side: "viewer" }>;

/** Reads what passed the object's door in order, and derives by the contract what each control comes to. */
export function readDoor({ door, registers, endedAt }: Diaries): Reading {
  const stories = new Map<string, Story>();
  const requests: Request[] = [];
  const welcomes: Welcome[] = [];
  const audience: Reading["audience"] = [];
  const strayAnswers: Reading["strayAnswers"] = [];
  const viewers = new Map<string, Opened>();
  /** Commands of each batch's frame. */
  const frames = new Map<string, string[]>();
  let logger: string | null = null;
  for (const entry of door) read(entry);
  for (const story of stories.values()) passTime(story, endedAt);
  leave(Number.POSITIVE_INFINITY);
  return { stories, requests, welcomes, audience, strayAnswers };

  function read(entry: DoorEntry): void {
    const { at, line } = entry;
    if (entry.kind === "opened" && entry.side === "viewer") viewers.set(line, entry);
    if (entry.kind === "opened" && entry.side === "logger") {
      leave(at);
      logger = line;
    }
    const page = audience.find((one) => one.line === line);
    if (entry.kind === "closed" && page !== undefined) page.until = at;
    if (entry.kind === "closed" && line === logger) {
      leave(at);
      logger = null;
    }
    if (entry.kind !== "in" && entry.kind !== "out") return;
    for (const story of stories.values()) passTime(story, at);
    const viewer = viewers.get(line);
    if (viewer !== undefined && entry.kind === "in") ask(entry.frame, viewer, at, line);
    else if (viewer !== undefined) readReport(entry.frame, at, line);
    else if (entry.kind === "out") send(entry.frame, at, line);
    else if (line === logger) receive(entry.frame, at);
  }

  function leave(at: number): void {
    const last = welcomes.at(-1);
    if (last !== undefined) last.until = Math.min(last.until, at);
  }

  function ask(frame: Frame, { person, role, viewer }: Opened, at: number, line: string): void {
    if (!CONTROLS.includes(frame.cmd)) return;
    const body = frame.body as Item & { items?: Item[] };
    const items = body.items ?? [body];
    const ids = items.map(({ commandId = "" }) => commandId);
    const isForeign = ids.some((id) => (stories.get(id)?.person ?? person) !== person);
    const isAllowed = role !== 3 && !isForeign;
    const { cmd, tag = "" } = frame;
    requests.push({ at, line, viewer, tag, cmd, ids, isAllowed, answers: [] });
    if (!isAllowed) return;
    const fresh = items.filter(({ commandId = "" }) => !stories.has(commandId));
    const asked = [body, ...fresh].flatMap(({ expires }) => expires ?? []);
    const expires = Math.min(at + LIFETIME_MS, ...asked);
    for (const { commandId: id = "", address, value } of fresh) {
      const place = stories.size;
      const group = cmd === 322 ? `${line} ${tag}` : id;
      const maySet = mayBeSet(registers[address], value);
      const isOnce = cmd === 324;
      const story: Story = {
        id,
        person,
        address,
        value,
        at,
        place,
        group,
        expires,
        isOnce,
        maySet,
        sends: [],
        acknowledgedAt: null,
        readBack: null,
        queryId: null,
        queries: 0,
        end: null,
        reported: new Set(),
      };
      if (!maySet) story.end = { at, result: "parameter error" };
      else if (expires <= at) story.end = { at, result: "expired" };
      stories.set(id, story);
    }
  }

  function readReport({ cmd, tag = "", body }: Frame, at: number, line: string): void {
    const { result, status, ...record } = body as { result?: unknown; status?: number };
    const until = Number.POSITIVE_INFINITY;
    if (cmd === 273 && status === 200) audience.push({ line, from: at, until, ends: new Map() });
    if (tag === "" && cmd === 321) {
      note({ ...record, result } as CommandReport);
      const { commandId, state } = record as CommandReport;
      const page = audience.find((one) => one.line === line);
      if (state === "ended" && page?.ends.has(commandId) === false) page.ends.set(commandId, at);
    }
    if (tag === "" || ![321, 323, 325, 511].includes(cmd)) return;
    const request = requests.findLast((one) => one.line === line && one.tag === tag);
    if (request === undefined) {
      strayAnswers.push({ at, tag });
      return;
    }
    const records = (result === undefined ? [] : [result].flat()) as CommandReport[];
    for (const one of records) note(one);
    const ids = records.map(({ commandId }) => commandId);
    const values = records.map(({ address, value }) => `${address}=${value}`);
    request.answers.push({ at, cmd, status: status ?? 0, ids, values });
  }

  function note({ commandId, state, result }: CommandReport): void {
    if (state === "ended") stories.get(commandId)?.reported.add(String(result));
  }

  function send(frame: Frame, at: number, line: string): void {
    const { cmd, id } = frame as { cmd: number; id: string };
    if (cmd === 259) welcomes.push({ line, from: at, until: Number.POSITIVE_INFINITY });
    if (CONTROLS.includes(cmd)) {
      const items = (frame.items ?? [frame]) as ItemResult[];
      frames.set(
        id,
        items.map((item) => item.id),
      );
      const expires = Number(frame.expires);
      for (const item of items) stories.get(item.id)?.sends.push({ at, line, cmd, expires });
    }
    if (cmd !== 336) return;
    for (const story of stories.values()) {
      const isWaiting = isOpen(story) && story.acknowledgedAt === at && story.queryId === null;
      if (!isWaiting || !(frame.addresses as string[]).includes(story.address)) continue;
      story.queryId = id;
      story.queries += 1;
    }
  }

  function receive(frame: Frame, at: number): void {
    const { cmd, id, status } = frame as { cmd: number; id: string; status: number };
    if (cmd === 321 || cmd === 325) answer(frame as unknown as ItemResult, at);
    if (cmd === 323) {
      const firsts = new Map<string, ItemResult>();
      for (const item of frame.items as ItemResult[])
        if (!firsts.has(item.id)) firsts.set(item.id, item);
      for (const item of firsts.values()) answer(item, at);
    }
    const asked = [...stories.values()].filter((one) => isOpen(one) && one.queryId === id);
    if (cmd === 337) for (const story of asked) compare(story, valueIn(frame, story.address), at);
    if (cmd !== 511) return;
    for (const story of asked) compare(story, null, at);
    for (const each of stories.has(id) ? [id] : (frames.get(id) ?? [])) {
      const story = stories.get(each);
      if (story !== undefined && isSent(story))
        story.end = { at, result: status === 400 ? "parameter error" : "configuration failed" };
    }
  }

  function answer({ id, status, result, value = null }: ItemResult, at: number): void {
    const story = stories.get(id);
    if (story === undefined || !isSent(story)) return;
    const said = result === "success" ? resultOf(status) : (result as Result);
    if (said !== "success") {
      story.end = { at, result: said };
      return;
    }
    story.acknowledgedAt = at;
    if (value !== null) compare(story, value, at);
  }

  function compare(story: Story, read: Value, at: number): void {
    if (read === null) {
      story.end = { at, result: "response timeout" };
      return;
    }
    const equal = isEqual(registers[story.address], story.value, read);
    story.readBack = equal ? "equal" : "unequal";
    story.end = { at, result: equal ? "success" : "configuration failed" };
  }
}

type CommandReport = {
  commandId: string;
  state: string;
  result?: string;
  address: string;
  value: Value;
};

function valueIn(frame: Frame, address: string): Value {
  const values = frame.status === 200 ? (frame.values as Record<string, Value>) : {};
  return values[address] ?? null;
}

function resultOf(status: number): Result {
  if (status === 200) return "success";
  if (status === 400) return "parameter error";
  return status === 408 ? "response timeout" : "configuration failed";
}
