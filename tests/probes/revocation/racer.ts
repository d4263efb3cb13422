import { env, exports } from "cloudflare:workers";
import { hashPassword } from "#database/auth/password-hash.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { deriveKeyRing, readSecret } from "#protocol/keys/key-ring.ts";
import { personPrivateKey } from "#protocol/keys/person-keys.ts";
import { callApi, callAs, ORIGIN } from "../../support/call-api.ts";
import { ALPHA, BETA, GAMMA } from "../../support/seed-users.ts";
import { LOW_COST } from "../../support/test-context.ts";
import { stampOf } from "../../support/viewer-browser.ts";
import { SiteViewer } from "../../support/viewer-socket.ts";

export const SITES = [ALPHA, BETA, GAMMA];
export const PASSWORD = "sunshine1";

type Ticket = { key: string; ticket: string };
/** A socket, when it was there, and when it was closed with which code. */
export type Line = {
  viewer: SiteViewer;
  openedAt: number;
  ended: { at: number; code: number } | null;
};

const ring = deriveKeyRing(readSecret(env.HELIOPORT_SECRET) ?? new Uint8Array());
let passwordHash: string | undefined;

/** A person of one race: a member of three sites, who owns none. */
export async function makeRacer(number: number): Promise<Racer> {
  passwordHash ??= await hashPassword(PASSWORD, LOW_COST);
  const account = `racer-${number}@example.org`;
  const user = env.DB.prepare(
    "insert into users (account, email, name, password_hash, created_at, activated_at) values (?1, ?1, 'Racer', ?2, 0, 0) returning id",
  );
  const id = (await user.bind(account, passwordHash).first<number>("id")) ?? 0;
  const member = env.DB.prepare(
    "insert into memberships (user_id, site_id, role, created_at) values (?, ?, 3, 0)",
  );
  await env.DB.batch(SITES.map((siteId) => member.bind(id, siteId)));
  return new Racer(id, account);
}

export class Racer {
  readonly id: number;
  readonly account: string;
  /** Every socket that was ever there. */
  readonly lines: Line[] = [];

  constructor(id: number, account: string) {
    this.id = id;
    this.account = account;
  }

  async signIn(number: number): Promise<string> {
    const { account } = this;
    // Each from an address of its own, so that no limit slows it down.
    const address = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
    const headers = { "CF-Connecting-IP": address };
    const { body } = await callApi("/auth/v2/login", { account, password: PASSWORD }, headers);
    const { token } = body.data as { token: string };
    // A thief's would not be, unless it was confirmed a moment ago: what ends it has to hold then, too.
    await callAs(token, "/auth/v2/confirm", { password: PASSWORD });
    return token;
  }

  /** Undefined where it was refused. */
  async getTicket(token: string, siteId: number): Promise<Ticket | undefined> {
    const { status, body } = await callAs(token, "/site/v2/socketTicket", { id: siteId });
    return status === 200 ? (body.data as Ticket) : undefined;
  }

  /** A socket for a ticket; the status where it was refused. */
  async open({ key, ticket }: Ticket): Promise<Line | number> {
    const uuid = crypto.randomUUID();
    const response = await exports.default.fetch(`${ORIGIN}/ws/site/${key}/${uuid}`, {
      headers: { Upgrade: "websocket" },
    });
    if (response.webSocket === null) return response.status;
    const privateKey = toBase64Url(personPrivateKey(ring, this.id));
    const viewer = new SiteViewer(response.webSocket, stampOf({ privateKey, uuid }), ticket);
    const line: Line = { viewer, openedAt: Date.now(), ended: null };
    this.lines.push(line);
    void viewer.closed.then((code) => {
      line.ended = { at: Date.now(), code };
    });
    viewer.socket.send(viewer.browser.writeLogin({ ticket }, "login"));
    return line;
  }

  /** A socket that is logged in. */
  async watch(token: string, siteId: number): Promise<Line> {
    const ticket = await this.getTicket(token, siteId);
    const line = ticket === undefined ? 0 : await this.open(ticket);
    if (typeof line === "number") throw new Error(`no socket: ${line}`);
    const { body } = await line.viewer.next(({ cmd }) => cmd === 273);
    if (body.status !== 200) throw new Error(`not welcome: ${body.status}`);
    return line;
  }
}
