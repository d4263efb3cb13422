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

/** What the logger does with what it hears. */
export type Hearer = (message: PortalMessage) => void;

/** One connection while it lasts: pace, heartbeat and the deadlines of answers. Times are ms by the wall's clock. */
export class Session {
  readonly #link: Link;
  readonly #hear: Hearer;
  readonly #pace: SendPace;
  readonly #connectedAt: number;
  #urgent: string[] = [];
  #later: { due: number; text: string }[] = [];
  #sentAt: number;
  #heartbeatAt: number | null = null;
  /** Set by the 259. */
  isWelcome = false;

  constructor(link: Link, now: number, hear: Hearer) {
    this.#link = link;
    this.#hear = hear;
    this.#pace = new SendPace(now);
    this.#connectedAt = now;
    this.#sentAt = now;
  }

  /** Answers and small messages go before batches. @param due not before then */
  send(message: unknown, due = 0): void {
    const text = JSON.stringify(message);
    if (due > 0) this.#later.push({ due, text });
    else this.#urgent.push(text);
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
      const message = "this logger does not know that command";
      this.send({ cmd: COMMAND.refusal, id, status: 501, message });
      return;
    }
    const read = schema.safeParse(given);
    if (read.success) this.#hear(read.data);
    else if (given?.cmd !== COMMAND.refusal)
      this.send({ cmd: COMMAND.refusal, id, status: 400, message: "not as agreed" });
  }

  /** Sends what is due. @returns why the connection must end, or null */
  tick(now: number, batches: BatchStore): string | null {
    for (const { text } of this.#later.filter(({ due }) => due <= now)) this.#urgent.push(text);
    this.#later = this.#later.filter(({ due }) => due > now);
    while (this.#urgent.length > 0 && this.#pace.allows(now))
      this.#put(this.#urgent.shift() ?? "", now);
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
    const oldest = batches.oldestSentAt;
    return oldest !== null && now - oldest > BATCH_ANSWER_MS ? "no answer to a batch" : null;
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
