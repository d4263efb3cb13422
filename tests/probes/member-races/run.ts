import { Problem } from "#domain/problem.ts";
import { callOperation } from "#operations/call.ts";
import type { SignedIn } from "#operations/context.ts";
import { completeTransfers } from "#operations/members/transfer.ts";
import { findBreaches } from "./invariants.ts";
import {
  addApplication,
  addInvitation,
  addMember,
  addTransfer,
  fillStage,
  OWNER,
  personOf,
  raceContext,
  rowsOf,
  SITE,
  SUBJECT,
  tidyStage,
} from "./stage.ts";

type Say = (line: string) => void;
type Outcome = { status: number; what: string };
/** Calls that `at` runners make at once, and the state to be found afterwards, by winner. */
type Race = {
  /** Prepares the race and returns the call of each runner. */
  prepare(at: number): Promise<((place: number) => Promise<unknown>)[]>;
  /** What is wrong with what one winner has left, besides the invariants. */
  check(): Promise<string[]>;
};

const context = raceContext();
const as = (id: number): SignedIn => personOf(id);
/** The owner and the administrators, in turn. */
const authority = (place: number) => as(place % 3 === 0 ? OWNER : SUBJECT + 1 + place);
const at = { id: SITE, userId: SUBJECT };
const pass = (place: number) =>
  callOperation(
    "POST /site/v2/user/pass",
    { ...at, role: place % 2 === 0 ? 2 : 3 },
    authority(place),
    context,
  );
const refuse = (place: number) =>
  callOperation("POST /site/v2/user/refuse", at, authority(place), context);
const remove = (place: number) =>
  callOperation("POST /site/v2/user/delete", at, authority(place), context);
const leave = () => callOperation("POST /site/v2/user/leave", { id: SITE }, as(SUBJECT), context);
const accept = (id: number, who: number) =>
  callOperation("POST /site/v2/user/accept", { id }, as(who), context);
const withdrawOwnership = () =>
  callOperation("POST /site/v2/user/withdrawTransfer", { id: SITE }, as(OWNER), context);
const withdraw = (invitationId: number, place: number) =>
  callOperation("POST /site/v2/user/delete", { id: SITE, invitationId }, authority(place), context);

const counts = async (query: string, wanted: number, what: string) =>
  (await rowsOf(query)).length === wanted ? [] : [what];
const oneChange = () =>
  counts("select 1 from membership_changes", 1, "not one change is on record, but more or none");
const isNotMember = `not exists (select 1 from memberships where user_id = ${SUBJECT})`;

