import type { Diaries } from "./diary.ts";
import type { Finding, Rule } from "./finding.ts";
import type { Reading } from "./read-door.ts";

type Find = (rule: Rule, id: Finding["id"], text: string) => void;

/** Each request is answered once and at once, to its sender only, with its own records. */
export function judgeAnswers({ viewers }: Diaries, reading: Reading, find: Find): void {
  for (const { tag } of reading.strayAnswers)
    find("an answer released to another request", tag, "without a request on this line");
  for (const { at, tag, cmd, ids, isAllowed, answers } of reading.requests) {
    const [first, ...more] = answers;
    if (first === undefined || more.length > 0 || first.at !== at) {
      find("an answer missing, late or doubled", tag, `${answers.length} answers`);
      continue;
    }
    const wanted = isAllowed ? [cmd + 1, 200, ...ids] : [511, 403];
    const given = [first.cmd, first.status, ...first.ids];
    if (given.join() !== wanted.join())
      find("an answer released to another request", tag, `${given.join()}, not ${wanted.join()}`);
  }
  const askedBy = new Map<string, string>();
  for (const entry of viewers) if (entry.kind === "asked") askedBy.set(entry.tag, entry.viewer);
  const released = new Set<string>();
  for (const entry of viewers) {
    if (entry.kind === "asked") continue;
    const { tag, viewer } = entry;
    if (entry.kind === "stray" || askedBy.get(tag) !== viewer || released.has(tag))
      find("an answer released to another request", tag, `${viewer} received it`);
    released.add(tag);
    if (
      entry.kind === "answered" &&
      entry.status === 200 &&
      entry.ids.join() !== entry.wanted.join()
    )
      find("an answer released to another request", tag, `${viewer} received ${entry.ids.join()}`);
  }
}
