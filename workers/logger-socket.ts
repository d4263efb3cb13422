import { findModule } from "#database/sites/modules.ts";
import { serialNumber } from "#domain/loggers/serial-number.ts";
import { Problem } from "#domain/problem.ts";
import { digest, equalDigests } from "#protocol/keys/digest.ts";
import { LOGGER_SUBPROTOCOL } from "#protocol/logger/limits.ts";
import { UNLINK_HEADER } from "#protocol/site-rpc.ts";
import { clientAddress } from "./client-address.ts";
import { contextOf } from "./services.ts";
import { handToSite, requireWebSocketUpgrade } from "./upgrade.ts";

const FAILURE_WAIT_S = 60;
const UNCLAIMED_WAIT_S = 60;

type FoundModule = NonNullable<Awaited<ReturnType<typeof findModule>>>;

/** Connects a logger with a valid secret to the object of its site. @throws Problem */
export async function upgradeLogger(request: Request, env: Env): Promise<Response> {
  requireWebSocketUpgrade(request);
  if (!offersSubprotocol(request)) throw new Problem("malformed", { message: "noSubprotocol" });
  const module = await requireModule(request, env);
  const wait = contextOf(env).socketWait("loggerUpgrade", module.serial);
  if (wait > 0) throw new Problem("tooFast", { retryAfter: wait });
  const response = await handToItsSite(request, env, module);
  const unlink = response.headers.get(UNLINK_HEADER);
  if (unlink === null) return response;
  await response.body?.cancel();
  // The object remembers an unlink but not a later claim; the database knows both.
  const moduleNow = await requireModule(request, env);
  const secondResponse = await handToItsSite(request, env, moduleNow, Number(unlink));
  if (!secondResponse.headers.has(UNLINK_HEADER)) return secondResponse;
  await secondResponse.body?.cancel();
  throw unclaimed();
}

/**
 * @param foundAfter the refusal after which the module was looked up again; undefined at first. @throws Problem
 * conflict
 */
function handToItsSite(request: Request, env: Env, module: FoundModule, foundAfter?: number) {
  const { serial, siteId, siteDeletedAt } = module;
  // A deleted site may be restored: until then its module waits like an unclaimed one.
  if (siteId === null || siteDeletedAt !== null) throw unclaimed();
  return handToSite(request, env, { kind: "logger", siteId, serial, foundAfter });
}

function unclaimed(): Problem {
  return new Problem("conflict", { message: "unclaimed", retryAfter: UNCLAIMED_WAIT_S });
}

/** Finds the module of the credentials and its site. @throws Problem notSignedIn, tooFast, conflict */
export async function requireClaimedModule(
  request: Request,
  env: Env,
): Promise<{ serial: string; siteId: number }> {
  const { serial, siteId, siteDeletedAt } = await requireModule(request, env);
  if (siteId === null || siteDeletedAt !== null) throw unclaimed();
  return { serial, siteId };
}

/** Finds the module of the credentials. @throws Problem notSignedIn, tooFast */
async function requireModule(request: Request, env: Env): Promise<FoundModule> {
  const module = await findByCredentials(request, env);
  if (module !== null) return module;
  const { success } = await env.LOGGER_FAILURES.limit({ key: clientAddress(request) });
  if (success) throw new Problem("notSignedIn", { message: "wrongSecret" });
  throw new Problem("tooFast", { retryAfter: FAILURE_WAIT_S });
}

function offersSubprotocol(request: Request): boolean {
  const offered = request.headers.get("Sec-WebSocket-Protocol")?.split(",") ?? [];
  return offered.some((name) => name.trim() === LOGGER_SUBPROTOCOL);
}

/**
 * Serial number that no module has, because it is too long. An impossible one is looked up as this one, so that it
 * takes the same time.
 */
const NO_SERIAL = "-".repeat(33);
const NO_SECRET = digest("");

/** Finds the module of the credentials; null both for an unknown serial number and a wrong secret. */
async function findByCredentials(request: Request, env: Env) {
  const { serial, secret } = readBasic(request.headers.get("Authorization") ?? "");
  const known = serialNumber.safeParse(serial);
  const { database } = contextOf(env);
  const module = await findModule(database, known.success ? known.data : NO_SERIAL);
  const right = equalDigests(digest(secret), secretHashOf(module));
  return module !== undefined && right && secret !== "" ? module : null;
}

/** A released module keeps its previous secret while it waits: its last owner may claim it again. */
function secretHashOf(module: FoundModule | undefined): string {
  if (module === undefined) return NO_SECRET;
  const { siteId, secretHash, releasedHash } = module;
  return siteId === null && releasedHash !== null ? releasedHash : secretHash;
}

function readBasic(header: string): { serial: string; secret: string } {
  const [, encoded = ""] = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header) ?? [];
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 0) return { serial: "", secret: "" };
  return { serial: text.slice(0, colon), secret: text.slice(colon + 1) };
}
