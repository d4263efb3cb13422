import { env } from "cloudflare:workers";
import { addCode } from "#database/auth/codes.ts";
import { connect } from "#database/connect.ts";
import { seed } from "#database/seed.ts";
import type { SeedData } from "#database/seed-data.ts";
import {
  addAccessToken,
  removeAccessToken,
  touchAccessToken,
} from "#database/tokens/access-tokens.ts";
import { ACCESS_TOKEN_PREFIX, MAX_TOKENS, type TokenScope } from "#domain/sessions/access-token.ts";
import { SHARE_SESSION_PREFIX } from "#domain/sharing/share.ts";
import { newMail } from "#operations/mails/new-mail.ts";
import { maskId } from "#operations/tokens/masked-id.ts";
import { type CodeFor, newCode } from "#operations/user/codes.ts";
import { newWebhookSecret } from "#operations/webhooks/webhook-secret.ts";
import { digest } from "#protocol/keys/digest.ts";
import { contextOf } from "#workers/services.ts";
import { fairWeather } from "../fair-weather.ts";
import { PASSWORD } from "../seed-users.ts";
import { LOW_COST } from "../test-context.ts";

/**
 * Who asks. The dealer is one of the site's; the platform administrator a member of no site. Three have nothing at the
 * owner's site: one asked to be a member, one was one, and one had a right that has ended. The last four are personal
 * access tokens of the owner: one that looks only, one with every right there is for a token, one of these for the
 * owner's second site alone, and one that was revoked. A viewer of a link has no account: they were admitted
 * in to look at the owner's site, whose location is hidden from them.
 */
export const CAST = [
  "anonymous",
  "expired",
  "demo",
  "stranger",
  "monitor",
  "full",
  "dealer",
  "administrator",
  "owner",
  "platform",
  "pending",
  "former",
  "guest",
  "lookingToken",
  "managingToken",
  "narrowToken",
  "revokedToken",
  "shareViewer",
] as const;
export type Who = (typeof CAST)[number];

/** What is asked about. `own` of the stranger is the stranger's; nothing is the platform administrator's. */
export const WHICH = ["own", "foreign", "absent", "malformed"] as const;
export type Which = (typeof WHICH)[number];

/** Callers without a valid session of a user. */
export const SIGNED_OUT: readonly Who[] = ["anonymous", "expired", "revokedToken", "shareViewer"];
/** Personal access tokens that count. */
export const TOKENS = ["lookingToken", "managingToken", "narrowToken"] as const;
/** Who is a member of what `own` means for them. */
export const MEMBERS: readonly Who[] = [
  "demo",
  "stranger",
  "monitor",
  "full",
  "dealer",
  "administrator",
  "owner",
  ...TOKENS,
];

/** Who has an account, and nothing at any site. */
export const OUTSIDERS: readonly Who[] = ["platform", "pending", "former", "guest"];

/** Who has an account. */
const PEOPLE = CAST.filter((who) => !SIGNED_OUT.includes(who) && !isToken(who));

export function isToken(who: Who): boolean {
  return who.endsWith("Token");
}

/** Who has an account and asks for nothing: a member everywhere, one who applied, and one whose site invites all. */
const BYSTANDERS = ["helped", "asking", "host"] as const;
type Bystander = (typeof BYSTANDERS)[number];
const ACCOUNTS: readonly (Who | Bystander)[] = [...PEOPLE, ...BYSTANDERS];

export const accountOf = (who: Who | Bystander) => `${nameOf(who)}@example.org`;

function nameOf(who: Who | Bystander): Who | Bystander {
  // A visitor of a link may have an account without access to the site.
  if (who === "shareViewer") return "platform";
  return ACCOUNTS.includes(who) ? who : "owner";
}
const ABSENT_ID = 987_654;
const secretHash = digest("a secret of a module, long enough");
const MONTH_MS = 31 * 86_400_000;

type Member = [Who | Bystander, 1 | 2 | 3];
const site = (name: string, serial: string, owner: Who | Bystander, members: Member[]) => ({
  name,
  serial,
  secretHash,
  timeZone: "Europe/Berlin",
  owner: accountOf(owner),
  members: members.map(([who, role]) => ({ account: accountOf(who), role })),
});

