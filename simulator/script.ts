import { UsageError } from "./fleet-file.ts";
import { type Behaviour, parseBehaviour, parseDuration } from "./logger/behaviour.ts";

/** Something that loggers are told after the fleet has run for so long. */
export type ScriptStep = { afterMs: number; behaviour: Behaviour; serial: string | null };

/** Reads `freeze@30s,thaw@60s`; a step may name one logger: `kill/DEMO-PT-01@2m`. @throws {UsageError} */
export function parseScript(text: string): ScriptStep[] {
  return text
    .split(",")
    .map((step) => step.trim())
    .filter((step) => step !== "")
    .map(parseStep)
    .sort((one, other) => one.afterMs - other.afterMs);
}

/** Reads one line of a person: `freeze` or `freeze DEMO-PT-01`; null where it is none. */
export function parseOrder(line: string): Pick<ScriptStep, "behaviour" | "serial"> | null {
  const [verb = "", serial, ...more] = line.trim().split(/\s+/);
  const behaviour = parseBehaviour(verb);
  return behaviour === null || more.length > 0
    ? null
    : { behaviour, serial: serial?.toUpperCase() ?? null };
}

function parseStep(step: string): ScriptStep {
  const [what = "", when, ...more] = step.split("@");
  const [verb = "", serial] = what.split("/");
  const behaviour = parseBehaviour(verb);
  const afterMs = when === undefined ? null : parseDuration(when);
  if (behaviour === null || afterMs === null || more.length > 0)
    throw new UsageError(
      `"${step}" is no step of a script; one is freeze@30s (docs/simulator.md).`,
    );
  return { afterMs, behaviour, serial: serial?.toUpperCase() ?? null };
}
