import { createInterface } from "node:readline";
import { UsageError } from "./fleet-file.ts";
import { describeEffect } from "./link/describe-effect.ts";
import { openRelay, type Relay } from "./link/relay.ts";
import { hashNumbers, hashText } from "./random.ts";
import { type LineScenario, type RelayOptions, toLineScenario } from "./relay-options.ts";
import { parseOrder } from "./script.ts";

/** Runs a faulty line to the portal until the process ends. @throws {UsageError} if the port is in use */
export async function runRelay(options: RelayOptions): Promise<void> {
  const begun = Date.now();
  const say = (text: string) => {
    const seconds = ((Date.now() - begun) / 1_000).toFixed(1).padStart(7);
    process.stdout.write(`${seconds} s  ${text}\n`);
  };
  // The reader of the output may have exited; the line continues.
  process.stdout.on("error", () => {});
  const relay = await openRelay({
    port: options.port,
    portal: new URL(options.url),
    onEffect: (effect) => say(describeEffect(effect)),
    onConnections: (open) => say(`${open} ${open === 1 ? "connection" : "connections"}`),
  }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`Port ${options.port} cannot be listened on (${error.code}).`);
  });
  say(`A faulty line from http://127.0.0.1:${relay.port} to ${options.url}`);
  const acts = new Map<string, () => void>();
  const begin = (scenario: LineScenario) => {
    const seed = hashNumbers(options.seed, hashText(scenario.name));
    acts.set(scenario.name, relay.play(scenario.faults(seed)));
    say(`scenario ${scenario.name}: ${scenario.about}`);
  };
  for (const scenario of options.scenarios) begin(scenario);
  takeOrders(acts, begin, say);
  endWithSignals(relay);
}

function takeOrders(
  acts: Map<string, () => void>,
  begin: (scenario: LineScenario) => void,
  say: (text: string) => void,
): void {
  const lines = createInterface({ input: process.stdin });
  lines.on("error", () => {});
  lines.on("line", (line) => {
    const order = parseOrder(line)?.order;
    if (line.trim() === "") return;
    if (order?.verb !== "scenario" && order?.verb !== "end") {
      say(`✗ "${line.trim()}" is no order; one is: scenario half-open`);
      return;
    }
    const { name } = order.scenario;
    acts.get(name)?.();
    acts.delete(name);
    if (order.verb === "end") say(`end of ${name}`);
    else if (order.scenario.faults === undefined) say(`✗ ${name} has no line faults`);
    else begin(toLineScenario(order.scenario));
  });
}

function endWithSignals(relay: Relay): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      relay.close();
      process.exit(0);
    });
}
