import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { DAY_MS } from "#domain/units/durations.ts";
import { chooseSites } from "./choose-sites.ts";
import { fetchFrom } from "./firmware/fetch-part.ts";
import { openOnce, type SlotFlash, slotsInFiles, slotsInMemory } from "./firmware/slot-flash.ts";
import { Fleet, type Outcome } from "./fleet.ts";
import { readFleetFile, UsageError } from "./fleet-file.ts";
import { dialPortal } from "./logger/dial-portal.ts";
import { keepInMemory } from "./logger/flash.ts";
import { keepInFile } from "./logger/flash-file.ts";
import { FleetClock } from "./logger/fleet-clock.ts";
import { HELP, type Options, readOptions } from "./options.ts";
import { notePastInFile, notePastInMemory, type PastNotes } from "./past/past-notes.ts";
import { RELAY_HELP, readRelayOptions } from "./relay-options.ts";
import { runRelay } from "./run-relay.ts";
import { describeOrder, parseOrder, type ScriptStep } from "./script.ts";
import { StatusLine } from "./status-line.ts";

const SHOW_EVERY_MS = 1_000;

try {
  const [first, ...more] = process.argv.slice(2);
  if (first === "link") {
    const options = readRelayOptions(more);
    if (options === "help") console.log(RELAY_HELP);
    else await runRelay(options);
  } else {
    const options = readOptions(process.argv.slice(2));
    if (options === "help") console.log(HELP);
    else run(options);
  }
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`✗ ${error.message}`);
  process.exitCode = 2;
}

function run(options: Options): void {
  const sites = chooseSites(readFleetFile(options.fleet), options);
  const directory =
    options.state === undefined ? join(dirname(options.fleet), "simulator") : options.state;
  const startAt = options.speed > 1 ? Date.now() - DAY_MS : Date.now();
  const clock = new FleetClock({ speed: options.speed, startAt });
  const fleet = new Fleet({
    sites,
    clock,
    dial: dialPortal(options.url),
    seed: options.seed,
    flashOf: (serial) => (directory === null ? keepInMemory() : keepInFile(directory, serial)),
    ...(options.past ? { pastNotesOf: (serial) => notePast(directory, serial) } : {}),
    ...(options.firmwareKeys.size > 0 && {
      firmwareOf: (serial) => ({
        keys: options.firmwareKeys,
        fetch: fetchFrom(options.url),
        slotsOf: openOnce((...names) => openSlots(directory, [serial, ...names])),
      }),
    }),
    script: options.script,
    onStep: (step, outcome) => status.say(describeOutcome(step, outcome)),
    waitScale: options.waitScale,
    onLink: (_serial, end) => status.note(end),
  });
  const status = new StatusLine(fleet, clock, process.stdout);
  const begun = options.scenarios.map((scenario) => {
    const order = { order: { verb: "scenario" as const, scenario }, serial: null };
    const outcome = fleet.order(order);
    if (outcome.did > 0) return describeOutcome(order, outcome);
    throw new UsageError(`The scenario ${scenario.name} is not possible at any of these sites.`);
  });
  status.say(`Simulating ${sites.length} sites against ${options.url}`);
  for (const line of begun) status.say(line);
  // The reader of the output may have exited; the fleet continues.
  process.stdout.on("error", () => {});
  fleet.start();
  const timer = setInterval(() => {
    status.show();
    sendPastProgress(fleet);
  }, SHOW_EVERY_MS);
  takeOrders(fleet, status);
  // Some process managers signal twice; the second signal must not interrupt the shutdown.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      clearInterval(timer);
      fleet.stop();
      status.end();
      process.exit(0);
    });
}

/** Opens the flash of a component, in a folder of its own. */
function openSlots(directory: string | null, names: readonly string[]): SlotFlash {
  return directory === null
    ? slotsInMemory()
    : slotsInFiles(join(directory, "firmware", names.join("-")));
}

function notePast(directory: string | null, serial: string): PastNotes {
  return directory === null ? notePastInMemory() : notePastInFile(directory, serial);
}

/** Sends the progress of past uploads to the parent process, if any. */
function sendPastProgress(fleet: Fleet): void {
  const { past } = fleet;
  if (past !== null && process.connected) process.send?.({ past });
}

/** Reads orders from standard input. */
function takeOrders(fleet: Fleet, status: StatusLine): void {
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    if (line.trim() === "") return;
    const order = parseOrder(line);
    if (order === null)
      return status.say(`✗ "${line.trim()}" is no order; one is: freeze DEMO-PT-01`);
    status.say(describeOutcome(order, fleet.order(order)));
  });
  lines.on("error", () => {});
}

function describeOutcome(
  step: Pick<ScriptStep, "order" | "serial">,
  { targets, did }: Outcome,
): string {
  const what = describeOrder(step);
  if (targets === 0) return `✗ there is no logger ${step.serial}`;
  if (did === 0) return `✗ ${what}: that cannot be, or is so already`;
  if (step.order.verb !== "scenario") return `${what}: ${did} reached`;
  return `${what}: begun at ${did} of ${targets} ${targets === 1 ? "site" : "sites"}`;
}