const TYPE: Partial<Record<Who | Bystander, 2 | 9>> = { dealer: 2, platform: 9 };
const data: SeedData = {
  accounts: ACCOUNTS.map((who) => ({
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
      ["helped", 3],
    ]),
    site("Stranger's own", "OTHER-001", "stranger", [["helped", 3]]),
    site("Second roof", "SECOND-01", "owner", [["helped", 3]]),
    site("Open house", "HOSTED-01", "host", []),
  ],
  modules: CAST.map((who) => ({
    serial: labelFor(who, "own").sn,
    secretHash,
    checkHash: digest(labelFor(who, "own").checkCode),
  })),
  news: [{ attention: true, texts: { en: { title: "Hello", text: "Everybody." } } }],
};

/** The id of the only news. */
export const NEWS = 1;
/** The id of the only message to the operator. */
export const FEEDBACK = 1;

const SITES = ["ALPHA-01", "OTHER-001", "SECOND-01"];
const ALPHA = /ALPHA-01|Alpha roof/;
const OTHER = /OTHER-001|Stranger|stranger@/;
const SECOND = /SECOND-01|Second roof/;

/** Whose site it is, its serial number, and where it is. */
const ALPHA_ITSELF = /ALPHA-01|The owner|owner@|Hidden lane|52\.52|13\.41|Berlin/;

/** Values that a caller must not receive. */
export function hiddenFrom(who: Who): readonly RegExp[] {
  if (who === "shareViewer") return [ALPHA_ITSELF, OTHER, SECOND];
  if (who === "stranger") return [ALPHA, SECOND];
  if (who === "narrowToken") return [ALPHA, OTHER];
  if (OUTSIDERS.includes(who)) return [ALPHA, OTHER, SECOND];
  return accountOf(who) === accountOf("owner") ? [OTHER] : [OTHER, SECOND];
}

const siteOf = (who: Who) => ({ stranger: 2, narrowToken: 3 })[who as string] ?? 1;
/** For the narrow token what is another's is a site of its own person. */
const foreignSiteOf = (who: Who) => (siteOf(who) === 1 ? 2 : 1);
const otherOf = (who: Who): Who => (who === "stranger" ? "owner" : "stranger");

/** The id of a site, as a caller names it. */
export function siteIdFor(who: Who, which: Which): number | string {
  if (which === "absent") return ABSENT_ID;
  if (which === "malformed") return "nonsense";
  return which === "own" ? siteOf(who) : foreignSiteOf(who);
}

export function serialFor(who: Who, which: Which): string {
  if (which === "absent") return "NOTHING-1";
  if (which === "malformed") return "!";
  return SITES[Number(siteIdFor(who, which)) - 1] ?? "";
}

/** What is printed on a module in its box. Everybody has one; of another's they know no check code. */
export function labelFor(who: Who, which: Which): { sn: string; checkCode: string } {
  const place = CAST.indexOf(who);
  const next = (place + 1) % CAST.length;
  if (which === "malformed") return { sn: "", checkCode: "" };
  if (which === "absent") return { sn: `NO-BOX-${place}`, checkCode: `CODE-${place}` };
  return { sn: `BOX-${which === "own" ? place : next}-NEW`, checkCode: `CODE-${place}` };
}

/** As its owner types it. */
export function siteNameFor(who: Who): string {
  return ["Alpha roof", "Stranger's own", "Second roof"][siteOf(who) - 1] ?? "";
}

/** The site that the owner has deleted: no other user finds it, and no other site has its id. */
const DELETED_SITE = 9_001;
export function deletedSiteFor(who: Who, which: Which): number | string {
  if (which === "malformed") return "nonsense";
  const isTheirs = accountOf(who) === accountOf("owner");
  return isTheirs !== (which === "own") ? ABSENT_ID : DELETED_SITE;
}

/** Everybody has one of these things, and it has the number of their place in the cast. */
export function thingIdFor(who: Who, which: Which): number | string {
  if (which === "absent") return ABSENT_ID;
  if (which === "malformed") return "nonsense";
  return CAST.indexOf(which === "own" ? who : otherOf(who)) + 1;
}

