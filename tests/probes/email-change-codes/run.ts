import { env } from "cloudflare:workers";
import { callOperation, type InputOf, type KnownPath } from "#operations/call.ts";
import type { Context, SignedIn } from "#operations/context.ts";
import { seededRandom } from "#simulator/random.ts";
import { readCode } from "../../support/read-mails.ts";
import { Chance } from "../../support/seeded-chance.ts";
import { testContext } from "../../support/test-context.ts";

const CHANGE = "POST /user/v2/updateAccountAndEmail";
const TRY_MS = 20_000;
/** Attempts that are repeated fifty at once, one of this many. */
const RACE_EACH = 100;
const RACERS = 50;

/** Attempts by kind, and those that took over an account, of which there must be none. */
export type Takeovers = { attempts: Record<string, number>; taken: string[] };

/**
 * An attacker uses a signed-in browser of the victim and reads only their own e-mails. They try to move the victim's
 * account to an address of theirs, and their own account to the victim's address.
 */
export async function runEmailChangeCodes(seed: number, count: number): Promise<Takeovers> {
  const chance = new Chance(seededRandom(seed));
  const context = testContext();
  const [victim, thief] = [await addPerson(`victim-${seed}`), await addPerson(`thief-${seed}`)];
  const thieves = [`loot-${seed}@example.org`, `lair-${seed}@example.org`] as const;
  const result: Takeovers = { attempts: {}, taken: [] };
  // What a change of theirs in earnest had them read: a code that has been used.
  const usedCode = await changeInEarnest(context, thief, `thief-${seed}@example.com`);
  const mails = { victim: victim.person.email, thief: thief.person.email };

  const ask = (caller: SignedIn, kind: "old" | "new", email?: string) =>
    attempt(context, caller, "POST /user/v2/emailCaptcha", email ? { kind, email } : { kind });
  const change = (caller: SignedIn, email: string, oldCode: string, newCode: string) =>
    attempt(context, caller, CHANGE, { email, oldCode, newCode });
  const guess = () => String(chance.below(1e6)).padStart(6, "0");

  const ways: Record<string, () => Promise<boolean>> = {
    "a guess at the old code": async () =>
      change(victim, thieves[0], guess(), await readCode(thieves[0])),
    "the new code as the old one": async () => {
      const code = await readCode(thieves[0]);
      return change(victim, thieves[0], code, code);
    },
    "a code of another account": async () =>
      change(victim, thieves[0], await readCode(mails.thief), await readCode(thieves[0])),
    "a used code": async () => change(victim, thieves[0], usedCode, await readCode(thieves[0])),
    "a look at the old code first": async () => {
      const code = guess();
      const isRight = await attempt(context, victim, "POST /user/v2/emailVerify", { code });
      return isRight && change(victim, thieves[0], code, await readCode(thieves[0]));
    },
    "the new code of another address": async () =>
      change(thief, mails.victim, await readCode(mails.thief), await readCode(thieves[1])),
    "a guess at the new code": async () =>
      change(thief, mails.victim, await readCode(mails.thief), guess()),
  };
  for (let done = 0; done < count; done++) {
    context.turn(TRY_MS);
    if (done % 20 === 0) {
      await ask(victim, "old");
      await ask(victim, "new", thieves[0]);
      await ask(thief, "old");
      await ask(thief, "new", thieves[1]);
      await ask(thief, "new", mails.victim);
    }
    const [name, way] = chance.oneOf(Object.entries(ways));
    const racers = done % RACE_EACH === 0 ? RACERS : 1;
    const outcomes = await Promise.all(Array.from({ length: racers }, way));
    result.attempts[name] = (result.attempts[name] ?? 0) + racers;
    if (outcomes.includes(true)) result.taken.push(name);
  }
  for (const [email, person] of [
    [mails.victim, victim.person],
    [mails.thief, thief.person],
  ] as const) {
    const holder = await env.DB.prepare("select id from users where account = ?")
      .bind(email)
      .first("id");
    if (holder !== person.id) result.taken.push(`${email} belongs to another user`);
  }
  return result;
}

async function addPerson(name: string): Promise<SignedIn> {
  const email = `${name}@example.org`;
  await env.DB.prepare(
    "insert into users (account, email, name, password_hash, created_at, activated_at) values (?1, ?1, ?2, 'none', 0, 0)",
  )
    .bind(email, name)
    .run();
  const id = await env.DB.prepare("select id from users where account = ?").bind(email).first("id");
  // Confirmed, as if the password were typed before: what this is about are the codes.
  await env.DB.prepare(
    "insert into sessions (id, user_id, created_at, last_used_at, confirmed_at) values (?, ?, 0, 9e15, 9e15)",
  )
    .bind(`session of ${name}`, Number(id))
    .run();
  return {
    kind: "person",
    person: {
      id: Number(id),
      account: email,
      email,
      name,
      type: 1,
      rule: 0,
      hiddenSettings: false,
      demo: false,
      language: "en",
      header: null,
      screenSaver: 0,
      rightsVersion: 0,
    },
    session: `session of ${name}`,
    address: "192.0.2.1",
  };
}

/** Whether it was done; a refusal is not, and any other error is one of the probe. */
async function attempt<Path extends KnownPath>(
  context: Context,
  caller: SignedIn,
  path: Path,
  input: InputOf<Path>,
): Promise<boolean> {
  try {
    await callOperation(path, input, caller, context);
    return true;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "invalid" || code === "tooFast") return false;
    throw error;
  }
}

/** Moves an account as its owner would, which shows that it can be done. Answers the code that did it. */
async function changeInEarnest(context: Context, caller: SignedIn, email: string): Promise<string> {
  const { person } = caller;
  await callOperation("POST /user/v2/emailCaptcha", { kind: "old" }, caller, context);
  await callOperation("POST /user/v2/emailCaptcha", { kind: "new", email }, caller, context);
  const oldCode = await readCode(person.email);
  const newCode = await readCode(email);
  await callOperation(CHANGE, { email, oldCode, newCode }, caller, context);
  person.account = email;
  person.email = email;
  return oldCode;
}
