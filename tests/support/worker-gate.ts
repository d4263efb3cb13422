import { env } from "cloudflare:workers";
import { findUserByAccount } from "#database/user/users.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { digest } from "#protocol/keys/digest.ts";
import { deriveKeyRing, readSecret } from "#protocol/keys/key-ring.ts";
import { personPrivateKey } from "#protocol/keys/person-keys.ts";
import { type SocketGrant, sealSocketKey } from "#protocol/keys/socket-key.ts";
import { hashTicket } from "#protocol/viewer/ticket.ts";
import { server } from "#workers/server.ts";
import { contextOf } from "#workers/services.ts";
import { ORIGIN, signIn } from "./call-api.ts";
import { ProbeSocket } from "./probe-socket.ts";
import { database, secretOf } from "./seed-users.ts";
import { makeBrowser, stampOf } from "./viewer-browser.ts";

const unlimited = { limit: async () => ({ success: true }) };

/** The Worker's bindings with limits that let everything through: a run asks more often than anybody may. */
export const lifted = lift(env);

/** The same of other bindings. */
export function lift(bindings: Env): Env {
  const unpaced = {
    ...bindings,
    LOGGER_FAILURES: unlimited,
    LOGIN_ATTEMPTS: unlimited,
    WEATHER_CALLS: unlimited,
  };
  contextOf(unpaced).socketWait = () => 0;
  return unpaced;
}

export const ring = deriveKeyRing(readSecret(env.HELIOPORT_SECRET) ?? new Uint8Array());

export function loggerHeaders(serial: string, secret = secretOf(serial)): Record<string, string> {
  return {
    Upgrade: "websocket",
    "Sec-WebSocket-Protocol": "helioport.logger.v1",
    Authorization: `Basic ${btoa(`${serial}:${secret}`)}`,
  };
}

/** Asks the Worker itself for a socket. */
export async function askUpgrade(
  path: string,
  headers: Record<string, string>,
  bindings = lifted,
): Promise<Response> {
  return server.fetch(new Request(`${ORIGIN}${path}`, { headers }), bindings);
}

type Listening = [consume?: (text: string) => boolean, closed?: (code: number) => void];

export async function openLogger(serial: string, ...listening: Listening): Promise<ProbeSocket> {
  return socketOf(await askUpgrade("/ws/logger", loggerHeaders(serial)), ...listening);
}

function socketOf({ webSocket, status }: Response, ...listening: Listening): ProbeSocket {
  if (webSocket === null) throw new Error(`no socket, but ${status}`);
  return new ProbeSocket(webSocket, ...listening);
}

export type Person = { name: string; id: number; session: string; role: 1 | 2 | 3 };

const ROLES = { owner: 1, administrator: 1, full: 2, monitor: 3 } as const;

/** Signs a user of seed-users.ts in. */
export async function admit(name: keyof typeof ROLES): Promise<Person> {
  const user = await findUserByAccount(database, `${name}@example.org`);
  if (user === undefined) throw new Error(`there is no ${name}`);
  return { name, id: user.id, session: digest(await signIn(name)), role: ROLES[name] };
}

/** A key as the server seals it for a socket, by the clock of the run. */
export function sealKey(grant: SocketGrant): string {
  return sealSocketKey(ring, crypto.getRandomValues(new Uint8Array(12)), grant);
}

export type ViewerDoor = {
  socket: ProbeSocket;
  browser: ReturnType<typeof makeBrowser>;
  ticket: string;
  uuid: string;
};

/** A viewer's socket, with all that its login takes. @param now the clock of the run */
export async function openViewer(
  { id, session }: Person,
  siteId: number,
  now: number,
): Promise<ViewerDoor> {
  const ticket = crypto.randomUUID();
  const uuid = crypto.randomUUID();
  const key = sealKey({
    siteId,
    person: id,
    session,
    rightsVersion: 0,
    ticketHash: hashTicket(ticket),
    expires: now + 60_000,
  });
  const response = await askUpgrade(`/ws/site/${key}/${uuid}`, {
    Upgrade: "websocket",
    Origin: ORIGIN,
  });
  const privateKey = toBase64Url(personPrivateKey(ring, id));
  const browser = makeBrowser(stampOf({ uuid, privateKey }));
  return { socket: socketOf(response), browser, ticket, uuid };
}
