import { env } from "cloudflare:workers";
import { addCode } from "#database/codes.ts";
import { connect } from "#database/connect.ts";
import { seed } from "#database/seed.ts";
import type { SeedData } from "#database/seed-data.ts";
import { maskId } from "#operations/tokens/masked-id.ts";
import { type CodeFor, newCode } from "#operations/user/codes.ts";
import { digest } from "#protocol/keys/digest.ts";
import { contextOf } from "#workers/services.ts";
import { PASSWORD } from "../people.ts";

/** Who asks. The dealer is one of the site's; the platform administrator a member of no site. */
export const CAST = [
  "nobody",
  "expired",
  "demo",
  "stranger",
  "monitor",
  "full",
  "dealer",
  "administrator",
  "owner",
  "platform",
] as const;
export type Who = (typeof CAST)[number];

/** What is asked about. `own` of the stranger is the stranger's; nothing is the platform administrator's. */
export const WHICH = ["own", "foreign", "absent", "malformed"] as const;
export type Which = (typeof WHICH)[number];

/** Whoever has no session that counts. */
export const SIGNED_OUT: readonly Who[] = ["nobody", "expired"];
/** Who is a member of what `own` means for them. */
export const MEMBERS: readonly Who[] = [
  "demo",
  "stranger",
  "monitor",
  "full",
  "dealer",
  "administrator",
  "owner",
];

const PEOPLE = CAST.filter((who) => !SIGNED_OUT.includes(who));
export const accountOf = (who: Who) => `${PEOPLE.includes(who) ? who : "owner"}@example.org`;
const ABSENT_ID = 987_654;
const secretHash = digest("a secret of a module, long enough");
const cheap = { log2N: 4, r: 8, p: 1 };

const site = (name: string, serial: string, owner: Who, members: [Who, 1 | 2 | 3][]) => ({
  name,
  serial,
  secretHash,
  timeZone: "Europe/Berlin",
  owner: accountOf(owner),
  members: members.map(([who, role]) => ({ account: accountOf(who), role })),
});

const TYPE: Partial<Record<Who, 2 | 9>> = { dealer: 2, platform: 9 };
const data: SeedData = {
  accounts: PEOPLE.map((who) => ({
    account: accountOf(who),
    name: `The ${who}`,
    password: PASSWORD,
    type: TYPE[who] ?? 1,
    demo: who === "demo",
  })),
  sites: [
    site("Alpha roof", "ALPHA-01", "owner", [
      ["administrator", 1],
      ["full", 2],
      ["dealer", 2],
      ["monitor", 3],
      ["demo", 2],
    ]),
    site("Stranger's own", "OTHER-001", "stranger", []),
  ],
};

/** What `own` of one of them tells, and nobody else may be told. */
export const SECRETS = { alpha: /ALPHA-01|Alpha roof/, other: /OTHER-001|Stranger|stranger@/ };

const siteOf = (who: Who) => (who === "stranger" ? 2 : 1);
const otherOf = (who: Who): Who => (who === "stranger" ? "owner" : "stranger");

/** The id of a site, as somebody names it. */
export function siteIdFor(who: Who, which: Which): number | string {
  if (which === "absent") return ABSENT_ID;
  if (which === "malformed") return "nonsense";
  return siteOf(which === "own" ? who : otherOf(who));
}

export function serialFor(who: Who, which: Which): string {
  if (which === "absent") return "NOTHING-1";
  if (which === "malformed") return "!";
  return siteIdFor(who, which) === 1 ? "ALPHA-01" : "OTHER-001";
}

/** Everybody has one of these things, and it has the number of their place in the cast. */
export function thingIdFor(who: Who, which: Which): number | string {
  if (which === "absent") return ABSENT_ID;
  if (which === "malformed") return "nonsense";
  return CAST.indexOf(which === "own" ? who : otherOf(who)) + 1;
}

/** The same for what has a random key of 43 letters. */
export function thingKeyFor(thing: string, who: Who, which: Which): string {
  if (which === "malformed") return "!";
  const whose = { own: who, foreign: otherOf(who), absent: "absent" }[which];
  return digest(`${thing} of ${whose}`);
}

