import { env } from "cloudflare:workers";
import { hashPassword, type PasswordCost } from "#database/auth/password-hash.ts";
import { FREQUENT_PASSWORDS } from "#domain/users/frequent-passwords-data.ts";
import { callOperation } from "#operations/call.ts";
import type { Context } from "#operations/context.ts";
import { seededRandom } from "#simulator/random.ts";
import { Chance } from "../../support/seeded-chance.ts";
import { type TestContext, testContext } from "../../support/test-context.ts";

const ACCOUNTS = 20;
const AT_ONCE = 20;
/** Number of guesses between sign-ins of the account's owner. */
const OWNER_EACH = 100;
/** All guesses in a quarter of an hour, during which none expires. */
const WINDOW_MS = 14 * 60_000;
const MAX_WAIT_MS = 5_000;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

export type Guessing = {
  /** Guesses that got in: there should be none. */
  inside: number;
  wrong: number;
  /** Refused with a wait before the password was checked. */
  refused: number;
  /** Logins of the owner meanwhile, from the usual browser and from new ones. */
  ownerIn: number;
  /** The longest that the owner waited from the usual browser, and from a new one, ms. */
  usualWaitMs: number;
  newWaitMs: number;
};

type Answer = "in" | "wrong" | "refused";
type Account = { account: string; password: string };

/** Guesses at accounts from ever other addresses, while an owner signs in now and then. */
export async function runGuesses(
  { seed, count, cost }: { seed: number; count: number; cost: PasswordCost },
  say: (line: string) => void,
): Promise<Guessing> {
  const chance = new Chance(seededRandom(seed));
  // Guessers wait side by side: it costs them no time of the window.
  const context = { ...testContext(), passwordCost: cost, pause: async () => {} };
  const accounts = await makeAccounts(chance, cost, seed);
  const [owned = { account: "", password: "" }] = accounts;
  const owner = openBrowser(context);
  const result: Guessing = {
    inside: 0,
    wrong: 0,
    refused: 0,
    ownerIn: 0,
    usualWaitMs: 0,
    newWaitMs: 0,
  };
  await visit(owner, owned, "192.0.2.1");
  for (let done = 0; done < count; done += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - done);
    const guesses = Array.from({ length: size }, () => {
      // The owner's account gets every second guess.
      const aim = chance.happens(0.5) ? owned : chance.oneOf(accounts);
      const guess = { account: aim.account, password: makeGuess(chance) };
      return logIn(context, guess, `10.${chance.below(40)}.${chance.below(250)}.1`);
    });
    for (const answer of await Promise.all(guesses)) {
      if (answer === "in") result.inside += 1;
      else result[answer] += 1;
    }
    context.turn((WINDOW_MS * size) / count);
    if (done % OWNER_EACH > 0) continue;
    result.usualWaitMs = Math.max(result.usualWaitMs, await visit(owner, owned, "192.0.2.1"));
    const elsewhere = openBrowser(context);
    result.newWaitMs = Math.max(result.newWaitMs, await visit(elsewhere, owned, `192.0.2.${done}`));
    result.ownerIn += 2;
    if (done % 1_000 === 0) say(`${done} guesses: ${JSON.stringify(result)}`);
  }
  return result;
}

/** @throws Error where a guess got in, or the owner did not, or waited too long */
export function judgeGuesses({ inside, wrong, usualWaitMs, newWaitMs }: Guessing): void {
  if (inside > 0) throw new Error(`${inside} guesses got in`);
  if (wrong === 0) throw new Error("no guess was looked at");
  if (usualWaitMs > 0) throw new Error(`the owner waited ${usualWaitMs} ms at the usual browser`);
  if (newWaitMs > MAX_WAIT_MS) throw new Error(`the owner waited ${newWaitMs} ms elsewhere`);
}

async function makeAccounts(chance: Chance, cost: PasswordCost, seed: number): Promise<Account[]> {
  const accounts = Array.from({ length: ACCOUNTS }, (_, place) => ({
    account: `guessed-${seed}-${cost.log2N}-${place}@example.org`,
    password: draw(chance, 10),
  }));
  for (const { account, password } of accounts)
    await env.DB.prepare(
      "insert into users (account, email, name, password_hash, created_at, activated_at) values (?1, ?1, 'Zoe', ?2, 0, 0)",
    )
      .bind(account, await hashPassword(password, cost))
      .run();
  return accounts;
}

const draw = (chance: Chance, length: number) =>
  Array.from({ length }, () => ALPHABET[chance.below(ALPHABET.length)]).join("");

const FREQUENT = FREQUENT_PASSWORDS.trim().split(/\s+/);

/** What guessers try: what is common, that with digits or in capitals, and anything. */
function makeGuess(chance: Chance): string {
  const word = chance.oneOf(FREQUENT);
  return chance.oneOf([
    word,
    `${word}${chance.below(100)}`,
    `${word.slice(0, 1).toUpperCase()}${word.slice(1)}${chance.between(1950, 2026)}`,
    draw(chance, chance.between(6, 16)),
  ]);
}

async function logIn(context: Context, input: Account, address: string): Promise<Answer> {
  const caller = { kind: "anonymous", endedElsewhere: false, address } as const;
  try {
    await callOperation("POST /auth/v2/login", input, caller, context);
    return "in";
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "notSignedIn") return "wrong";
    if (code === "tooFast") return "refused";
    throw error;
  }
}

type OpenBrowser = { context: Context; waited: number };

/** A browser that keeps what it is given. */
function openBrowser(base: TestContext): OpenBrowser {
  const kept: { token: string | null } = { token: null };
  const opened: OpenBrowser = {
    waited: 0,
    context: {
      ...base,
      pause: async (ms) => {
        opened.waited += ms;
      },
      browser: {
        client: null,
        get token() {
          return kept.token;
        },
        keep: (token) => {
          kept.token = token;
        },
      },
    },
  };
  return opened;
}

/** The owner signs in. Answers how long that waited. @throws Error where it was refused */
async function visit(browser: OpenBrowser, owned: Account, address: string): Promise<number> {
  browser.waited = 0;
  const answer = await logIn(browser.context, owned, address);
  if (answer !== "in") throw new Error(`the owner was kept out: ${answer}`);
  return browser.waited;
}
