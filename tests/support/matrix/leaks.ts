import { sql } from "drizzle-orm";
import { z } from "zod";
import { findSession } from "#database/auth/sessions.ts";
import type { TokenGrant } from "#domain/access/token-scope.ts";
import { Problem } from "#domain/problem.ts";
import {
  type Access,
  type AtSharedSite,
  type AtSite,
  anyone,
  onSharedSite,
  onSite,
  SHARE_ACTOR,
  signedIn,
} from "#operations/access.ts";
import type { AnyOperation } from "#operations/call.ts";
import type { Caller, Context, SignedIn } from "#operations/context.ts";
import { operation } from "#operations/operation.ts";
import {
  type MayNameSite,
  type NamesSite,
  sharedSiteInput,
  siteInput,
} from "#operations/site-input.ts";
import { digest } from "#protocol/keys/digest.ts";
import { identifyApiCaller } from "#workers/request-scope/caller.ts";
import { askDirectly } from "./ask.ts";
import { CAST, isToken, MEMBERS, SIGNED_OUT, siteIdFor, thingIdFor, type Who } from "./cast.ts";
import type { Ask, Row } from "./walk.ts";

type Planted = { operation: AnyOperation; row: Row; ask?: Ask };

const description = { summary: "", output: z.unknown(), example: { input: {}, output: null } };
/** Whose tokens may change a site do so with what is left to them. */
const OWNERS: readonly Who[] = ["stranger", "owner", "managingToken", "narrowToken"];
const ADMINISTRATORS: readonly Who[] = [...OWNERS, "administrator"];
const SIGNED_IN = CAST.filter((who) => !SIGNED_OUT.includes(who));
const BUT_DEMO = SIGNED_IN.filter((who) => who !== "demo" && !isToken(who));

type RenameArgs = { input: NamesSite & { name: string }; context: Context };

const setName = ({ input, context }: RenameArgs, id: number) =>
  context.database.run(sql`update sites set name = ${input.name} where id = ${id}`);

/** Renames a site; sound unless it is given something that is not. */
function renaming(
  access: Access<NamesSite, AtSite> = onSite("editSite"),
  run: (asked: RenameArgs & AtSite) => Promise<unknown> = (asked) => setName(asked, asked.site.id),
): Planted {
  return {
    operation: operation({
      path: "POST /planted/rename",
      description,
      input: siteInput({ name: z.string() }),
      access,
      run: async (asked) => void (await run(asked)),
    }) as unknown as AnyOperation,
    row: {
      may: ADMINISTRATORS,
      atSite: true,
      changes: true,
      input: (who, which) => ({ id: siteIdFor(who, which), name: "New name" }),
    },
  };
}

/** Removes one of the caller's group. */
function removing(
  access: Access<unknown, { caller: SignedIn }> = signedIn("editAccount"),
  ofAnybody = false,
): Planted {
  return {
    operation: operation({
      path: "POST /planted/remove",
      description,
      input: z.object({ id: z.int() }),
      access,
      async run({ input, context, caller }) {
        const own = ofAnybody ? sql`1` : sql`owner_id = ${caller.person.id}`;
        const { meta } = await context.database.run(
          sql`delete from group_users where id = ${input.id} and ${own}`,
        );
        if (meta.changes === 0) throw new Problem("notFound");
        return null;
      },
    }) as unknown as AnyOperation,
    row: {
      may: BUT_DEMO,
      atSite: false,
      changes: true,
      input: (who, which) => ({ id: thingIdFor(who, which) }),
    },
  };
}