/** As a list of one's sessions or tokens names them. */
export function maskedIdFor(kind: "session" | "token", who: Who, which: Which): string {
  return maskId(contextOf(env).keys, kind, thingKeyFor(kind, who, which));
}

/** Where somebody wants their e-mails instead; of those who have no account, where they register. */
export const newAddressOf = (who: Who) => `new-${who}@example.net`;

/** The code that was sent to somebody, to whichever address and for whatever. */
export function codeFor(who: Who, which: Which): string {
  if (which === "absent") return "000000";
  if (which === "malformed") return "12345";
  return String(123_450 + CAST.indexOf(which === "own" ? who : otherOf(who)));
}

/** For a registration, and for a change of address. */
async function sendCodes(idOf: (who: Who) => number, now: number): Promise<void> {
  const context = contextOf(env);
  const database = connect(env.DB);
  for (const who of CAST) {
    const address = newAddressOf(who);
    const person = idOf(who);
    const bound: CodeFor[] = [
      { purpose: "register", address },
      { purpose: "newEmail", address, person },
      { purpose: "oldEmail", address: accountOf(who), person },
    ];
    const [first, ...others] = (person === 0 ? bound.slice(0, 1) : bound).map((one) =>
      addCode(database, newCode({ ...context, now: () => now }, one, codeFor(who, "own"))),
    );
    if (first !== undefined) await database.batch([first, ...others]);
  }
}

/** Of a session that ended or not; nobody has none. */
export function tokenOf(who: Who): string | undefined {
  return who === "nobody" ? undefined : digest(`token of ${who}`);
}

/** Everybody with a session, another one of it, and one of everything that a person may have. */
export async function bringOnStage(): Promise<void> {
  const now = Date.now();
  await seed(env.DB, data, now, cheap);
  const { results } = await env.DB.prepare("select id, account from users").all<{
    id: number;
    account: string;
  }>();
  const idOf = (who: Who) => results.find(({ account }) => account === accountOf(who))?.id ?? 0;
  // Long enough ago for another one.
  await sendCodes((who) => (SIGNED_OUT.includes(who) ? 0 : idOf(who)), now - 120_000);
  const put = (text: string, ...values: unknown[]) => env.DB.prepare(text).bind(...values);
  const month = 31 * 86_400_000;
  await env.DB.batch(
    CAST.flatMap((who) => {
      const lastUsed = who === "expired" ? now - month : now;
      const session =
        "insert into sessions (id, user_id, created_at, last_used_at) values (?, ?, ?, ?)";
      const own = idOf(SIGNED_OUT.includes(who) ? "owner" : who);
      const links = (["activate", "resetPassword"] as const).map((purpose) =>
        put(
          "insert into links (id, purpose, user_id, created_at, expires_at) values (?, ?, ?, ?, ?)",
          digest(thingKeyFor(purpose, who, "own")),
          purpose,
          own,
          now,
          now + month,
        ),
      );
      const opened = put(session, digest(tokenOf(who) ?? ""), own, lastUsed, lastUsed);
      if (who === "nobody") return links;
      if (who === "expired") return [opened, ...links];
      return [
        opened,
        ...links,
        put(session, thingKeyFor("session", who, "own"), own, now, now),
        put(
          "insert into group_users (id, owner_id, email, created_at) values (?, ?, ?, ?)",
          thingIdFor(who, "own"),
          own,
          `friend-of-${who}@example.net`,
          now,
        ),
        put(
          "insert into access_tokens (id, user_id, name, scope, created_at, expires_at) values (?, ?, ?, ?, ?, ?)",
          thingKeyFor("token", who, "own"),
          own,
          `script of ${who}`,
          "read",
          now,
          now + month,
        ),
        put(
          "insert into files (key, kind, owner_id, content_type, size, created_at) values (?, ?, ?, ?, ?, ?)",
          thingKeyFor("avatar", who, "own"),
          "picture",
          own,
          "image/png",
          10,
          now,
        ),
      ];
    }),
  );
}
