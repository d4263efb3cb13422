import { env, exports } from "cloudflare:workers";
import { toBase64Url } from "#protocol/base64url.ts";
import { deriveKeyRing, readSecret } from "#protocol/keys/key-ring.ts";
import { personPrivateKey } from "#protocol/keys/person-keys.ts";
import { callApi, callAs, ORIGIN } from "../support/call-api.ts";
import { PASSWORD } from "../support/seed-users.ts";
import { stampOf, UUID } from "../support/viewer-browser.ts";
import { SiteViewer } from "../support/viewer-socket.ts";
import { ACCOUNT, SITE_ID } from "./priced-site.ts";
import type { VirtualSite } from "./virtual-site.ts";

const PERSON = 1;
const HEARTBEAT_EVERY_S = 20;
const ANSWERS_EVERY = 16;

/** A viewer of the site's page, as the portal's own code behaves. */
export class WatchingPerson {
  readonly #site: VirtualSite;
  readonly #viewer: SiteViewer;
  #seconds = 0;
  #pushes = 0;

  private constructor(site: VirtualSite, viewer: SiteViewer) {
    this.#site = site;
    this.#viewer = viewer;
  }

  /** Signs in, looks at the list and opens the site. */
  static async open(site: VirtualSite): Promise<WatchingPerson> {
    const token = await site.request("login", signIn);
    site.countPage();
    await site.request("list", () => callAs(token, "/site/v4/getListBySearchFilterAndReorder", {}));
    site.countPage();
    const { body } = await site.request("ticket", () =>
      callAs(token, "/site/v2/socketTicket", { id: SITE_ID }),
    );
    const { key, ticket } = body.data as { key: string; ticket: string };
    const viewer = await site.request("viewer", () =>
      site.event("viewer", async () => {
        const opened = new SiteViewer(await upgrade(key), stampOfPerson(), ticket);
        const { status } = await opened.login();
        if (status !== 200) throw new Error(`not welcome: ${status}`);
        return opened;
      }),
    );
    return new WatchingPerson(site, viewer);
  }

  /** One second at the page: heartbeats, and an answer to each sixteenth push. */
  async watch(): Promise<void> {
    this.#seconds += 1;
    if (this.#seconds % HEARTBEAT_EVERY_S === 0) this.#site.countHeartbeat();
    const pushes = this.#viewer.messages.drain().filter(({ cmd }) => cmd === 260).length;
    this.#pushes += pushes;
    if (this.#pushes < ANSWERS_EVERY) return;
    this.#pushes -= ANSWERS_EVERY;
    await this.#site.event("answer", async () => this.#viewer.send(261, "", {}));
  }

  async leave(): Promise<void> {
    await this.#site.event("leave", async () => {
      this.#viewer.socket.close(1000);
      await this.#viewer.closed;
    });
  }
}

async function signIn(): Promise<string> {
  const { body } = await callApi("/auth/v2/login", { account: ACCOUNT, password: PASSWORD });
  return (body.data as { token: string }).token;
}

function stampOfPerson() {
  const ring = deriveKeyRing(readSecret(env.HELIOPORT_SECRET) ?? new Uint8Array());
  return stampOf({ siteId: SITE_ID, privateKey: toBase64Url(personPrivateKey(ring, PERSON)) });
}

async function upgrade(key: string): Promise<WebSocket> {
  const response = await exports.default.fetch(`${ORIGIN}/ws/site/${key}/${UUID}`, {
    headers: { Upgrade: "websocket" },
  });
  if (response.webSocket === null) throw new Error(`no socket, but ${response.status}`);
  return response.webSocket;
}
