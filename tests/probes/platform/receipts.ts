import type { ReceivedMail } from "#tools/mailbox/received-mail.ts";

/** What a recipient was notified of: an alarm and its step. */
type Step = "start" | "end";

/** Name of an alarm in a text. */
const NAME = /\bK\d+\b/;

/** Messages of all channels as their receivers accepted them. A copy has the id of the first and counts once. */
export class Receipts {
  /** Ids of the messages by channel, recipient, alarm and step. */
  readonly #ids = new Map<string, Set<string>>();
  readonly #copies = new Map<string, number>();

  readonly #entries = new Map<string, number>();
  #pushes = 0;

  /** Reads an e-mail: a heading with the name of the alarm for each alarm. */
  addMail({ read }: ReceivedMail): void {
    const { messageId = "", to, text = "" } = read;
    if (this.#count(messageId) > 1) return;
    const recipient = to?.[0]?.address ?? "";
    // A heading ends with the name of the site in parentheses.
    for (const line of text.split(/\r?\n/)) {
      const name = /\)\s*$/.test(line) ? NAME.exec(line)?.[0] : undefined;
      if (name === undefined) continue;
      this.#add(["mail", recipient, name, /^Ended/.test(line) ? "end" : "start"], messageId);
      this.#entries.set(messageId, this.entriesOf(messageId) + 1);
    }
  }

  /** Reads a push: a line for each alarm, and the number of those that it does not show. */
  addPush(text: string): void {
    const { id, body } = JSON.parse(text) as { id: string; body: string };
    if (this.#count(id) === 1) this.#pushes += 1;
    for (const line of body.split("\n")) {
      const name = NAME.exec(line)?.[0];
      if (name === undefined) continue;
      this.#add(["push", "owner", name, line.startsWith("Ended") ? "end" : "start"], id);
    }
  }

  /** Number of different pushes. */
  get pushes(): number {
    return this.#pushes;
  }

  addWebhook(id: string, body: string): void {
    const { type, data } = JSON.parse(body);
    this.#count(id);
    this.#add(["webhook", "site", data.alarm.cause.name, type.replace("alarm.", "")], id);
  }

  /** Returns the number of different messages to a recipient about a step of an alarm. */
  count(channel: "mail" | "push" | "webhook", recipient: string, name: string, step: Step): number {
    return this.#ids.get([channel, recipient, name, step].join(" "))?.size ?? 0;
  }

  /** Returns the number of alarms that an e-mail shows. */
  entriesOf(messageId: string | null): number {
    return this.#entries.get(messageId ?? "") ?? 0;
  }

  isAccepted(messageId: string | null): boolean {
    return this.#copies.has(messageId ?? "");
  }

  /** Number of messages, and of second and further copies of them. */
  get totals(): { messages: number; copies: number } {
    const counts = [...this.#copies.values()];
    const all = counts.reduce((sum, count) => sum + count, 0);
    return { messages: counts.length, copies: all - counts.length };
  }

  /** Returns the number of copies of a message so far. */
  #count(id: string): number {
    const count = (this.#copies.get(id) ?? 0) + 1;
    this.#copies.set(id, count);
    return count;
  }

  #add(key: string[], id: string): void {
    const name = key.join(" ");
    const ids = this.#ids.get(name) ?? new Set();
    this.#ids.set(name, ids.add(id));
  }
}