/** Lists the names of sites. */
function listing(which: "own" | "ofPerson" | "everHeld" | "ofAnybody" = "own"): Planted {
  return {
    operation: operation({
      path: "POST /planted/list",
      description,
      input: z.object({}),
      access: signedIn("listSites"),
      run: ({ context, caller }) => {
        const { person, token } = caller;
        const lasts = sql`(ends_at is null or ends_at > ${context.now()})`;
        const own = sql`id in (select site_id from memberships where user_id = ${person.id} and ${lasts})`;
        const reached = JSON.stringify(token?.siteIds ?? null);
        const left = sql`(${reached} = 'null' or id in (select value from json_each(${reached})))`;
        const ever = sql`id in (select site_id from memberships where user_id = ${person.id}) and ${left}`;
        const seen = {
          own: sql`${own} and ${left}`,
          ofPerson: own,
          everHeld: ever,
          ofAnybody: sql`1`,
        }[which];
        return context.database.all(sql`select name from sites where ${seen}`);
      },
    }) as unknown as AnyOperation,
    row: {
      may: SIGNED_IN,
      atSite: false,
      changes: false,
      input: (_, which) => (which === "own" ? {} : null),
    },
  };
}

const looks = onSharedSite("viewRealtime");

/** Opens a site, for the viewers of its link, too. */
function looking(
  shown: "name" | "serial" = "name",
  access: Access<MayNameSite, AtSharedSite> = looks,
): Planted {
  const reported = { name: sql`sites.name`, serial: sql`serial` }[shown];
  return {
    operation: operation({
      path: "POST /planted/look",
      description,
      input: sharedSiteInput({}),
      access,
      run: ({ context, site }) =>
        context.database.get(
          sql`select ${reported} from sites join modules on site_id = sites.id where sites.id = ${site.id}`,
        ),
    }) as unknown as AnyOperation,
    row: {
      may: [...MEMBERS, "shareViewer"],
      atSite: true,
      changes: false,
      input: (who, which) => ({ id: siteIdFor(who, which) }),
    },
  };
}

/** A sound check, with what it says changed afterwards. */
function faulty<Input, Granted>(
  sound: Access<Input, Granted>,
  check: Access<Input, Granted>["check"],
): Access<Input, Granted> {
  return { kind: sound.kind, writes: sound.writes, check };
}

const sound = onSite("editSite");
/** A sound check of a token that was taken for another one. */
function shownAs(change: (token: TokenGrant) => TokenGrant): Access<NamesSite, AtSite> {
  return faulty(sound, (input, caller, context) =>
    sound.check(
      input,
      caller.kind === "person" && caller.token
        ? { ...caller, token: change(caller.token) }
        : caller,
      context,
    ),
  );
}

function withoutToken(caller: Caller): Caller {
  if (caller.kind !== "person") return caller;
  const { token, ...person } = caller;
  return person;
}

const siteOf = ({ site }: NamesSite) => ("id" in site ? site.id : 0);
const granted = (input: NamesSite, caller: SignedIn): AtSite => ({
  caller,
  site: {
    id: siteOf(input),
    actor: { role: 1, owner: true, demo: false, share: false },
    timeZone: "UTC",
    endsAt: null,
  },
});

/** The same code for another's as a check that found it, but was asked too much. */
const reportForeign = faulty(sound, async (input, caller, context) => {
  try {
    return await sound.check(input, caller, context);
  } catch (error) {
    const there = await context.database.get(sql`select 1 from sites where id = ${siteOf(input)}`);
    const isHidden = error instanceof Problem && error.code === "notFound";
    throw isHidden && there ? new Problem("forbidden") : error;
  }
});

/** What no one may notice: all of it sound. */
export const SOUND: readonly Planted[] = [renaming(), removing(), listing(), looking()];

