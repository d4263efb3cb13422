import { chunk } from "#domain/chunk.ts";
import { MIN_NEW_CODE_LENGTH } from "#domain/loggers/check-code.ts";
import { isKeyedCheckHash } from "#protocol/keys/check-hash.ts";
import { Failure } from "../failure.ts";
import type { ShowStep } from "../progress.ts";
import type { ModuleLine } from "./module-file.ts";
import { count, type Page } from "./page-of.ts";
import { type Apply, type Query, quote } from "./query.ts";

/** Maximum rows per query. Their JSON stays below two megabytes, the maximum size of an answer. */
const ROWS_READ = 10_000;
/** Maximum modules per statement. 300 modules of maximum length have 90,000 bytes. */
const ROWS_WRITTEN = 300;

/** The modules of a file, grouped by their state in the registry. */
type Comparison = {
  missing: ModuleLine[];
  equal: ModuleLine[];
  /** Unclaimed modules that are registered with other hashes or another type. */
  different: ModuleLine[];
  /** Claimed modules that are registered with other hashes or another type; they are never changed. */
  untouchable: ModuleLine[];
};

/**
 * Registers either all modules or none, and leaves registered ones unchanged. Reads the registry back after writing.
 * @param replace whether unclaimed modules that are registered with other values are overwritten
 * @returns the number of modules by result, one line each
 * @throws Failure that names each line which conflicts with a registered module
 */
export async function importModules(options: {
  query: Query;
  apply: Apply;
  modules: readonly ModuleLine[];
  replace: boolean;
  now: number;
  showStep: ShowStep;
}): Promise<string[]> {
  const { query, apply, modules, replace, now, showStep } = options;
  const before = await showStep("Comparing with the registry", () =>
    compare(query, modules, { keyedDiffer: replace }),
  );
  refuseOthers(before, replace);
  const changes = [...before.missing, ...before.different];
  if (changes.length > 0) {
    await showStep(`Writing ${count(changes.length)} of ${count(modules.length)}`, () =>
      apply(listStatements(changes, replace, now)),
    );
    const after = await showStep("Reading them back", () =>
      compare(query, modules, { keyedDiffer: false }),
    );
    if (after.equal.length < modules.length) {
      const others = [...after.missing, ...after.different, ...after.untouchable];
      throw new Failure(
        "The registry was changed by another user meanwhile: check these modules, and import again.",
        others.map(({ line, serial }) => `line ${line}: ${serial} is not registered like this`),
      );
    }
  }
  const { missing, different, equal } = before;
  const counts = { new: missing, replaced: different, "there already": equal };
  return Object.entries(counts).map(([what, { length }]) => `${count(length)} ${what}`);
}

/**
 * Compares the modules of a file with the registry. A job replaces the plain hash of a check code by a keyed one, which
 * cannot be compared here.
 * @param keyedDiffer whether an unclaimed module with a keyed hash counts as different, so that it is overwritten
 */
async function compare(
  query: Query,
  modules: readonly ModuleLine[],
  { keyedDiffer }: { keyedDiffer: boolean },
): Promise<Comparison> {
  const registered = await readRegistered(query, modules.map(({ serial }) => serial).sort());
  const comparison: Comparison = { missing: [], equal: [], different: [], untouchable: [] };
  for (const module of modules) {
    const row = registered.get(module.serial);
    if (row === undefined) comparison.missing.push(module);
    else if (row.isKeyed && keyedDiffer && !row.claimed) comparison.different.push(module);
    else if (row.values === valuesOf(module, row)) comparison.equal.push(module);
    else comparison[row.claimed ? "untouchable" : "different"].push(module);
  }
  return comparison;
}

type Values = Record<"type" | "checkHash" | "secretHash", unknown>;

/**
 * Returns the comparable values of a module as one text. It omits a keyed check hash, and the secret of a module that
 * an owner has released, because it is no longer the manufacturer's.
 */
function valuesOf(
  { type, checkHash, secretHash }: Values,
  { released, isKeyed }: { released: boolean; isKeyed: boolean },
): string {
  return [type, isKeyed ? "" : checkHash, released ? "" : secretHash].join("\n");
}

