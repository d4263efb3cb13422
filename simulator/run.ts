import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { chooseSites } from "./choose-sites.ts";
import { Fleet } from "./fleet.ts";
import { readFleetFile, UsageError } from "./fleet-file.ts";
import { dialPortal } from "./logger/dial-portal.ts";
import { keepInMemory } from "./logger/flash.ts";
import { keepInFile } from "./logger/flash-file.ts";
import { FleetClock } from "./logger/fleet-clock.ts";
import { HELP, type Options, readOptions } from "./options.ts";
import { RELAY_HELP, readRelayOptions } from "./relay-options.ts";
import { runRelay } from "./run-relay.ts";
import { parseOrder } from "./script.ts";
import { StatusLine } from "./status-line.ts";

const DAY_MS = 86_400_000;
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
    script: options.script,
    scenarios: options.scenarios,
    waitScale: options.waitScale,
    onLink: (_serial, end) => status.note(end),
  });
  const status = new StatusLine(fleet, clock, process.stdout);
  status.say(`Simulating ${sites.length} sites against ${options.url}`);
  // Whoever read the output may be gone; the fleet goes on.
  process.stdout.on("error", () => {});
  fleet.start();
  const timer = setInterval(() => status.show(), SHOW_EVERY_MS);
  takeOrders(fleet, status);
  // Some senders signal twice at once; the second must not cut short what the first began.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      clearInterval(timer);
      fleet.stop();
      status.end();
      process.exit(0);
    });
}

/** Lines of a person, or of a program, on standard input. */
function takeOrders(fleet: Fleet, status: StatusLine): void {
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    if (line.trim() === "") return;
    const order = parseOrder(line);
    if (order === null)
      return status.say(`✗ "${line.trim()}" is no order; one is: freeze DEMO-PT-01`);
    const { told, did } = fleet.order(order);
    if (told === 0) status.say(`✗ there is no logger ${order.serial}`);
    else if (did === 0) status.say(`✗ ${line.trim()}: that cannot be, or is so already`);
    else status.say(`${line.trim()}: ${did} told`);
  });
  lines.on("error", () => {});
}
