import { env } from "cloudflare:workers";
import type { SignedIn } from "#operations/context.ts";
import { callerOf, newSite, registerModules, tryCall } from "../../support/claims.ts";
import { testContext } from "../../support/test-context.ts";
import { usersListing } from "../../support/users-listing.ts";

const RACERS = ["owner", "administrator", "full", "monitor", "stranger"];

const count = async (text: string, ...values: unknown[]) =>
  Number(
    await env.DB.prepare(`select count(*) n from ${text}`)
      .bind(...values)
      .first("n"),
  );

function assertThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/**
 * Races of so many at once: a claim, an exchange of modules, deleting and taking back. One wins, nothing is half done.
 * @throws Error where that does not hold
 */
export async function raceSites(
  { seed, races, atOnce }: { seed: number; races: number; atOnce: number },
  say: (line: string) => void,
): Promise<void> {
  const quiet = { info() {}, error() {} };
  for (let race = 0; race < races; race += 1) {
    const context = { ...testContext(), log: quiet };
    const serial = `RACE-${seed}-${atOnce}-${race}`;
    await registerModules([serial, `${serial}-B`, `${serial}-C`]);
    await env.DB.exec("delete from rate_limit_attempts; delete from write_budgets;");
    const callers: SignedIn[] = [];
    for (let place = 0; place < atOnce; place += 1)
      callers.push(
        await callerOf(RACERS[place % RACERS.length] ?? "", `10.0.${race % 250}.${place}`),
      );
    const all = (path: string, inputOf: (place: number) => object, by = callers) =>
      Promise.all(
        by.map((caller, place) =>
          tryCall(path as never, inputOf(place) as Record<string, unknown>, caller, context),
        ),
      );

    const claims = await all("POST /site/v2/add", () => newSite(serial));
    const won = claims.filter(({ code }) => code === "ok");
    assertThat(won.length === 1, `${serial}: ${won.length} claims of one module`);
    const { id } = (won[0]?.data ?? {}) as { id: number };
    const winner = callers[claims.findIndex(({ code }) => code === "ok")] as SignedIn;
    const mine = Array.from({ length: atOnce }, () => winner);
    assertThat(
      (await count("sites where name = ?", `Roof ${serial}`)) === 1,
      `${serial}: more sites`,
    );
    assertThat((await count("memberships where site_id = ?", id)) === 1, `${serial}: more owners`);
    assertThat(
      (await count("membership_changes where site_id = ?", id)) === 1,
      `${serial}: more records`,
    );

    // Half want one module, half another: the site has one of them, and the others are free.
    await env.DB.exec("delete from rate_limit_attempts; delete from write_budgets;");
    const next = (place: number) => `${serial}-${place % 2 === 0 ? "B" : "C"}`;
    await all("POST /site/v2/replaceSystemId", (place) => ({ id, ...newSite(next(place)) }), mine);
    const theirs = "modules where serial like ?";
    assertThat(
      (await count(`${theirs} and site_id = ?`, `${serial}%`, id)) === 1 &&
        (await count(`${theirs} and site_id is null`, `${serial}%`)) === 2,
      `${serial}: an exchange half done`,
    );
    assertThat(
      (await count("pending_unlinks where site_id = ?", id)) === 0,
      `${serial}: left pending`,
    );

    const name = `Roof ${serial}`;
    const deleted = await all("POST /site/v2/delete", () => ({ id, name }), mine);
    const gone = deleted.filter(({ code }) => code === "ok").length;
    assertThat(gone === 1, `${serial}: deleted ${gone} times`);
    assertThat((await usersListing(id)).length === 0, `${serial}: still listed`);
    const back = await all("POST /site/v2/restore", () => ({ id }), mine);
    const restored = back.filter(({ code }) => code === "ok").length;
    assertThat(restored === 1, `${serial}: taken back ${restored} times`);
    // Deleted and taken back at once: whichever was last, it is there with all of it or with nothing.
    await Promise.all([
      all("POST /site/v2/delete", () => ({ id, name }), mine),
      all("POST /site/v2/restore", () => ({ id }), mine),
    ]);
    const isThere = (await count("sites where id = ? and deleted_at is null", id)) === 1;
    const { length: listed } = await usersListing(id);
    assertThat(listed === (isThere ? 1 : 0), `${serial}: half deleted`);
    if (race % 20 === 19) say(`${race + 1} races of ${atOnce}`);
  }
}
