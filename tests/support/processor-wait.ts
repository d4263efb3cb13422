import { readdirSync, readFileSync } from "node:fs";
import { expect } from "@playwright/test";

/**
 * Threads besides the first of a process that a page, its socket and their answers pass through, one after the other.
 * Others work beside them: nothing waits for all of those together.
 */
const IN_THE_PATH = /IOThread|ChildIOT|Compositor/;
const NS_PER_MS = 1_000_000;

/** By thread: how long it ran, and how long it was ready to run and had no processor, ns. */
type Times = ReadonlyMap<string, { ran: number; waited: number }>;

export type Measured = { elapsedMs: number; deniedMs: number };

/**
 * Measures what is held to seconds on a machine that does other things besides: how long it took, and how much of that
 * the platform and the browser were ready to go on and had no processor. A bound is for the difference, so it holds
 * whatever else the machine does, and on a quiet machine it holds for the whole. Linux counts that time; elsewhere none
 * is known and the bound is for the whole.
 */
export async function measure(act: () => Promise<number>): Promise<Measured> {
  const before = readTimes();
  const began = performance.now();
  const elapsedMs = await act();
  const tookMs = performance.now() - began;
  let [ran, waited] = [0, 0];
  for (const [thread, now] of readTimes()) {
    ran += now.ran - (before.get(thread)?.ran ?? 0);
    waited += now.waited - (before.get(thread)?.waited ?? 0);
  }
  // What happens before and after what was measured is not part of it.
  const counted = (waited / NS_PER_MS) * Math.min(1, elapsedMs / tookMs);
  // Threads that wait at the same time are counted each: no more than the share in which one of them waits.
  const share = waited / Math.max(1, ran + waited);
  return { elapsedMs, deniedMs: Math.min(counted, elapsedMs * share) };
}

/** Expects that something took less than a bound, ms, without the time in which there was no processor. */
export function expectWithin({ elapsedMs, deniedMs }: Measured, boundMs: number): void {
  const took = `took ${elapsedMs} ms, ${deniedMs.toFixed()} of them without a processor`;
  console.log(took);
  expect(elapsedMs - deniedMs, took).toBeLessThan(boundMs);
}

/** Of all processes that this run of the journeys has started. */
function readTimes(): Times {
  const times = new Map<string, { ran: number; waited: number }>();
  for (const pid of listFamily(process.ppid))
    for (const thread of list(`/proc/${pid}/task`)) {
      const at = `/proc/${pid}/task/${thread}`;
      if (thread !== pid && !IN_THE_PATH.test(read(`${at}/comm`))) continue;
      const [ran, waited] = read(`${at}/schedstat`).split(" ");
      if (waited !== undefined) times.set(thread, { ran: Number(ran), waited: Number(waited) });
    }
  return times;
}

/** A process and all that descend from it. */
function listFamily(root: number): string[] {
  const children = new Map<string, string[]>();
  for (const pid of list("/proc")) {
    // The name before it may hold anything, brackets and spaces too.
    const [, parent] = /^.*\) \S (\d+) /s.exec(read(`/proc/${pid}/stat`)) ?? [];
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const family = [String(root)];
  for (const pid of family) family.push(...(children.get(pid) ?? []));
  return family;
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** Empty where there is no such file, or no longer. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
