import { connect } from "#database/connect.ts";
import { UNNAMED_OPERATOR } from "#domain/operator.ts";
import { sendMails } from "#operations/jobs/send-mails.ts";
import { MailRefused, type OutgoingMail } from "#operations/mails/mail-sender.ts";
import { deriveKeyRing } from "#protocol/keys/key-ring.ts";
import { createWritingSender } from "#workers/mail/create-mail-sender.ts";
import type { Chance } from "../../support/seeded-chance.ts";
import type { PretendProvider } from "./pretend-provider.ts";

export type Dangers = {
  /** That the provider refuses an e-mail for now. */
  refusal: number;
  /** That the sender is killed: before and after each of its steps. */
  death: number;
  /** That the database does not take what a sender writes, which lives on. */
  lostWrite: number;
  /** That the sender is killed after the provider accepted an e-mail and before anything else; 0 by default. */
  deathAtAnswer?: number;
  /** That the provider accepts an e-mail and its answer is lost; 0 by default. */
  lostAnswer?: number;
};

const keys = deriveKeyRing(new Uint8Array(32));
const FROM = { name: "Helioport", address: "portal@helioport.example" };
const PORTAL = { origin: "https://portal.example", operator: UNNAMED_OPERATOR };

/** One turn of the sender, which may be killed before and after everything that it does. */
export class MortalSender {
  isDead = false;
  /** Rows of e-mails whose sending it recorded, and those where the database did not take that. */
  readonly #recorded = new Set<unknown>();
  readonly #lost = new Set<unknown>();
  readonly #chance: Chance;
  readonly #dangers: Dangers;

  constructor(chance: Chance, dangers: Dangers) {
    this.#chance = chance;
    this.#dangers = dangers;
  }

  /** Whether the record of an e-mail that it sent did not come to be, by no fault of its own. */
  hasLost(id: number): boolean {
    return !this.#recorded.has(id) && (this.isDead || this.#lost.has(id));
  }

  async run(d1: D1Database, provider: PretendProvider, now: () => number): Promise<void> {
    const send = async (mail: OutgoingMail) => {
      this.#mayDie();
      if (this.#chance.happens(this.#dangers.refusal)) throw new MailRefused("421");
      const isUnanswered = this.#mayHappen(this.#dangers.lostAnswer);
      provider.take(mail, this, isUnanswered);
      if (this.#mayHappen(this.#dangers.deathAtAnswer)) this.isDead = true;
      this.#mayDie();
      if (isUnanswered) throw new Error("the connection was lost");
    };
    const context = {
      database: connect(this.#watch(d1)),
      now,
      keys,
      randomBytes: (length: number) =>
        new Uint8Array(length).map(() => this.#chance.between(0, 255)),
      log: { info() {}, error() {} },
    };
    try {
      await sendMails(context, createWritingSender(FROM, PORTAL, { send }));
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      if (!(error instanceof Interrupted) && !(cause instanceof Interrupted)) throw error;
    }
  }

  /** Draws no number for a danger that is left out, so that the runs of other seeds stay as they are. */
  #mayHappen(danger: number | undefined): boolean {
    return danger !== undefined && this.#chance.happens(danger);
  }

  #mayDie(): void {
    if (this.#chance.happens(this.#dangers.death)) this.isDead = true;
    if (this.isDead) throw new Interrupted("killed");
  }

  #watch(d1: D1Database): D1Database {
    return {
      prepare: (text: string) => this.#watchStatement(d1.prepare(text), text, []),
    } as D1Database;
  }

  #watchStatement(statement: D1PreparedStatement, text: string, given: unknown[]) {
    const guard = <Result>(work: () => Promise<Result>) => this.#guard(text, given, work);
    const watched: object = {
      bind: (...values: unknown[]) => this.#watchStatement(statement.bind(...values), text, values),
      run: () => guard(() => statement.run()),
      all: () => guard(() => statement.all()),
      raw: () => guard(() => statement.raw()),
      first: () => guard(() => statement.first()),
    };
    return watched as D1PreparedStatement;
  }

  async #guard<Result>(
    text: string,
    given: readonly unknown[],
    work: () => Promise<Result>,
  ): Promise<Result> {
    this.#mayDie();
    const records = /^update "mails" set .*"sent_at" = \?/.test(text);
    if (!text.startsWith("select") && this.#chance.happens(this.#dangers.lostWrite)) {
      if (records) this.#lost.add(given.at(-1));
      throw new Interrupted("the database did not take it");
    }
    const result = await work();
    if (records) this.#recorded.add(given.at(-1));
    this.#mayDie();
    return result;
  }
}

/** What becomes of whatever a killed sender still wants to do. */
class Interrupted extends Error {}
