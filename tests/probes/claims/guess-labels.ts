import { env } from "cloudflare:workers";
import { connect } from "#database/connect.ts";
import { callOperation } from "#operations/call.ts";
import type { Context, SignedIn } from "#operations/context.ts";
import { digest } from "#protocol/keys/digest.ts";
import { seededRandom } from "#simulator/random.ts";
import { mergeQueries } from "../../support/merging-database.ts";
import { Chance } from "../../support/seeded-chance.ts";
import { testContext } from "../../support/test-context.ts";

const MODULES = 200;
const GUESSERS = 50;
const AT_ONCE = 100;
/** All guesses in a day and a half: some counts end meanwhile. */
const WINDOW_MS = 36 * 3_600_000;
/** Those on labels that people read are no shorter than this; without the letters that look like digits. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const CODE_LENGTH = 6;
/** Number of guesses between visits of a user with the label. */
const OWNER_EACH = 5_000;

export type LabelGuessing = {
  /** Claims by guessing: there should be none. */
  claimed: number;
  /** Looked at and found wrong. */
  wrong: number;
  /** Refused with a wait before anything was checked. */
  refused: number;
  /** Modules whose owners, with the label in hand, were let through, and those who had to wait. */
  ownersIn: number;
  ownersHeld: number;
};

/** People guess the check codes of serial numbers that count upwards, from ever other addresses. */
export async function guessLabels(
  { seed, count }: { seed: number; count: number },
  say: (line: string) => void,
): Promise<LabelGuessing> {
  const chance = new Chance(seededRandom(seed));
  const draw = () =>
    Array.from({ length: CODE_LENGTH }, () => ALPHABET[chance.below(ALPHABET.length)]).join("");
  const base = testContext();
  let time = base.now();
  const context = { ...base, now: () => time, database: connect(mergeQueries(env.DB)) };
  const codes = new Map<string, string>();
  for (let place = 0; place < MODULES; place += 1) codes.set(serialOf(seed, place), draw());
  await register(codes);
  const guessers = await makeGuessers(seed);
  const result = { claimed: 0, wrong: 0, refused: 0, ownersIn: 0, ownersHeld: 0 };
  for (let done = 0; done < count; done += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - done);
    const guesses = Array.from({ length: size }, () => {
      const label = { sn: serialOf(seed, chance.below(MODULES)), checkCode: draw() };
      const address = `10.${chance.below(40)}.${chance.below(250)}.1`;
      return tryLabel(context, { ...chance.oneOf(guessers), address }, label);
    });
    for (const came of await Promise.all(guesses)) result[came] += 1;
    time += (WINDOW_MS * size) / count;
    if (done % OWNER_EACH > 0) continue;
    // A serial number without guesses: the guesses at others must not affect its owner.
    const [own] = guessers;
    const label = { sn: `OWN-${seed}-${done}`, checkCode: draw() };
    await register(new Map([[label.sn, label.checkCode]]));
    const owner = { ...own, person: { ...own?.person, id: 1_000_000 + done } } as SignedIn;
    const came = await tryLabel(
      context,
      { ...owner, address: `192.0.2.${done % 250}` },
      label,
      false,
    );
    if (came === "claimed") result.ownersIn += 1;
    else result.ownersHeld += 1;
    if (done % 100_000 === 0) say(`${done} guesses: ${JSON.stringify(result)}`);
  }
  const taken = await env.DB.prepare(
    "select count(*) n from modules where site_id is not null and serial like ?",
  )
    .bind(`GUESS-${seed}-%`)
    .first<number>("n");
  if (taken !== result.claimed)
    throw new Error(`${taken} claims, ${result.claimed} of them reported`);
  return result;
}

/** @throws Error if a guess became a claim, nothing was checked, or a user with a label was refused */
export function judgeLabels({ claimed, wrong, ownersHeld }: LabelGuessing): void {
  if (claimed > 0) throw new Error(`${claimed} modules were claimed by guessing`);
  if (wrong === 0) throw new Error("no guess was looked at");
  if (ownersHeld > 0) throw new Error(`${ownersHeld} owners with their label were kept out`);
}

/**
 * The most guesses that are looked at: a day ten for each serial number, and besides three of each person for each of
 * twenty.
 */
export const MAX_CHECKED =
  (MODULES * 10 + GUESSERS * 20 * 3) * Math.ceil(WINDOW_MS / 86_400_000 + 1);

const serialOf = (seed: number, place: number) => `GUESS-${seed}-${String(place).padStart(5, "0")}`;

async function register(codes: ReadonlyMap<string, string>): Promise<void> {
  await env.DB.batch(
    [...codes].map(([serial, code]) =>
      env.DB.prepare(
        "insert into modules (serial, secret_hash, check_hash, created_at) values (?, ?, ?, 0)",
      ).bind(serial, digest(`secret of ${serial}`), digest(code)),
    ),
  );
}

async function makeGuessers(seed: number): Promise<SignedIn[]> {
  const guessers: SignedIn[] = [];
  for (let place = 0; place < GUESSERS; place += 1) {
    const account = `guesser-${seed}-${place}@example.org`;
    const id = await env.DB.prepare(
      "insert into users (account, email, name, password_hash, created_at, activated_at) values (?1, ?1, 'Zoe', '', 0, 0) returning id",
    )
      .bind(account)
      .first<number>("id");
    const person = {
      ...{ id, account, email: account, name: "Zoe", type: 1, rule: 0 },
      ...{ hiddenSettings: false, demo: false },
    };
    guessers.push({
      kind: "person",
      session: account,
      address: "",
      person: { ...person, language: "en", header: null, screenSaver: 0, rightsVersion: 0 },
    } as SignedIn);
  }
  return guessers;
}

type Label = { sn: string; checkCode: string };

/** @param claims whether it is claimed at once; else only checked */
async function tryLabel(
  context: Context,
  caller: SignedIn,
  label: Label,
  claims = true,
): Promise<"claimed" | "wrong" | "refused"> {
  try {
    if (!claims) await callOperation("POST /site/v2/checksn", label, caller, context);
    else
      await callOperation(
        "POST /site/v2/add",
        { ...label, name: "Guessed", timeZone: "UTC", electricityPrice: 0, priceUnit: "EUR" },
        caller,
        context,
      );
    return "claimed";
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "invalid") return "wrong";
    if (code === "tooFast") return "refused";
    throw error;
  }
}
