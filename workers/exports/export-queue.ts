import { z } from "zod";
import type { ArchiveStep } from "#database/archives/archive-tasks.ts";
import type { ExportStep } from "#database/exports/export-tasks.ts";
import { takeArchive } from "#operations/archives/take-archive-step.ts";
import type { Context } from "#operations/context.ts";
import { takeStep } from "#operations/exports/take-step.ts";
import { log } from "../log.ts";

const exportStep = z.object({ taskId: z.int(), step: z.int() });
const archiveStep = z.object({ archiveId: z.int(), step: z.int() });

/** Queues a step of an export. If that fails, the job of the next minutes queues it. */
export async function enqueueExport(
  { EXPORTS }: Pick<Env, "EXPORTS">,
  step: ExportStep,
  delaySeconds = 0,
): Promise<void> {
  try {
    await EXPORTS.send(step, { delaySeconds });
  } catch (error) {
    log.error("a step of an export could not be queued", error);
  }
}

/** Queues a step of an archive in the queue of exports. If that fails, the job of the next minutes queues it. */
export async function enqueueArchive(
  { EXPORTS }: Pick<Env, "EXPORTS">,
  step: ArchiveStep,
): Promise<void> {
  try {
    await EXPORTS.send(step);
  } catch (error) {
    log.error("a step of an archive could not be queued", error);
  }
}

/** Takes the steps of exports and archives. A step that fails is taken again after a while, by the lease of its task. */
export async function consumeExports(batch: MessageBatch, context: Context): Promise<void> {
  for (const message of batch.messages) {
    const { data } = z.union([exportStep, archiveStep]).safeParse(message.body);
    if (data === undefined) context.log.error("a message about exports", "unreadable");
    else if ("archiveId" in data) await takeArchive(context, data);
    else await takeStep(context, data);
    message.ack();
  }
}
