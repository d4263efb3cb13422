import { z } from "zod";
import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import type { PasswordAttempt, SettingLocks } from "#protocol/settings.ts";
import type { Clock } from "../interfaces.ts";
import type { KeyValueStore } from "../key-value-store.ts";

const LOCKS = "settingLocks";
const PASSWORD = "settingPassword";
const locks = z.object({ isLocked: z.boolean(), isUnattended: z.boolean() });
const password = z.object({
  hash: z.string().nullable(),
  /** When the entries of sessions end, ms UTC. */
  entries: z.record(z.string(), z.int()),
  /** Instants of the attempts of users, ms UTC. */
  attempts: z.record(z.string(), z.array(z.int())),
});
type Password = z.infer<typeof password>;

/** An entry of the advanced password is valid this long, ms. */
export const ENTRY_VALID_MS = 10 * MINUTE_MS;
/** Maximum number of attempts of a user within the window. */
export const MAX_PASSWORD_ATTEMPTS = 5;
const ATTEMPTS_WINDOW_MS = 15 * MINUTE_MS;
/** Maximum number of sessions and users that are remembered, the newest ones. */
const MAX_ENTRIES = 200;

/** The owner's locks of a site, and its advanced password. */
export class SettingLockStore {
  readonly #kv: KeyValueStore;
  readonly #clock: Pick<Clock, "now">;

  constructor(kv: KeyValueStore, clock: Pick<Clock, "now">) {
    this.#kv = kv;
    this.#clock = clock;
  }

  /** Returns the locks, with the entry of a session. */
  read(session: string): SettingLocks {
    const { isLocked, isUnattended } = this.#locks();
    const { entries, hash } = this.#password();
    const until = entries[session] ?? 0;
    const isEntered = until > this.#clock.now();
    const enteredUntil = isEntered ? until : null;
    return { isLocked, isUnattended, hasPassword: hash !== null, enteredUntil };
  }

  /** @returns what changed */
  set(change: { isLocked?: boolean | undefined; isUnattended?: boolean | undefined }): {
    isLocked: boolean;
    isUnattended: boolean;
  } {
    const before = this.#locks();
    const after = {
      isLocked: change.isLocked ?? before.isLocked,
      isUnattended: change.isUnattended ?? before.isUnattended,
    };
    this.#kv.write(LOCKS, after);
    return {
      isLocked: after.isLocked !== before.isLocked,
      isUnattended: after.isUnattended !== before.isUnattended,
    };
  }

  /** Sets or removes the password; all entries end. */
  setPassword(hash: string | null): void {
    this.#kv.write(PASSWORD, { hash, entries: {}, attempts: this.#password().attempts });
  }

  /** Counts an attempt of a user. */
  attempt(person: number): PasswordAttempt {
    const held = this.#password();
    if (held.hash === null) return { ok: false, reason: "none", retryAfter: 0 };
    const now = this.#clock.now();
    const recent = (held.attempts[person] ?? []).filter((at) => at > now - ATTEMPTS_WINDOW_MS);
    const [first = now] = recent;
    if (recent.length >= MAX_PASSWORD_ATTEMPTS) {
      const retryAfter = Math.ceil((first + ATTEMPTS_WINDOW_MS - now) / SECOND_MS);
      return { ok: false, reason: "tooMany", retryAfter };
    }
    const others = Object.entries(held.attempts).filter(
      ([id, times]) => id !== `${person}` && (times.at(-1) ?? 0) > now - ATTEMPTS_WINDOW_MS,
    );
    const attempts = [...others.slice(1 - MAX_ENTRIES), [`${person}`, [...recent, now]] as const];
    this.#kv.write(PASSWORD, { ...held, attempts: Object.fromEntries(attempts) });
    return { ok: true, hash: held.hash };
  }

  /** Admits a session after the right password. @returns when that ends, ms UTC */
  enter(person: number, session: string): number {
    const held = this.#password();
    const now = this.#clock.now();
    const until = now + ENTRY_VALID_MS;
    const others = Object.entries(held.entries).filter(([id, end]) => id !== session && end > now);
    const entries = Object.fromEntries([...others.slice(1 - MAX_ENTRIES), [session, until]]);
    const { [`${person}`]: _, ...attempts } = held.attempts;
    this.#kv.write(PASSWORD, { ...held, entries, attempts });
    return until;
  }

  exit(session: string): void {
    const held = this.#password();
    if (held.entries[session] === undefined) return;
    const { [session]: _, ...entries } = held.entries;
    this.#kv.write(PASSWORD, { ...held, entries });
  }

  #locks(): z.infer<typeof locks> {
    return this.#kv.read(LOCKS, locks) ?? { isLocked: false, isUnattended: false };
  }

  #password(): Password {
    return this.#kv.read(PASSWORD, password) ?? { hash: null, entries: {}, attempts: {} };
  }
}
