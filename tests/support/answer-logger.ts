import type { Sampling } from "#domain/loggers/sampling.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { instantsOf, type LoggerMessage } from "#protocol/logger/messages.ts";

/** How a portal of the tests behaves towards loggers. */
export type PortalManner = {
  sampling: Sampling;
  answersConnect: boolean;
  answersHeartbeats: boolean;
  /** Status of a 261, "refuse" for a 511, or no answer. */
  batchAnswer: number | "refuse" | null;
  answersEvents: boolean;
};

export const GOOD_MANNER: PortalManner = {
  sampling: { sampleMs: 10_000, uploadMs: 60_000 },
  answersConnect: true,
  answersHeartbeats: true,
  batchAnswer: 200,
  answersEvents: true,
};

/** What the portal says to a logger's message, if anything. */
export function answerLogger(message: LoggerMessage, manner: PortalManner, time: number) {
  const { id } = message;
  const ok = { id, status: 200 };
  const { sampling, batchAnswer } = manner;
  switch (message.cmd) {
    case COMMAND.connect:
      if (!manner.answersConnect) return null;
      return { ...ok, cmd: COMMAND.connectAnswer, time, sampling, storedThrough: null };
    case COMMAND.realDataUpdate: {
      if (batchAnswer === null) return null;
      if (batchAnswer === "refuse") return { cmd: COMMAND.refusal, id, status: 400, message: "no" };
      if (batchAnswer !== 200)
        return { cmd: COMMAND.realDataUpdateAnswer, id, status: batchAnswer };
      const storedThrough = Math.max(...instantsOf(message));
      return { ...ok, cmd: COMMAND.realDataUpdateAnswer, storedThrough };
    }
    case COMMAND.eventUpdate:
    case COMMAND.statusUpdate:
      return manner.answersEvents ? { ...ok, cmd: message.cmd + 1 } : null;
    default:
      return null;
  }
}