/** Every user with an account is invited to another user's site; tokens act for their user. */
export function invitationIdFor(who: Who, which: Which): number | string {
  return thingIdFor(isToken(who) ? "owner" : who, which);
}

/** The id of a user at each site of the cast: a member or an applicant. */
export function personIdFor(whose: Which, who: "helped" | "asking"): number | string {
  return whose === "malformed" ? "nonsense" : ACCOUNTS.indexOf(who) + 1;
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

/** The new address of a user; for those without an account, the address that they register. */
export const newAddressOf = (who: Who) => `new-${who}@example.net`.toLowerCase();

/** The code that was sent to a user, to any address and for any purpose. */
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

/** The credential of a caller, which may have expired; an anonymous one has none. */
export function tokenOf(who: Who): string | undefined {
  if (who === "anonymous") return undefined;
  const token = digest(`token of ${who}`);
  if (who === "shareViewer") return SHARE_SESSION_PREFIX + token;
  return isToken(who) ? ACCESS_TOKEN_PREFIX + token : token;
}

const SCOPES: Partial<Record<Who, { scope: TokenScope; siteIds: number[] | null }>> = {
  lookingToken: { scope: "read", siteIds: null },
  managingToken: { scope: "manage", siteIds: null },
  narrowToken: { scope: "manage", siteIds: [siteOf("narrowToken")] },
  revokedToken: { scope: "manage", siteIds: null },
};

/** The owner's personal access tokens, made and revoked as the portal does it. */
async function makeTokens(userId: number, now: number): Promise<void> {
  const database = connect(env.DB);
  const by = digest(tokenOf("owner") ?? "");
  for (const [who, { scope, siteIds }] of Object.entries(SCOPES)) {
    const id = digest(tokenOf(who as Who) ?? "");
    const expiresAt = now + MONTH_MS;
    const token = { id, userId, name: who, scope, siteIds, createdAt: now, expiresAt };
    const mail = newMail(contextOf(env), {
      cause: `token of ${who}`,
      template: "tokenCreated",
      language: "en",
      recipient: "",
      values: { name: "", token: who, days: 31, link: "https://portal.example" },
    });
    await addAccessToken(database, token, { by, most: MAX_TOKENS, mail });
    // Its use is written down now and then: not in what follows.
    await touchAccessToken(database, id, now);
    if (who === "revokedToken") await removeAccessToken(database, id, now);
  }
}

/** Each site with a tag, and a picture, a config and extra equipment that have the number of the site. */
async function brandSites(now: number): Promise<void> {
  const put = (text: string, ...values: unknown[]) => env.DB.prepare(text).bind(...values);
  await env.DB.batch(
    SITES.flatMap((serial, place) => {
      const site = place + 1;
      const key = digest(`picture of ${serial}`);
      return [
        put(`update sites set tags = '["barn"]' where id = ?`, site),
        put(
          "insert into files (key, kind, site_id, content_type, size, created_at, attached_at) values (?, 'picture', ?, 'image/png', 10, ?, ?)",
          key,
          site,
          now,
          now,
        ),
        put("insert into gallery_images values (?, ?, ?, ?)", site, site, key, now),
        put("insert into site_configs values (?, ?, 'panelCount', '24', ?)", site, site, now),
        put(
          "insert into extra_equipment values (?, ?, '008B', 'Bank', null, null, null, 1, null, null, ?)",
          site,
          site,
          now,
        ),
      ];
    }),
  );
}

/** Every member has saved a selection of registers, which has the number of their place in the cast. */
function saveSelections(idOf: (who: Who) => number, now: number): D1PreparedStatement[] {
  return MEMBERS.map((who) =>
    env.DB.prepare(
      "insert into chart_selections (id, user_id, site_id, name, addresses, created_at) values (?, ?, ?, ?, ?, ?)",
    ).bind(
      thingIdFor(who, "own"),
      idOf(who),
      siteOf(who),
      `curves of ${who}`,
      '["FFFF000100"]',
      now,
    ),
  );
}

/** Every member has a finished export, which has the number of their place in the cast. */
function finishExports(idOf: (who: Who) => number, now: number): D1PreparedStatement[] {
  return MEMBERS.map((who) =>
    env.DB.prepare(
      `insert into export_tasks (id, site_id, owner_id, kind, format, interval, addresses, layout, from_at, until_at,
        language, created_at, file_key, cursor, leased_until, finished_at)
      values (?, ?, ?, 'statistics', 'csv', 'day', '[]', '{}', 0, 1, 'en', ?4, ?5, 1, ?4, ?4)`,
    ).bind(thingIdFor(who, "own"), siteOf(who), idOf(who), now, digest(`export of ${who}`)),
  );
}

/** Every user has a finished archive; it has the number of their place in the cast. */
function finishArchive(who: Who, userId: number, now: number): D1PreparedStatement {
  return env.DB.prepare(
    `insert into archive_tasks (id, owner_id, kind, subject, name, phase, created_at, file_key, leased_until,
      finished_at)
    values (?, ?, 'export', 'person', 'x', 'done', ?3, ?4, ?3, ?3)`,
  ).bind(thingIdFor(who, "own"), userId, now, digest(`archive of ${who}`));
}

/** Every user has a browser that receives pushes; it has the number of their place in the cast. */
function subscribeBrowser(who: Who, userId: number, now: number): D1PreparedStatement {
  return env.DB.prepare(
    "insert into push_subscriptions (id, user_id, endpoint, p256dh, auth, vapid_key, session_id, created_at) values (?, ?, ?, '', '', ?, ?, ?)",
  ).bind(
    thingIdFor(who, "own"),
    userId,
    `https://fcm.googleapis.com/fcm/send/${who}`,
    contextOf(env).push.publicKey,
    digest(tokenOf(who) ?? ""),
    now,
  );
}

/** Every site has a webhook, with the number of the site. */
function setWebhooks(now: number): D1PreparedStatement[] {
  return SITES.map((_, place) =>
    env.DB.prepare(
      "insert into webhooks (id, site_id, url, sealed_secret, created_at) values (?1, ?1, 'https://hooks.example.org/', ?2, ?3)",
    ).bind(place + 1, newWebhookSecret(contextOf(env), place + 1).sealedSecret, now),
  );
}

/** The site that the viewer of a link was let in to. */
export const SHARED_SITE = 1;
/** The token in the share link of a user's site. */
export const shareTokenFor = (who: Who, which: Which) =>
  which === "malformed" ? "!" : `${siteIdFor(who, which)}`.padStart(24, "-");

/** Every site has a link, with the number of the site, and where the owner's first one is hidden. */
function openLinks(now: number): D1PreparedStatement[] {
  const put = (text: string, ...values: unknown[]) => env.DB.prepare(text).bind(...values);
  const links = (["owner", "stranger", "narrowToken"] as const).map((who) =>
    put(
      "insert into shares (id, site_id, token_hash, sealed_token, hides_location, created_at) values (?1, ?1, ?2, '', 1, ?3)",
      siteOf(who),
      digest(shareTokenFor(who, "own")),
      now,
    ),
  );
  return [
    put(
      "update sites set location = 'Hidden lane 7', country = 'DE', latitude = 52.52, longitude = 13.41 where id = ?",
      SHARED_SITE,
    ),
    ...links,
    put(
      "insert into share_sessions (id, share_id, version, created_at, expires_at) values (?, ?, 0, ?, ?)",
      digest(tokenOf("shareViewer") ?? ""),
      SHARED_SITE,
      now,
      now + MONTH_MS,
    ),
  ];
}

/** Every user is invited to the host's site, and each of the others has an applicant. */
function inviteAll(now: number): D1PreparedStatement[] {
  const put = (text: string, ...values: unknown[]) => env.DB.prepare(text).bind(...values);
  const numberOf = (who: Who | Bystander) => ACCOUNTS.indexOf(who) + 1;
  const invited = PEOPLE.map((who) =>
    put(
      "insert into invitations (id, site_id, email, invited_as, role, invited_by, created_at, expires_at) values (?, ?, ?, 'member', 3, ?, ?, ?)",
      invitationIdFor(who, "own"),
      SITES.length + 1,
      accountOf(who),
      numberOf("host"),
      now,
      now + MONTH_MS,
    ),
  );
  const asked = SITES.map((_, place) =>
    put(
      "insert into applications (site_id, user_id, created_at) values (?, ?, ?)",
      place + 1,
      numberOf("asking"),
      now,
    ),
  );
  return [...invited, ...asked];
}

/** Everybody with a session, another one of it, and one of everything that a person may have. */
export async function bringOnStage(): Promise<void> {
  const now = Date.now();
  // Cheap passwords: this is not about guessing them.
  await seed(env.DB, data, now, LOW_COST);
  const context = contextOf(env);
  context.weather = fairWeather;
  // No test sends anything to the outside.
  context.push = { ...context.push, send: async () => ({ kind: "sent" }) };
  context.webhooks = {
    ...context.webhooks,
    send: async () => ({ kind: "delivered", status: 204 }),
  };
  const { results } = await env.DB.prepare("select id, account from users").all<{
    id: number;
    account: string;
  }>();
  const idOf = (who: Who) => results.find(({ account }) => account === accountOf(who))?.id ?? 0;
  // Long enough ago for another one.
  await sendCodes((who) => (PEOPLE.includes(who) ? idOf(who) : 0), now - 120_000);
  // Else the first who asks has them made, and a key takes long.
  await contextOf(env).envelopeKeys.list();
  const put = (text: string, ...values: unknown[]) => env.DB.prepare(text).bind(...values);
  await env.DB.batch(
    CAST.flatMap((who) => {
      const lastUsed = who === "expired" ? now - MONTH_MS : now;
      const session =
        "insert into sessions (id, user_id, created_at, last_used_at) values (?, ?, ?, ?)";
      const own = idOf(who);
      const links = (["activate", "resetPassword"] as const).map((purpose) =>
        put(
          "insert into links (id, purpose, user_id, created_at, expires_at) values (?, ?, ?, ?, ?)",
          digest(thingKeyFor(purpose, who, "own")),
          purpose,
          own,
          now,
          now + MONTH_MS,
        ),
      );
      const reader = `reader-${who}@example.net`;
      links.push(
        put(
          "insert into subscribers (email, name, created_at) values (?, ?, ?)",
          reader,
          "Ana",
          now,
        ),
        put(
          "insert into subscriber_links (id, email, created_at) values (?, ?, ?)",
          digest(thingKeyFor("subscription", who, "own")),
          reader,
          now,
        ),
      );
      const opened = put(session, digest(tokenOf(who) ?? ""), own, lastUsed, lastUsed);
      if (who === "anonymous" || who === "shareViewer" || isToken(who)) return links;
      if (who === "expired") return [opened, ...links];
      return [
        opened,
        ...links,
        put(session, thingKeyFor("session", who, "own"), own, now, now),
        subscribeBrowser(who, own, now),
        finishArchive(who, own, now),
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
          now + MONTH_MS,
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
  await makeTokens(idOf("owner"), now);
  await brandSites(now);
  const alpha = siteOf("owner");
  await env.DB.batch([
    ...openLinks(now),
    ...setWebhooks(now),
    ...inviteAll(now),
    ...saveSelections(idOf, now),
    ...finishExports(idOf, now),
    put(
      "insert into sites (id, name, creator_id, created_at, updated_at, deleted_at) values (?, 'Second roof of old', ?, ?, ?, ?)",
      DELETED_SITE,
      idOf("owner"),
      now,
      now,
      now,
    ),
    put(
      "insert into feedback (id, user_id, name, email, message, photos, language, state, created_at) values (?, ?, 'Ana', 'ana@example.net', 'Hello', '[]', 'en', 'open', ?)",
      FEEDBACK,
      idOf("monitor"),
      now,
    ),
    put("insert into blocked_addresses values ('@blocked.example', ?)", now),
    put(
      "insert into applications (site_id, user_id, created_at) values (?, ?, ?)",
      alpha,
      idOf("pending"),
      now,
    ),
    put(
      "insert into memberships (user_id, site_id, role, ends_at, created_at) values (?, ?, 1, ?, ?)",
      idOf("guest"),
      alpha,
      now - 1,
      now - MONTH_MS,
    ),
    put(
      "insert into membership_changes (site_id, at, kind, by_id, user_id, old_role, new_role) values (?, ?, 'removed', ?, ?, 1, 0)",
      alpha,
      now - 1,
      idOf("owner"),
      idOf("former"),
    ),
  ]);
}
