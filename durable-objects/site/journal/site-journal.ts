import { z } from "zod";
import {
  type ChainedEntry,
  chainEntry,
  EMPTY_HEAD,
  headAfter,
  type JournalDetails,
  type JournalHead,
} from "#domain/journal/journal-entry.ts";
import type { JournalWhat } from "#domain/journal/journal-kinds.ts";
import { limitDetails } from "#domain/journal/limit-details.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { Author } from "#protocol/alarms.ts";
import type { KeyedJournalEntry } from "#protocol/journal.ts";
import type { Clock } from "../interfaces.ts";
import type { KeyValueStore } from "../key-value-store.ts";
import type { LoggerBudgets } from "../logger-budgets.ts";
import { readSiteId } from "../site-id.ts";
import { JournalRows } from "./journal-rows.ts";
import { JournalUsers } from "./journal-users.ts";
import { sha256 } from "./sha256.ts";

/** Maximum age of a head that is not published, ms. */
const PUBLISHED_WITHIN_MS = 10 * MINUTE_MS;
/** After its entries were limited, a logger records again once this many units are available. */
const RESUME_UNITS = 10;

const LIMITED_KEY = "journalLimited";
/** The entries of the logger that were left out since an instant, ms UTC. */
const limited = z.object({ since: z.int(), count: z.int(), storedAt: z.int() });

/** A new entry; `at` is now by default. */
export type NewEntry = {
  what: JournalWhat;
  at?: number;
  author?: Author | null;
  user?: Author | null;
  details?: JournalDetails;
};

type Deps = {
  sql: SqlStorage;
  kv: KeyValueStore;
  clock: Pick<Clock, "now" | "randomBytes">;
  budgets: Pick<LoggerBudgets, "left" | "spend">;
};

/**
 * The journal of the site: what happened, each entry with the hash of the one before. Entries are never changed or
 * removed.
 */
export class SiteJournal {
  readonly #deps: Deps;
  readonly #rows: JournalRows;
  readonly #users: JournalUsers;
  #head: JournalHead | null = null;
  #unpublishedSince: number | null = null;
  #omittedIdentities = 0;
  #limited: z.infer<typeof limited> | null | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#rows = new JournalRows(deps.sql);
    this.#users = new JournalUsers(deps.sql, deps.clock);
  }

  get rows(): JournalRows {
    return this.#rows;
  }

  get users(): JournalUsers {
    return this.#users;
  }

  /** The head of the journal. */
  get head(): JournalHead {
    this.#head ??= this.#readHead();
    return this.#head;
  }

  /**
   * Instant at which a status event with the head is due, ms UTC; null if the last one had it. It is unknown after a
   * hibernation; the alarm that was set before it publishes the head.
   */
  get publishDueAt(): number | null {
    return this.#unpublishedSince === null ? null : this.#unpublishedSince + PUBLISHED_WITHIN_MS;
  }

  /** Call it once the head was published or returned to the caller who stores it. */
  markPublished(): void {
    this.#unpublishedSince = null;
  }

  /** Records what a user did, or the portal. */
  record(entry: NewEntry): void {
    this.#append(entry, null);
  }

  /** Records an entry from outside the object, unless it is recorded already. */
  recordKeyed({ key, ...entry }: KeyedJournalEntry): void {
    if (!this.#rows.has(key)) this.#append(entry, key);
  }

  /**
   * Records what the logger caused. A logger that causes too much is limited; the journal notes how many entries were
   * left out.
   */
  recordOfLogger(entry: NewEntry): void {
    const { budgets } = this.#deps;
    const isLimited = this.#readLimited() !== null;
    if (budgets.left("journal") < (isLimited ? RESUME_UNITS : 1)) {
      this.#leaveOut();
      return;
    }
    if (isLimited) this.#resume();
    budgets.spend("journal", 1);
    this.#append(entry, null);
  }

  /**
   * Records changes of versions, models and serial numbers, which have a smaller budget of their own: a logger may
   * alternate between two of them. The next recorded one states how many were left out since the object woke.
   */
  recordIdentities(entries: Iterable<NewEntry>): void {
    const { budgets } = this.#deps;
    for (const { details, ...entry } of entries) {
      if (budgets.left("identities") < 1) {
        budgets.spend("identities", 0, 1);
        this.#omittedIdentities += 1;
        continue;
      }
      budgets.spend("identities", 1);
      const omitted = this.#omittedIdentities;
      this.#omittedIdentities = 0;
      this.recordOfLogger({ ...entry, details: { ...details, ...(omitted > 0 && { omitted }) } });
    }
  }

  #append({ what, at, author, user, details = {} }: NewEntry, key: string | null): void {
    const { clock, kv } = this.#deps;
    if (this.head.number === 0)
      this.#chain({
        at: clock.now(),
        author: null,
        details: { site: readSiteId(kv) },
        what: "journal.started" satisfies JournalWhat,
      });
    const about = this.#users.pseudonymOf(user);
    this.#chain(
      {
        at: at ?? clock.now(),
        author: this.#users.pseudonymOf(author),
        details: { ...limitDetails(details), ...(about !== null && { user: about }) },
        what,
      },
      key,
    );
    this.#unpublishedSince ??= clock.now();
  }

  #chain(content: Omit<ChainedEntry, "number" | "previous">, key: string | null = null): void {
    const entry = chainEntry(this.head, content);
    this.#rows.add(entry, key);
    this.#head = headAfter(entry, sha256);
  }

  #readHead(): JournalHead {
    const last = this.#rows.last();
    return last === undefined ? EMPTY_HEAD : headAfter(last, sha256);
  }

  /** Counts an entry that is left out, and notes the first one. */
  #leaveOut(): void {
    const { budgets, clock } = this.#deps;
    const now = clock.now();
    budgets.spend("journal", 0, 1);
    const before = this.#readLimited();
    if (before === null) this.record({ what: "journal.limited" });
    const count = (before?.count ?? 0) + 1;
    const isStored = before === null || now - before.storedAt >= MINUTE_MS;
    const storedAt = isStored ? now : before.storedAt;
    this.#limited = { since: before?.since ?? now, count, storedAt };
    // The count is a lower bound after a hibernation, because storing each would cost a row.
    if (isStored) this.#deps.kv.write(LIMITED_KEY, this.#limited);
  }

  #resume(): void {
    const before = this.#readLimited();
    this.#limited = null;
    this.#deps.kv.delete(LIMITED_KEY);
    if (before === null) return;
    this.#deps.budgets.spend("journal", 1);
    this.record({
      what: "journal.resumed",
      details: { count: before.count, since: before.since },
    });
  }

  #readLimited(): z.infer<typeof limited> | null {
    if (this.#limited === undefined)
      this.#limited = this.#deps.kv.read(LIMITED_KEY, limited) ?? null;
    return this.#limited;
  }
}
