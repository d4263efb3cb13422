import { UsageError } from "./fleet-file.ts";
import { type Behaviour, parseBehaviour, parseDuration } from "./logger/behaviour.ts";
import type { Scenario } from "./scenarios/scenario.ts";
import { findScenario } from "./scenarios/scenario-table.ts";

/** An order to a site: a behaviour of its logger, or a scenario. */
export type Order = Behaviour | { verb: "scenario" | "end"; scenario: Scenario };

/** An order that runs after the fleet has run for this long. */
export type ScriptStep = { afterMs: number; order: Order; serial: string | null };

/** Parses `freeze@30s,scenario:half-open@60s`; a step may name one site: `kill/DEMO-PT-01@2m`. @throws {UsageError} */
export function parseScript(text: string): ScriptStep[] {
  return text
    .split(",")
    .map((step) => step.trim())
    .filter((step) => step !== "")
    .map(parseStep)
    .sort((one, other) => one.afterMs - other.afterMs);
}

/** Parses one order: `freeze`, `end half-open` or `freeze DEMO-PT-01`; null if it is invalid. */
export function parseOrder(line: string): Pick<ScriptStep, "order" | "serial"> | null {
  const [first = "", ...words] = line.trim().split(/\s+/);
  const isOfScenario = /^(scenario|end)$/i.test(first);
  const verb = isOfScenario ? `${first}:${words.shift() ?? ""}` : first;
  const [serial, ...more] = words;
  const order = parseVerb(verb);
  return order === null || more.length > 0
    ? null
    : { order, serial: serial?.toUpperCase() ?? null };
}

/** Formats an order as `parseOrder` reads it. */
export function describeOrder({ order, serial }: Pick<ScriptStep, "order" | "serial">): string {
  const scenario = "scenario" in order ? [order.scenario.name] : [];
  return [order.verb, ...scenario, ...(serial === null ? [] : [serial])].join(" ");
}

function parseStep(step: string): ScriptStep {
  const [what = "", when, ...more] = step.split("@");
  const [verb = "", serial] = what.split("/");
  const order = parseVerb(verb);
  const afterMs = when === undefined ? null : parseDuration(when);
  if (order === null || afterMs === null || more.length > 0)
    throw new UsageError(
      `"${step}" is not a step of a script; an example is freeze@30s (docs/simulator.md).`,
    );
  return { afterMs, order, serial: serial?.toUpperCase() ?? null };
}

function parseVerb(text: string): Order | null {
  const [, verb, name = ""] = /^(scenario|end):(.*)$/.exec(text.trim().toLowerCase()) ?? [];
  if (verb !== "scenario" && verb !== "end") return parseBehaviour(text);
  const scenario = findScenario(name);
  return scenario === null ? null : { verb, scenario };
}
