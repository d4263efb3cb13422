import type { ChangeRecord } from "#domain/settings/change.ts";
import type { TrackedChange } from "#domain/settings/tracked-change.ts";
import type { Diary } from "./diary.ts";

export type Rule =
  | "executed twice"
  | "false success"
  | "false held"
  | "half-applied and not mixed"
  | "written after a conflict"
  | "never ended"
  | "sent after its end"
  | "sent twice on one connection"
  | "retried without a read"
  | "over the budget"
  | "not an allowed end";
export type Finding = { rule: Rule; text: string };

const HELD_AFTER_MS = 90_000;
const MAX_WRITES = 10;

type World = {
  diary: Diary;
  changes: readonly TrackedChange[];
  registers: ReadonlyMap<string, number>;
  /** Whether changes wrote the same registers. */
  areMixed: boolean;
};

/** Judges a world by what the device did and what the portal shows. */
export function judge({ diary, changes, registers, areMixed }: World): Finding[] {
  const findings: Finding[] = [];
  const find = (rule: Rule, text: string) => void findings.push({ rule, text });
  const executed = diary.filter((one) => one.kind === "executed");
  for (const [id, all] of Map.groupBy(executed, (one) => one.id))
    if (all.length > 1) find("executed twice", id);
  const sent = diary.filter((one) => one.kind === "sent");
  for (const { id, at, expires } of sent) if (at >= expires) find("sent after its end", id);
  for (const [key, all] of Map.groupBy(sent, ({ id, line }) => `${id} ${line}`))
    if (all.length > 1) find("sent twice on one connection", key);
  for (const change of changes) judgeChange(change);
  judgeBudget();
  return findings;

  function judgeChange({ record, parts, phase }: TrackedChange): void {
    if (phase !== "done") {
      find("never ended", `${record.state} in ${phase}`);
      return;
    }
    for (const [index, item] of record.items.entries()) {
      const part = parts[index];
      if (item.result === "success" || record.state === "held") judgeSuccess(record, index, part);
      if (part !== undefined && part.attempts > 1) judgeRetry(record, index);
    }
    if (record.result === "conflict" && parts.some(({ commandId }) => commandId !== null))
      find("written after a conflict", record.changeId);
    if (record.atomic && !areMixed) judgeAtomic(record);
  }

  function judgeSuccess(
    { items, state }: ChangeRecord,
    index: number,
    part: TrackedChange["parts"][number] | undefined,
  ): void {
    const item = items[index];
    if (item === undefined || item.result === "not modified") return;
    const isAcknowledged = diary.some(
      (one) => one.kind === "acknowledged" && one.id === part?.commandId,
    );
    if (item.result !== "success" || !isAcknowledged || item.readBack !== item.value)
      find("false success", `${item.address} ${item.result} ${item.readBack}`);
    if (item.held !== true && state !== "held") return;
    const acknowledgedAt = diary.find(
      (one) => one.kind === "acknowledged" && one.id === part?.commandId,
    )?.at;
    const isRead = diary.some(
      (one) =>
        one.kind === "read" &&
        one.at >= (acknowledgedAt ?? Number.POSITIVE_INFINITY) + HELD_AFTER_MS &&
        one.values[item.address] === item.value,
    );
    if (!isRead) find("false held", item.address);
  }

  /** A second command for the same value follows only a read that shows the old one. */
  function judgeRetry({ items }: ChangeRecord, index: number): void {
    const item = items[index];
    const writes = executed.filter(
      (one) => one.address === item?.address && one.value === item?.value,
    );
    const [first, second] = writes;
    if (item === undefined || first === undefined || second === undefined) return;
    const isSeen = diary.some(
      (one) =>
        one.kind === "read" &&
        one.at >= first.at &&
        one.at <= second.at &&
        one.values[item.address] === item.from,
    );
    if (!isSeen && first.id !== second.id) find("retried without a read", item.address);
  }

  function judgeAtomic({ items, result, endedAt, changeId }: ChangeRecord): void {
    const written = items.filter((item) => item.result !== "not modified");
    // A register that the device or its panel changed is no longer the change's.
    const isEdited = (address: string) =>
      diary.some((one) => one.kind === "edited" && one.address === address);
    const own = written.filter(({ address }) => !isEdited(address));
    const applied = own.filter(({ address, value }) => registers.get(address) === value);
    const isHalf = applied.length > 0 && applied.length < own.length;
    if (isHalf && result !== "mixed")
      find("half-applied and not mixed", `${changeId} ${result} ${endedAt}`);
  }

  function judgeBudget(): void {
    const undoIds = new Set(
      changes.flatMap(({ parts }) => parts.flatMap(({ undoId }) => undoId ?? [])),
    );
    const writes = executed.filter(({ id }) => !undoIds.has(id));
    const undone = new Set(
      changes.flatMap(({ record }) => (record.atomic ? record.items : [])).map(({ from }) => from),
    );
    for (const [address, all] of Map.groupBy(writes, (one) => one.address)) {
      const own = all.filter(({ value }) => !undone.has(value));
      if (own.length > MAX_WRITES + 1) find("over the budget", `${address} ${own.length}`);
    }
  }
}
