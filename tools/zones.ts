import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, runCommand } from "./failure.ts";
import { projectRoot } from "./project-root.ts";
import { compactZone } from "./zones/compact-zone.ts";
import { readTzif } from "./zones/read-tzif.ts";

const TABLE = "domain/history/time-zones.json";
const USUAL_PLACE = "/usr/share/zoneinfo";
/** Entries that are not places, and the zone of the computer itself. */
const LEFT_OUT = new Set(["Factory", "localtime", "posixrules"]);

/** Writes the table of all time zones from a compiled tz database (`npm run zones -- [directory]`). */
await runCommand(async () => {
  const directory = process.argv[2] ?? USUAL_PLACE;
  const source = join(directory, "tzdata.zi");
  if (!existsSync(source)) throw new Failure(`${source} does not exist: install tzdata.`);
  const lines = readFileSync(source, "utf8").split("\n");
  const release = /^# version (\S+)/.exec(lines[0] ?? "")?.[1];
  if (release === undefined) throw new Failure(`${source} does not name its release.`);
  const names = new Set<string>();
  const links = new Map<string, string>();
  for (const line of lines) {
    const [kind, first = "", second = ""] = line.split(" ");
    if (kind === "Z") names.add(first);
    if (kind === "L") links.set(second, first);
  }
  const zones = [...names].filter((name) => !LEFT_OUT.has(name)).toSorted();
  const entries = [
    ...zones.map((name) => [name, compactZone(readTzif(readFileSync(join(directory, name))))]),
    ...[...links].toSorted().map(([name, target]) => [name, `=${target}`]),
  ];
  const table = { release, zones: Object.fromEntries(entries) };
  writeFileSync(join(projectRoot, TABLE), `${JSON.stringify(table, null, 2)}\n`);
  console.log(`${TABLE}: ${entries.length} zones of release ${release}`);
});
