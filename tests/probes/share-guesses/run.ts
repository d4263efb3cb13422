import { env } from "cloudflare:workers";
import { hashPassword } from "#database/auth/password-hash.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { callOperation } from "#operations/call.ts";
import type { Caller, Context } from "#operations/context.ts";
import { newShareToken, openShareToken } from "#operations/shares/share-token.ts";
import { seededRandom } from "#simulator/random.ts";
import { server } from "#workers/server.ts";
import { Chance } from "../../support/seeded-chance.ts";
import { LOW_COST, type TestContext, testContext } from "../../support/test-context.ts";

const LINKS = 50;
const AT_ONCE = 50;
const ADDRESSES = 40;
/** So many calls of a door that is open to anyone has an address in a minute (wrangler.toml). */
const MAX_IN_MINUTE = 60;
/** All guesses within an hour. */
const WINDOW_MS = 60 * MINUTE_MS;
/** Number of guesses between visits of a visitor who has a link. */
const VIEWER_EACH = 1_000;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const PASSWORD = "open sesame 7";
const ORIGIN = "https://helioport.test";

export type ShareGuessing = {
  /** Guesses that got in: there should be none. */
  inside: number;
  /** Looked for, and not found. */
  absent: number;
  /** Refused with a wait before anything was looked up. */
  refused: number;
  /** Those who have the link and came in meanwhile. */
  viewers: number;
};
type Outcome = "inside" | "absent" | "refused";
type Links = { live: string[]; ended: string[] };

/** Guesses at the tokens of links, against the limiter with a clock turned by hand. */
export async function guessTokens(
  { seed, count }: { seed: number; count: number },
  say: (line: string) => void,
): Promise<ShareGuessing> {
  const chance = new Chance(seededRandom(seed));
  const links = await makeLinks(seed);
  const context = limitedContext();
  const result: ShareGuessing = { inside: 0, absent: 0, refused: 0, viewers: 0 };
  for (let done = 0; done < count; done += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - done);
    const guesses = Array.from({ length: size }, () =>
      guess(context, makeGuess(chance, links), `10.0.0.${chance.below(ADDRESSES)}`),
    );
    for (const outcome of await Promise.all(guesses)) result[outcome] += 1;
    context.turn((WINDOW_MS * size) / count);
    if (done % VIEWER_EACH > 0) continue;
    const came = await guess(context, chance.oneOf(links.live), `192.0.2.${done % 250}`);
    if (came !== "inside") throw new Error(`who has the link was kept out: ${came}`);
    result.viewers += 1;
    if (done % (100 * VIEWER_EACH) === 0) say(`${done} guesses: ${JSON.stringify(result)}`);
  }
  return result;
}

/** The same over HTTP, with the platform's own limiter, each address coming back now and then. */
export async function guessOverHttp({ seed, count }: { seed: number; count: number }) {
  const chance = new Chance(seededRandom(seed));
  const links = await makeLinks(seed + 1);
  const result = { inside: 0, absent: 0, refused: 0 };
  for (let done = 0; done < count; done += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - done);
    const answers = Array.from({ length: size }, () =>
      guessByHttp(makeGuess(chance, links), `10.1.${chance.below(4)}.${chance.below(ADDRESSES)}`),
    );
    for (const status of await Promise.all(answers)) result[statusOf(status)] += 1;
  }
  return result;
}

/** Guesses at the password of one link from ever other addresses within an hour. */
export async function guessPasswords({ seed, count }: { seed: number; count: number }) {
  const chance = new Chance(seededRandom(seed));
  const [account = ""] = (await makeLinks(seed + 2, await hashPassword(PASSWORD, LOW_COST))).live;
  const context = { ...limitedContext(), passwordCost: LOW_COST };
  const result = { inside: 0, wrong: 0, refused: 0 };
  for (let done = 0; done < count; done += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - done);
    const guesses = Array.from({ length: size }, () => {
      const password = draw(chance, chance.between(6, 16));
      return guess(context, account, `10.2.${chance.below(40)}.${chance.below(250)}`, password);
    });
    for (const outcome of await Promise.all(guesses))
      result[outcome === "absent" ? "wrong" : outcome] += 1;
    context.turn((WINDOW_MS * size) / count);
  }
  return result;
}

