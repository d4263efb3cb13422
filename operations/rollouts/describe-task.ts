import { z } from "zod";
import { nameReleases } from "#database/rollouts/rollout-releases.ts";
import { equipmentOf, registerOf } from "#domain/registers/address-parts.ts";
import { CATALOGUE } from "#domain/registers/catalogue/catalogue.ts";
import { findInCatalogue } from "#domain/registers/catalogue/find-in-catalogue.ts";
import { registerValue } from "#domain/registers/register.ts";
import type { RolloutTask } from "#domain/rollouts/rollout.ts";
import type { Context } from "../context.ts";

/** A setting that a rollout changes, as the catalogue describes it. */
const describedItem = z.object({
  address: z.string(),
  register: z.string(),
  value: registerValue,
  name: z.string().nullable().describe("Key of a name of the catalogue; null without an entry"),
  kind: z.string(),
  unit: z.string(),
  precision: z.int().optional(),
  options: z.record(z.string(), z.string()).optional(),
  divisor: z.number().optional(),
  format: z.string().optional().describe("How the number is read, as a time or days of the week"),
  danger: z.string().optional(),
});

const namedRelease = z.object({
  releaseId: z.int(),
  typeCode: z.string(),
  component: z.string(),
  version: z.string(),
});

/** Fields that describe the task of a rollout by names that a page can translate. */
export const taskContent = {
  settings: z.array(describedItem).describe("The changed settings; empty for firmware"),
  releases: z.array(namedRelease).describe("The releases; empty for settings"),
};

/** The settings or releases of a rollout, as `taskContent` describes them. */
export type TaskContent = {
  settings: z.output<typeof describedItem>[];
  releases: z.output<typeof namedRelease>[];
};

/** Describes what each of several rollouts brings, in their order, with one query for all of their releases. */
export async function describeTasks(
  { database }: Pick<Context, "database">,
  tasks: readonly RolloutTask[],
): Promise<TaskContent[]> {
  const ids = tasks.flatMap((task) => (task.kind === "firmware" ? task.releaseIds : []));
  const named = await nameReleases(database, [...new Set(ids)]);
  const byId = new Map(named.map((release) => [release.releaseId, release]));
  return tasks.map((task) =>
    task.kind === "firmware"
      ? { settings: [], releases: task.releaseIds.flatMap((id) => byId.get(id) ?? []) }
      : { settings: task.items.map(describeItem), releases: [] },
  );
}

type Item = Extract<RolloutTask, { kind: "settings" }>["items"][number];

function describeItem({ address, value }: Item): TaskContent["settings"][number] {
  const register = registerOf(address);
  const equipment = { address: equipmentOf(address) };
  // The sites may meet different conditions, which do not change what a register is called.
  const known =
    findInCatalogue(equipment, register) ?? CATALOGUE.get(address.slice(0, 4))?.get(register);
  const { precision, options, divisor, format, danger } = known ?? {};
  return {
    ...{ address, register, value },
    name: known?.name ?? null,
    kind: known?.kind ?? (typeof value === "string" ? "text" : "setting"),
    unit: known?.unit ?? "",
    ...(precision !== undefined && { precision }),
    ...(options !== undefined && { options }),
    ...(divisor !== undefined && { divisor }),
    ...(format !== undefined && { format }),
    ...(danger !== undefined && { danger }),
  };
}
