import { COMMAND, HEARTBEAT_TEXT } from "#protocol/logger/command-numbers.ts";
import {
  BATCH_ANSWER_MS,
  HEARTBEAT_ANSWER_MS,
  HEARTBEAT_EVERY_MS,
} from "#protocol/logger/limits.ts";
import { PORTAL_MESSAGES, type PortalMessage } from "#protocol/logger/messages.ts";
import type { BatchStore } from "./batch-store.ts";
import type { Link } from "./link.ts";
import { SendPace } from "./send-pace.ts";

/** Handles a message of the portal. */
type MessageHandler = (message: PortalMessage) => void;

type Outgoing = { text: string; id?: string };

/** One connection while it lasts: rate, heartbeat and deadlines of answers. Times are ms by the wall clock. */
export class Session {
  readonly #link: Link;
  readonly #onMessage: MessageHandler;
  readonly #pace: SendPace;
  readonly #connectedAt: number;
  #urgent: Outgoing[] = [];
  #later: { due: number; text: string }[] = [];
  /** Unanswered reports, by id, with the instant of sending. */
  readonly #reported = new Map<string, number>();
  #sentAt: number;
  #heartbeatAt: number | null = null;
  /** Whether the portal has sent its 259. */
  isWelcome = false;

  constructor(link: Link, now: number, onMessage: MessageHandler) {
    this.#link = link;
    this.#onMessage = onMessage;
    this.#pace = new SendPace(now);
    this.#connectedAt = now;
    this.#sentAt = now;
  }

  /** Sends an answer or small message ahead of batches. @param due earliest instant */
  send(message: unknown, due = 0): void {
    const text = JSON.stringify(message);
    if (due > 0) this.#later.push({ due, text });
    else this.#urgent.push({ text });
  }

  /** Sends events or statuses; without an answer the portal has not received them. */
  report(message: { id: string } & Record<string, unknown>): void {
    this.#urgent.push({ text: JSON.stringify(message), id: message.id });
  }

  /** Handles the answer of a report. @returns false if no answer was awaited */
  confirm(id: string): boolean {
    return this.#reported.delete(id);
  }

  receive(text: string): void {
    const given = parseObject(text);
    if (given?.cmd === COMMAND.heartbeatAnswer) {
      this.#heartbeatAt = null;
      return;
    }
    const id = typeof given?.id === "string" ? given.id : null;
    const schema = schemaOf(given?.cmd);
    if (schema === undefined) {
      this.refuseUnknown(id);
      return;
    }
    const read = schema.safeParse(given);
    if (read.success) this.#onMessage(read.data);
    else if (given?.cmd !== COMMAND.refusal)
      this.send({ cmd: COMMAND.refusal, id, status: 400, message: "not as agreed" });
  }

  /** Refuses a command that the logger does not know. */
  refuseUnknown(id: string | null | undefined): void {
    const message = "this logger does not know that command";
    this.send({ cmd: COMMAND.refusal, id, status: 501, message });
  }

  /** Sends what is due. @returns the reason to end the connection, or null */
  tick(now: number, batches: BatchStore): string | null {
    for (const { text } of this.#later.filter(({ due }) => due <= now)) this.#urgent.push({ text });
    this.#later = this.#later.filter(({ due }) => due > now);
    while (this.#urgent.length > 0 && this.#pace.allows(now)) this.#putUrgent(now);
    if (!this.isWelcome)
      return now - this.#connectedAt > BATCH_ANSWER_MS ? "no answer to connect" : null;
    while (this.#urgent.length === 0 && this.#pace.allows(now)) {
      const frame = batches.next(now);
      if (frame === null) break;
      this.#put(frame, now);
    }
    if (now - this.#sentAt >= HEARTBEAT_EVERY_MS && this.#heartbeatAt === null) {
      this.#put(HEARTBEAT_TEXT, now);
      this.#heartbeatAt = now;
    }
    if (this.#heartbeatAt !== null && now - this.#heartbeatAt > HEARTBEAT_ANSWER_MS)
      return "no answer to a heartbeat";
    return this.#findUnanswered(now, batches.oldestSentAt);
  }

  #findUnanswered(now: number, batchSentAt: number | null): string | null {
    if (batchSentAt !== null && now - batchSentAt > BATCH_ANSWER_MS) return "no answer to a batch";
    const isLate = [...this.#reported.values()].some((sentAt) => now - sentAt > BATCH_ANSWER_MS);
    return isLate ? "no answer to a report" : null;
  }

  #putUrgent(now: number): void {
    const next = this.#urgent.shift();
    if (next === undefined) return;
    if (next.id !== undefined) this.#reported.set(next.id, now);
    this.#put(next.text, now);
  }

  #put(text: string, now: number): void {
    this.#link.send(text);
    this.#pace.count();
    this.#sentAt = now;
  }
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const given: unknown = JSON.parse(text);
    return typeof given === "object" && given !== null ? (given as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function schemaOf(cmd: unknown) {
  return typeof cmd === "number" && Object.hasOwn(PORTAL_MESSAGES, cmd)
    ? PORTAL_MESSAGES[cmd as keyof typeof PORTAL_MESSAGES]
    : undefined;
}