/** @throws Error where a guess got in, or none was looked at */
export function judgeShareGuesses({ inside, looked }: { inside: number; looked: number }): void {
  if (inside > 0) throw new Error(`${inside} guesses got in`);
  if (looked === 0) throw new Error("no guess was looked at");
}

/** With the limiter by address as the platform counts: so many in a minute. */
function limitedContext(): TestContext {
  const context = testContext();
  const counted = new Map<string, { minute: number; calls: number }>();
  const mayTryLogin = async (address: string) => {
    const minute = Math.floor(context.now() / MINUTE_MS);
    const known = counted.get(address);
    const calls = known?.minute === minute ? known.calls + 1 : 1;
    counted.set(address, { minute, calls });
    return calls <= MAX_IN_MINUTE;
  };
  return { ...context, mayTryLogin };
}

/** Sites with links, and tokens of links that were ended. */
async function makeLinks(seed: number, passwordHash: string | null = null): Promise<Links> {
  const context = testContext();
  const make = () => {
    const made = newShareToken(context);
    return { ...made, token: openShareToken(context, made.sealedToken) ?? "" };
  };
  const live = Array.from({ length: LINKS }, make);
  const account = `shares-${seed}@example.org`;
  await env.DB.prepare(
    "insert into users (account, email, name, password_hash, created_at) values (?1, ?1, 'Zoe', '', 0)",
  )
    .bind(account)
    .run();
  await env.DB.batch(
    live.flatMap(({ tokenHash, sealedToken }, place) => [
      env.DB.prepare(
        "insert into sites (name, creator_id, created_at, updated_at) select ?, id, 0, 0 from users where account = ?",
      ).bind(`Shared ${place}`, account),
      env.DB.prepare(
        "insert into shares (site_id, token_hash, sealed_token, password_hash, created_at) select max(id), ?, ?, ?, 0 from sites",
      ).bind(tokenHash, sealedToken, passwordHash),
    ]),
  );
  return {
    live: live.map(({ token }) => token),
    ended: Array.from({ length: LINKS }, () => make().token),
  };
}

const draw = (chance: Chance, length: number) =>
  Array.from({ length }, () => ALPHABET[chance.below(ALPHABET.length)]).join("");

/** Anything, a link's token with a letter changed or short of one, and one that was ended. */
function makeGuess(chance: Chance, { live, ended }: Links): string {
  const token = chance.oneOf(live);
  const place = chance.below(token.length);
  const letter = token[place] === "A" ? "B" : "A";
  return chance.oneOf([
    draw(chance, token.length),
    `${token.slice(0, place)}${letter}${token.slice(place + 1)}`,
    token.slice(0, -1),
    `${token.slice(0, -1)}%`,
    chance.oneOf(ended),
  ]);
}

async function guess(
  context: Context,
  tk: string,
  address: string,
  password = "",
): Promise<Outcome> {
  const caller: Caller = { kind: "anonymous", endedElsewhere: false, address };
  try {
    await callOperation("POST /auth/v2/shareLogin", { tk, password }, caller, context);
    return "inside";
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "notFound" || code === "invalid") return "absent";
    if (code === "tooFast") return "refused";
    throw error;
  }
}

async function guessByHttp(tk: string, address: string): Promise<number> {
  const response = await server.fetch(
    new Request(`${ORIGIN}/api/auth/v2/shareLogin`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "CF-Connecting-IP": address },
      body: JSON.stringify({ tk }),
    }),
    env,
  );
  await response.body?.cancel();
  return response.status;
}

function statusOf(status: number): Outcome {
  const outcome = ({ 200: "inside", 404: "absent", 429: "refused" } as const)[status];
  if (outcome === undefined) throw new Error(`a guess was answered with ${status}`);
  return outcome;
}
