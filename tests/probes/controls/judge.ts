import type { Diaries } from "./diary.ts";
import { type Finding, MOMENT_MS, type Rule } from "./finding.ts";
import { judgeAnswers } from "./judge-answers.ts";
import { judgeLocks } from "./judge-locks.ts";
import { type Reading, readDoor } from "./read-door.ts";
import { isEqual } from "./registers.ts";
import type { Story } from "./story.ts";

export type Judgement = {
  findings: Finding[];
  reading: Reading;
  /** Longest time from the moment when a control had to end, or might go, until it did, ms. */
  maxEndMs: number;
  maxLockMs: number;
};

/** Judges one world from its diaries alone. It knows the contract, and nothing of the product but the shape of a record. */
export function judge(diaries: Diaries): Judgement {
  const findings: Finding[] = [];
  const find = (rule: Rule, id: string, text: string) => {
    findings.push({ rule, id, text });
  };
  const reading = readDoor(diaries);
  let maxEndMs = 0;
  const stored = new Map(diaries.store.map((one) => [one.record.commandId, one]));
  for (const story of reading.stories.values()) {
    judgeExecutions(story);
    judgeSends(story);
    judgeEnd(story);
  }
  for (const id of stored.keys())
    if (!reading.stories.has(id)) find("pages and store differ", id, "stored and never asked for");
  judgeRegisters();
  judgePages();
  judgeAnswers(diaries, reading, find);
  const maxLockMs = judgeLocks(reading, find);
  return { findings, reading, maxEndMs, maxLockMs };

  function judgeExecutions({ id, address, value, expires, sends }: Story): void {
    const times = diaries.device.filter((one) => one.kind === "executed" && one.id === id);
    if (times.length > 1) find("executed twice", id, `${times.length} times`);
    for (const one of times) {
      if (one.kind !== "executed") continue;
      if (sends.every(({ at }) => at > one.at)) find("executed and never sent", id, "");
      const byItsClock = one.at - behindAt(one.at);
      if (byItsClock > expires)
        find("executed after its end", id, `${byItsClock - expires} ms after`);
      if (one.address !== address || one.value !== value)
        find("the device holds something else", id, `did ${one.address} = ${one.value}`);
    }
  }

  /** How far the device's clock was behind, as it last learned the server's. */
  function behindAt(at: number): number {
    let behind = 0;
    for (const one of diaries.device)
      if (one.kind === "clock" && one.at <= at) behind = one.behindMs;
    return behind;
  }

  function judgeSends({ id, isOnce, sends, expires, maySet }: Story): void {
    if (isOnce && sends.length > 1)
      find("sent twice although without repeat", id, `${sends.length} times`);
    const lines = sends.map(({ line }) => line);
    if (new Set(lines).size < lines.length) find("sent twice on one connection", id, "");
    if (!maySet && sends.length > 0) find("another result than the contract's", id, "sent");
    for (const sent of sends) {
      if (sent.at >= expires) find("sent after its end", id, `${sent.at - expires} ms after`);
      if (sent.expires !== expires) find("sent after its end", id, "with another end");
      if (isOnce !== (sent.cmd === 324))
        find("sent twice although without repeat", id, "as another");
    }
  }

  function judgeEnd(story: Story): void {
    const { id, acknowledgedAt, address, value, reported, end } = story;
    const held = stored.get(id);
    if (held === undefined) {
      find("pages and store differ", id, "asked for and not stored");
      return;
    }
    const { record, endedAt } = held;
    if (record.state !== "ended" || endedAt === null || end === null) {
      find("never ended", id, record.state);
      return;
    }
    if (record.result === "success") {
      if (acknowledgedAt === null) find("success without acknowledgement", id, "");
      const isRead = isEqual(diaries.registers[address], value, record.readBack ?? null);
      if (story.readBack !== "equal" || !isRead)
        find("success without an equal read-back", id, `${value}, read ${record.readBack}`);
    }
    if (record.result !== end.result)
      find("another result than the contract's", id, `${record.result}, not ${end.result}`);
    const results = new Set([...reported, String(record.result)]);
    if (results.size > 1) find("a result that changed", id, [...results].join(", "));
    for (const { from, until, ends } of reading.audience)
      if (from < endedAt && until > endedAt && ends.get(id) !== endedAt)
        find("an unreported end", id, `${ends.get(id)}, not ${endedAt}`);
    const lateMs = endedAt - end.at;
    maxEndMs = Math.max(maxEndMs, lateMs);
    if (lateMs < 0 || lateMs > MOMENT_MS) find("ended late or early", id, `${lateMs} ms`);
    // Asked for again after its end, it ended as it came in.
    if (endedAt > Math.max(story.at, story.expires) + LATEST_END_MS + MOMENT_MS)
      find("ended late or early", id, "past all");
  }

  function judgeRegisters(): void {
    const last = new Map(
      diaries.device.flatMap((one) =>
        one.kind === "executed" ? [[one.address, one.holds] as const] : [],
      ),
    );
    for (const [address, value] of last)
      if (diaries.holds[address] !== value)
        find("the device holds something else", address, `${diaries.holds[address]}, not ${value}`);
  }

  function judgePages(): void {
    for (const { viewer, records } of diaries.pages) {
      const shown = new Map(records.map((record) => [record.commandId, record]));
      for (const [id, record] of shown)
        if (textOf(record) !== textOf(stored.get(id)?.record))
          find("pages and store differ", id, `${viewer} sees ${textOf(record)}`);
      for (const { record, endedAt } of diaries.store)
        if ((endedAt ?? 0) > diaries.endedAt - RECENT_MS && !shown.has(record.commandId))
          find("pages and store differ", record.commandId, `${viewer} does not see it`);
    }
  }
}

const LATEST_END_MS = 22_000;
/** Less than what a welcome lists by so much as a world's calm lasts. */
const RECENT_MS = 3_000_000;

function textOf(record: object | undefined): string {
  return JSON.stringify(Object.entries(record ?? {}).sort());
}