/** Ways to go wrong, each of which the matrix has to find. */
export const LEAKS: Record<string, Planted> = {
  "every signed-in user is admitted": renaming(
    faulty(sound, async (input, caller) => {
      if (caller.kind !== "person") throw new Problem("notSignedIn");
      return granted(input, caller);
    }),
  ),
  "every caller is admitted, signed in or not": renaming(
    faulty(sound, async (input, caller) => granted(input, caller as SignedIn)),
  ),
  "the role plays no part": renaming(onSite("viewRealtime")),
  "what full function may, instead of an administrator": renaming(onSite("control")),
  "an administrator counts as the owner": {
    ...renaming(onSite("editSite")),
    row: { ...renaming().row, may: OWNERS },
  },
  "the owner is refused": renaming(
    faulty(sound, async (input, caller, context) => {
      const held = await sound.check(input, caller, context);
      if (held.site.actor.owner) throw new Problem("forbidden");
      return held;
    }),
  ),
  "another's gets 403, what is not there 404": renaming(reportForeign),
  "another user's site has another text": renaming(
    faulty(sound, (input, caller, context) =>
      sound.check(input, caller, context).catch((error: Problem) => {
        if (siteOf(input) > 2) throw error;
        throw new Problem(error.code, { message: "notYours" });
      }),
    ),
  ),
  "the demo account may change": removing(signedIn("readAccount")),
  "an expired session counts": {
    ...removing(),
    ask: askDirectly(async (request, context) => {
      const caller = await identifyApiCaller(request, context);
      const id = digest(request.headers.get("Authorization") ?? "");
      const found =
        caller.kind === "anonymous" ? await findSession(context.database, id) : undefined;
      if (found === undefined) return caller;
      return { kind: "person", person: found.person, session: id, address: caller.address };
    }),
  },
  "a platform administrator is a member everywhere": renaming(
    faulty(sound, async (input, caller, context) =>
      caller.kind === "person" && caller.person.type === 9
        ? granted(input, caller)
        : sound.check(input, caller, context),
    ),
  ),
  "a thing of another's can be removed": removing(undefined, true),
  "a list has the sites of all": listing("ofAnybody"),
  "a list has a site where the right has ended": listing("everHeld"),
  "a token's list has sites that it is not for": listing("ofPerson"),
  "a token reaches a site that it is not for": renaming(
    shownAs(({ siteIds, ...token }) => ({ ...token, siteIds: null })),
  ),
  "a token for looking may change": renaming(
    shownAs((token) => ({ ...token, scope: "manage" as const })),
  ),
  "a token may change the account": removing(
    faulty(signedIn("editAccount"), (input, caller, context) =>
      signedIn("editAccount").check(input, withoutToken(caller), context),
    ),
  ),
  "a revoked token counts": {
    ...renaming(),
    ask: async (operation, who, input) =>
      askDirectly()(operation, who === "revokedToken" ? "managingToken" : who, input),
  },
  "it does its work before it refuses": renaming(
    faulty(sound, async (input, caller, context) => {
      await setName({ input: { ...input, name: "New name" }, context }, siteOf(input));
      return sound.check(input, caller, context);
    }),
  ),
  "a refusal carries what it found": {
    ...renaming(),
    ask: async (...asked) => {
      const seen = await askDirectly()(...asked);
      return seen.status === 403 ? { ...seen, body: { ...seen.body, data: { role: 3 } } } : seen;
    },
  },
  "a viewer of a link sees the serial number": looking("serial"),
  "a link opens another site": looking(
    "name",
    faulty(looks, async (input, caller, context) =>
      caller.kind === "share" && input.site
        ? {
            caller,
            site: {
              id: siteOf({ site: input.site }),
              actor: SHARE_ACTOR,
              timeZone: "UTC",
              endsAt: null,
            },
          }
        : looks.check(input, caller, context),
    ),
  ),
  "a viewer of a link counts as a member": renaming(
    faulty(sound, async (input, caller, context) =>
      caller.kind === "share" && siteOf(input) === caller.share.siteId
        ? granted(input, caller as unknown as SignedIn)
        : sound.check(input, caller, context),
    ),
  ),
  "an operation that says anyone": {
    ...listing(),
    operation: operation({
      path: "POST /planted/open",
      description,
      input: z.object({}),
      access: anyone,
      run: async () => null,
    }) as unknown as AnyOperation,
  },
  "what is malformed is a fault": {
    ...renaming(),
    ask: async (operation, who, input) => {
      const seen = await askDirectly()(operation, who, input);
      if (typeof input.id === "number" || !MEMBERS.includes(who)) return seen;
      return { status: 500, body: { code: 500, message: "fault" } };
    },
  },
};
