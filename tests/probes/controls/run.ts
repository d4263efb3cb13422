import { hashNumbers, hashText, seededRandom } from "#simulator/random.ts";
import { Chance } from "../../support/seeded-chance.ts";
import { allCells, type Cell } from "./cells.ts";
import type { Finding } from "./finding.ts";
import { judge } from "./judge.ts";
import { playWorld } from "./play.ts";
import { Report } from "./report.ts";

/** Requests of one world. */
const EACH_WORLD = 60;

type ControlsRun = {
  report: Report;
  /** What was not as contracted, with its world's number; empty where all was. */
  findings: (Finding & { world: number })[];
  worlds: number;
  /** Of all that happened: the same for the same seed and count. */
  trace: number;
};

/** World after world until so many controls were given. A fault whose step was never reached is tried once more. */
export async function runControls(
  seed: number,
  count: number,
  print: (line: string) => void,
  { eachWorld = EACH_WORLD, firstSite = 1 } = {},
): Promise<ControlsRun> {
  const chance = new Chance(seededRandom(seed));
  const report = new Report();
  const findings: ControlsRun["findings"] = [];
  const retried = new Set<Cell>();
  let cells: Cell[] = [];
  let trace = seed;
  let worlds = 0;
  let reported = 0;
  while (report.controls < count) {
    if (cells.length < eachWorld) cells = [...cells, ...allCells(chance)];
    const isFlapping = worlds % 4 === 3;
    const taken = cells.splice(0, Math.min(eachWorld, Math.max(1, count - report.controls - 20)));
    const world = worlds;
    const setting = {
      siteId: firstSite + world,
      seed: hashNumbers(seed, world),
      isFlapping,
      hasCrowd: worlds % 4 === 0,
    };
    const played = await playWorld({ ...setting, cells: taken });
    worlds += 1;
    const judgement = judge(played.diaries);
    report.add(played.plans, judgement);
    for (const text of played.complaints)
      findings.push({ rule: "the object complained", id: "", text, world });
    findings.push(...judgement.findings.map((finding) => ({ ...finding, world })));
    trace = hashNumbers(trace, hashText(played.trace.join("\n")));
    for (const { cell, fired } of played.plans)
      if (!fired && cell.kind !== "crowd" && !retried.has(cell)) {
        retried.add(cell);
        cells.push(cell);
      }
    if (report.controls - reported < 500 && findings.length === 0) continue;
    reported = report.controls;
    print(`${report.controls} controls in ${worlds} worlds, ${findings.length} findings`);
  }
  return { report, findings, worlds, trace };
}
