import { expect } from "vitest";
import type { OutgoingMail } from "#operations/mails/mail-sender.ts";

const STARTED = "started";
const ENDED = "ended";
const ACTIVE = "active";
/** First words of the heading of an alarm in an English e-mail, by its state. */
const HEADINGS: Readonly<Record<string, string>> = { Ended: ENDED, "Still active": ACTIVE };

/** The alarms that accepted e-mails contain, read from their texts. */
export class EntryRecord {
  /** Number of e-mails by recipient, site, alarm and state. */
  readonly #counts = new Map<string, number>();

  /** Reads an e-mail; only once if the provider accepts several copies of it. */
  read({ to, mime }: OutgoingMail): void {
    const [, encoded = ""] = /text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(mime) ?? [];
    const bytes = Uint8Array.from(atob(encoded.replace(/\s/g, "")), (one) => one.charCodeAt(0));
    const text = new TextDecoder().decode(bytes);
    const entries = text.matchAll(/^(.+) \(\P{L}*Site (\d+)\P{L}*\)\r?\n[\s\S]*?logId=(\d+)/gmu);
    for (const [, heading = "", site, logId] of entries) {
      const state = HEADINGS[heading.split(":")[0] ?? ""] ?? STARTED;
      const key = `${to} ${site} ${logId} ${state}`;
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
  }

  /**
   * Each recipient was notified once of each start and once of each end. A start and its end or repeat may be one entry
   * of one e-mail, which then has the later state.
   */
  check(expected: { sites: number; alarms: number; endsOf(logId: number): boolean }): void {
    const { sites, alarms, endsOf } = expected;
    for (let site = 1; site <= sites; site++) {
      for (const to of [`u${site}@example.org`, `u${site + sites}@example.org`]) {
        for (let logId = 1; logId <= alarms; logId++) {
          const count = (state: string) => this.#counts.get(`${to} ${site} ${logId} ${state}`) ?? 0;
          const [started, ended] = [count(STARTED), count(ENDED)];
          const isLater = endsOf(logId) || count(ACTIVE) > 0;
          expect(ended, `${to} ${logId}`).toBe(endsOf(logId) ? 1 : 0);
          expect(isLater ? [0, 1] : [1], `${to} ${logId}`).toContain(started);
        }
      }
    }
  }
}