/** Reads the registered modules from the first to the last of these sorted serial numbers. */
async function readRegistered(query: Query, serials: readonly string[]) {
  const registered = new Map<
    string,
    { values: string; claimed: boolean; released: boolean; isKeyed: boolean }
  >();
  const last = quote(serials.at(-1) ?? "");
  let from = `>= ${quote(serials[0] ?? "")}`;
  for (;;) {
    const rows = await query(
      `SELECT serial, type, check_hash, secret_hash, site_id, released FROM modules WHERE serial ${from} AND serial <= ${last} ORDER BY serial LIMIT ${ROWS_READ}`,
    );
    for (const { serial, type, check_hash, secret_hash, site_id, ...row } of rows) {
      const kind = { released: Number(row.released) === 1, isKeyed: isKeyedCheckHash(check_hash) };
      const values = valuesOf({ type, checkHash: check_hash, secretHash: secret_hash }, kind);
      registered.set(String(serial), { values, claimed: site_id !== null, ...kind });
    }
    if (rows.length < ROWS_READ) return registered;
    from = `> ${quote(String(rows.at(-1)?.serial))}`;
  }
}

function refuseOthers({ missing, different, untouchable }: Comparison, replace: boolean): void {
  const written = [...missing, ...(replace ? different : [])];
  const faults = [
    ...written.flatMap(({ line, serial, hasShortCode }) =>
      hasShortCode
        ? {
            line,
            text: `${serial} has a check_code of less than ${MIN_NEW_CODE_LENGTH} letters and digits; only those registered before may`,
          }
        : [],
    ),
    ...untouchable.map(({ line, serial }) => ({
      line,
      text: `${serial} is registered otherwise, and a site has claimed it`,
    })),
    ...(replace ? [] : different).map(({ line, serial }) => ({
      line,
      text: `${serial} is registered otherwise: --replace writes over it`,
    })),
  ].sort((one, other) => one.line - other.line);
  if (faults.length === 0) return;
  throw new Failure(
    `${faults.length === 1 ? "1 line does" : `${count(faults.length)} lines do`} not go with the registry; nothing was written.`,
    faults.map(({ line, text }) => `line ${line}: ${text}`),
  );
}

/** Returns statements that do not change modules which are claimed in the meantime. */
function listStatements(modules: readonly ModuleLine[], replace: boolean, now: number): string[] {
  const otherwise = replace
    ? "UPDATE SET type = excluded.type, check_hash = excluded.check_hash, secret_hash = excluded.secret_hash WHERE site_id IS NULL"
    : "NOTHING";
  return chunk(modules, ROWS_WRITTEN).map((some) => {
    const rows = some.map(({ serial, type, checkHash, secretHash }) => [
      serial,
      type,
      checkHash,
      secretHash,
    ]);
    return `INSERT INTO modules (serial, type, check_hash, secret_hash, created_at) SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, ${now} FROM json_each(${quote(JSON.stringify(rows))}) WHERE true ON CONFLICT (serial) DO ${otherwise}`;
  });
}

/** Lists the number of modules and one page of them, without hashes. */
export async function listModules(query: Query, page: Page, unclaimed: boolean): Promise<string[]> {
  const [counted] = await query("SELECT count(*) AS total, count(site_id) AS claimed FROM modules");
  const { total = 0, claimed = 0 } = counted ?? {};
  const rows = await query(
    `SELECT serial, type, site_id FROM modules${unclaimed ? " WHERE site_id IS NULL" : ""} ORDER BY serial LIMIT ${page.limit} OFFSET ${page.offset}`,
  );
  const widest = Math.max(0, ...rows.map(({ type }) => String(type ?? "").length));
  return [
    `${count(total)} modules, ${count(claimed)} of them claimed`,
    ...rows.map(({ serial, type, site_id }) => {
      const site = site_id === null ? "unclaimed" : `site ${site_id}`;
      return `${String(serial).padEnd(32)}  ${String(type ?? "").padEnd(widest)}  ${site}`;
    }),
    ...page.describe(Number(total) - (unclaimed ? Number(claimed) : 0)),
  ];
}

/**
 * Removes a module from the registry.
 * @throws Failure if the serial number is unknown, or a site has claimed the module
 */
export async function removeModule(query: Query, serial: string): Promise<void> {
  const where = `serial = ${quote(serial)}`;
  const removed = await query(
    `DELETE FROM modules WHERE ${where} AND site_id IS NULL RETURNING serial`,
  );
  if (removed.length > 0) return;
  const [there] = await query(`SELECT site_id FROM modules WHERE ${where}`);
  throw new Failure(
    there === undefined
      ? `There is no module ${serial}.`
      : `Site ${there.site_id} has claimed ${serial}: only its owner releases it.`,
  );
}