export const RACES: Readonly<Record<string, Race>> = {
  approve: {
    async prepare() {
      await addApplication();
      return [pass, pass, refuse];
    },
    check: async () => [
      ...(await oneChange()),
      ...(await counts("select 1 from applications", 0, "the application is still there")),
      ...(await counts(
        `select 1 from membership_changes c where (kind = 'refused' and ${isNotMember} and not exists (select 1 from mails)) or (kind = 'approved' and exists (select 1 from memberships where user_id = ${SUBJECT} and role = c.new_role) and (select count(*) from mails) = 1)`,
        1,
        "approved or refused by half",
      )),
    ],
  },
  remove: {
    async prepare() {
      await addMember(2);
      return [remove, remove, leave];
    },
    check: async () => [
      ...(await oneChange()),
      ...(await counts(`select 1 where ${isNotMember}`, 1, "the member is still there")),
      ...(await counts(
        "select 1 from mails",
        (
          await rowsOf("select 1 from membership_changes where kind = 'removed'")
        ).length,
        "a removed member is not notified once",
      )),
    ],
  },
  transfer: {
    async prepare(runners) {
      const ids = [];
      for (let place = 0; place < Math.min(runners, 10); place++)
        ids.push(await addInvitation(SUBJECT + 1 + place, "owner"));
      const [first = 0] = ids;
      const attempts = ids.map((id, place) => () => accept(id, SUBJECT + 1 + place));
      return runners === 2
        ? [...attempts]
        : [...attempts, () => accept(first, SUBJECT + 1), () => accept(first, SUBJECT + 1)];
    },
    check: async () => [
      ...(await oneChange()),
      ...(await counts("select 1 from invitations", 0, "another invitation is still open")),
      ...(await counts(
        "select 1 from mails",
        2,
        "owner and next owner are notified not once each",
      )),
      ...(await counts(
        `select 1 from transfers t inner join sites s on s.id = t.site_id inner join membership_changes c on c.user_id = t.to_id where c.kind = 'transferAccepted' and t.from_id = s.creator_id and s.creator_id = ${OWNER}`,
        1,
        "another transfer is pending than the history says, or the site has changed its owner",
      )),
    ],
  },
  "complete or withdraw": {
    async prepare() {
      await addTransfer(SUBJECT);
      const complete = async () => {
        await completeTransfers(context);
        if (
          (await rowsOf("select 1 from membership_changes where kind = 'handedOver'")).length === 0
        )
          throw new Problem("conflict");
        // The second runner finds it done, and changes nothing.
        if (completed) throw new Problem("conflict");
        completed = true;
      };
      let completed = false;
      return [complete, () => withdrawOwnership()];
    },
    check: async () => [
      ...(await oneChange()),
      ...(await counts("select 1 from transfers", 0, "the transfer is still pending")),
      ...(await counts(
        `select 1 from membership_changes c, sites s where (c.kind = 'handedOver' and s.creator_id = ${SUBJECT} and (select count(*) from mails) = 2) or (c.kind = 'transferWithdrawn' and s.creator_id = ${OWNER} and (select count(*) from mails) = 1)`,
        1,
        "completed or withdrawn by half",
      )),
    ],
  },
  accept: {
    async prepare() {
      const id = await addInvitation(SUBJECT, "member");
      const take = () => accept(id, SUBJECT);
      return [take, take, (place) => withdraw(id, place)];
    },
    check: async () => [
      ...(await oneChange()),
      ...(await counts("select 1 from invitations", 0, "the invitation is still there")),
      ...(await counts(
        `select 1 from membership_changes where (kind = 'accepted') = exists (select 1 from memberships where user_id = ${SUBJECT} and role = 2)`,
        1,
        "accepted or withdrawn by half",
      )),
    ],
  },
};

const MAX_RUNNERS = 50;

/** Runs each race so many times with two runners and with fifty; throws at the first in which not exactly one won. */
export async function runRaces(rounds: number, say: Say): Promise<{ races: number }> {
  await fillStage(MAX_RUNNERS);
  let races = 0;
  for (const [name, race] of Object.entries(RACES)) {
    for (const runners of [2, MAX_RUNNERS]) {
      const won = new Map<string, number>();
      for (let round = 0; round < rounds; round++) {
        await tidyStage(MAX_RUNNERS);
        const winner = await runRace(name, race, { runners, round });
        won.set(winner, (won.get(winner) ?? 0) + 1);
        races += 1;
      }
      const winners = [...won].map(([kind, times]) => `${kind} ${times}`).join(", ");
      say(`${name}: ${rounds} times ${runners} at once, one won each time (${winners})`);
    }
  }
  return { races };
}

/** @returns what happened */
async function runRace(
  name: string,
  race: Race,
  { runners, round }: { runners: number; round: number },
): Promise<string> {
  const prepared = await race.prepare(runners);
  // What takes the most statements would hardly ever be first: each second time it races itself alone.
  const attempts = round % 2 === 0 ? prepared : prepared.slice(0, 1);
  const outcomes = await Promise.all(
    Array.from({ length: runners }, (_, place) => {
      // Another one is first each time.
      const turn = attempts[(place + round) % attempts.length];
      if (turn === undefined) throw new Error("nothing to race for");
      return settle(turn(place), name);
    }),
  );
  const won = outcomes.filter(({ status }) => status === 200);
  const odd = outcomes.filter(({ status }) => ![200, 404, 409].includes(status));
  const wrong = [
    ...(won.length === 1 ? [] : [`${won.length} won`]),
    ...odd.map(({ status, what }) => `${status}: ${what}`),
    ...(await findBreaches()),
    ...(await race.check()),
  ];
  if (wrong.length > 0)
    throw new Error(`${name}, ${runners} at once, round ${round}: ${wrong.join("; ")}`);
  const [change] = await rowsOf("select kind from membership_changes");
  return String(change?.kind);
}

async function settle(promise: Promise<unknown>, what: string): Promise<Outcome> {
  try {
    await promise;
    return { status: 200, what };
  } catch (error) {
    const { status = 500 } = error as { status?: number };
    return { status, what: String(error) };
  }
}
