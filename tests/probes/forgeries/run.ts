import { env, exports } from "cloudflare:workers";
import { SHARE_SESSION_PREFIX } from "#domain/sharing/share.ts";
import { digest } from "#protocol/keys/digest.ts";
import { hashNumbers, hashText, seededRandom } from "#simulator/random.ts";
import { callAs, ORIGIN, signIn, signInOnly } from "../../support/call-api.ts";
import { resetSwitchCounters } from "../../support/reset-switch-counters.ts";
import { ABSENT, ALPHA, FOREIGN, seedUsers } from "../../support/seed-users.ts";
import { Chance } from "../../support/seeded-chance.ts";
import { connectDevice, type SettingDevice } from "../../support/setting-device.ts";
import { connectLogger, type LoggerSocket, siteStub } from "../../support/site-logger.ts";
import { MONITOR, openViewer, SHARE, type SiteViewer, watch } from "../../support/viewer-socket.ts";

const DEVICE = "7E4401";
const at = (register: string) => DEVICE + register;
const setting = { kind: "setting", access: "rw", min: 0, max: 500, step: 1 };
const REGISTERS = [
  { ...setting, register: "0001", name: "first" },
  { ...setting, register: "0002", name: "generatorSwitch" },
  { ...setting, register: "0003", name: "setClock", oneShot: true, stored: false },
  { ...setting, register: "0004", name: "nameplate", access: "r" },
  { ...setting, register: "0005", name: "resetAllSettings", oneShot: true, stored: false },
];
const CHANGE = "/site/v2/setting/change";
const CONTROLS = [320, 322, 324];
const UUID = "0b0c1a52-6f6c-4d7e-9a52-1f1e6d0c9b7a";
/** A fault of the portal. */
const INTERNAL = 500;
const RENEWED_EACH = 50;

/** Kinds of forged changes. */
export const KINDS = [
  "other site",
  "share",
  "monitor",
  "demo",
  "token without scope",
  "token of another site",
  "signed out",
  "no credential",
  "replayed",
  "change id of another user",
  "hostile value",
  "hostile request",
  "monitor's socket",
  "viewer of a link's socket",
  "stale ticket",
  "invented key",
] as const;
export type Kind = (typeof KINDS)[number];

export type ForgeriesRun = {
  findings: string[];
  /** Number of forged changes by kind. */
  forged: Map<Kind, number>;
  /** Number of answers by status; of sockets 511 for a refusal and 4401 for a closed one. */
  answers: Map<number, number>;
  /** Number of controls that reached the device besides the one that was permitted. */
  reached: number;
};

type Cast = Record<
  "owner" | "full" | "monitor" | "demo" | "stranger" | "gone" | "readToken" | "farToken" | "share",
  string
>;

/** Sends so many forged changes of all kinds to a site whose logger is connected. */
export async function runForgeries(seed: number, count: number): Promise<ForgeriesRun> {
  const chance = new Chance(seededRandom(hashNumbers(seed, hashText("forgeries"))));
  const run: ForgeriesRun = { findings: [], forged: new Map(), answers: new Map(), reached: 0 };
  await seedUsers();
  const cast = await findCast();
  const device = await connectDevice(ALPHA, DEVICE, REGISTERS);
  const foreign = await connectLogger(FOREIGN, {
    equipment: [{ address: DEVICE, registers: REGISTERS }],
  });
  const known = crypto.randomUUID();
  await callAs(cast.owner, CHANGE, changeOf(ALPHA, known, 20));
  await device.answerAll();
  const permitted = countControls(device.logger);
  if (permitted !== 1) run.findings.push(`${permitted} controls of the one permitted change`);
  const forger = new Forger({ cast, chance, device, known, run });
  for (let index = 0; index < count; index++) {
    const kind = KINDS[index % KINDS.length] ?? "other site";
    run.forged.set(kind, (run.forged.get(kind) ?? 0) + 1);
    // Each has to be refused by its own check and not by the budget of writing calls.
    if (index % RENEWED_EACH === 0) await env.DB.exec("delete from write_budgets");
    await forger.forge(kind);
  }
  await device.answerAll();
  await foreign.settle();
  run.reached = countControls(device.logger) - permitted + countControls(foreign);
  return run;
}

function countControls(logger: LoggerSocket): number {
  return logger.inbox.filter(({ cmd }) => CONTROLS.includes(cmd)).length;
}

function changeOf(id: unknown, changeId: unknown, value: unknown, address: unknown = at("0001")) {
  return { id, changeId, items: [{ address, value }] };
}

async function findCast(): Promise<Cast> {
  const owner = await signIn("owner");
  const gone = await signIn("owner");
  await callAs(gone, "/auth/v2/logout", {});
  const token = async (scope: string, siteId: number) => {
    const input = { name: scope, scope, days: 1, siteIds: [siteId] };
    const { body } = await callAs(owner, "/user/v2/token/add", input);
    return (body.data as { token: string }).token;
  };
  const share = SHARE_SESSION_PREFIX + digest("a viewer of the link");
  const now = Date.now();
  await env.DB.batch([
    env.DB.prepare(
      "insert or ignore into shares (id, site_id, token_hash, sealed_token, hides_location, created_at) values (1, ?, ?, '', 1, ?)",
    ).bind(ALPHA, digest("link"), now),
    env.DB.prepare(
      "insert or ignore into share_sessions (id, share_id, version, created_at, expires_at) values (?, 1, 0, ?, ?)",
    ).bind(digest(share), now, now + 86_400_000),
  ]);
  const names = ["full", "monitor", "demo", "stranger"] as const;
  const [full = "", monitor = "", demo = "", stranger = ""] = await Promise.all(names.map(signIn));
  const [readToken, farToken] = [await token("read", ALPHA), await token("manage", 2)];
  return { owner, full, monitor, demo, stranger, gone, readToken, farToken, share };
}

type Scene = {
  cast: Cast;
  chance: Chance;
  device: SettingDevice;
  /** Id of the owner's change, which was executed. */
  known: string;
  run: ForgeriesRun;
};

/** Forges changes by calls and on sockets. */
class Forger {
  readonly #scene: Scene;
  readonly #viewers = new Map<string, SiteViewer>();
  #sent = 0;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  async forge(kind: Kind): Promise<void> {
    const { cast, chance, known } = this.#scene;
    switch (kind) {
      case "other site":
        return chance.happens(0.5)
          ? this.#refuse(kind, cast.stranger, ALPHA)
          : this.#refuse(kind, cast.owner, chance.oneOf([FOREIGN, ABSENT, -1, 2 ** 53]));
      case "share":
      case "monitor":
      case "demo":
        return this.#refuse(kind, cast[kind], ALPHA);
      case "token without scope":
        return this.#refuse(kind, cast.readToken, ALPHA);
      case "token of another site":
        return this.#refuse(kind, cast.farToken, ALPHA);
      case "signed out":
        return this.#refuse(kind, cast.gone, ALPHA);
      case "no credential":
        return this.#refuse(kind, chance.oneOf(["", "x", `hp_${"A".repeat(43)}`, "hps_x"]), ALPHA);
      case "replayed": {
        const status = await this.#call(CHANGE, cast.owner, changeOf(ALPHA, known, this.#value()));
        if (status !== 200) this.#find(kind, status);
        return;
      }
      case "change id of another user": {
        const status = await this.#call(CHANGE, cast.full, changeOf(ALPHA, known, this.#value()));
        if (status !== 403) this.#find(kind, status);
        return;
      }
      case "hostile value":
        return this.#expectRefusal(
          kind,
          await this.#call(
            CHANGE,
            cast.owner,
            changeOf(ALPHA, crypto.randomUUID(), chance.oneOf(HOSTILE_VALUES)),
          ),
        );
      case "hostile request":
        return this.#expectRefusal(
          kind,
          await this.#call(CHANGE, cast.owner, chance.oneOf(HOSTILE_REQUESTS)()),
        );
      case "monitor's socket":
        return this.#control(kind, MONITOR);
      case "viewer of a link's socket":
        return this.#control(kind, SHARE);
      case "stale ticket":
        return this.#replayTicket();
      case "invented key":
        return this.#inventKey();
    }
  }

  #value(): number {
    return this.#scene.chance.between(21, 500);
  }

  /** Forges any of the calls that write. */
  async #refuse(kind: Kind, token: string, id: number): Promise<void> {
    const { chance } = this.#scene;
    const changeId = crypto.randomUUID();
    const [path, input] = chance.oneOf<[string, object]>([
      [CHANGE, changeOf(id, changeId, this.#value())],
      ["/site/v2/equipment/remote/control", { id, changeId, what: "generator", value: 1 }],
      ["/site/v2/equipment/remote/clocksync", { id, changeId }],
      ["/site/v2/equipment/remote/reset", { id, changeId, what: "all", confirm: "all" }],
      ["/site/v2/equipment/remote/authtoken", { id, changeId, token: "4F2A-91C0" }],
    ]);
    this.#expectRefusal(kind, await this.#call(path, token, input));
  }

  async #call(path: string, token: string, input: unknown): Promise<number> {
    const { status } = await callAs(token, path, input);
    this.#count(status);
    return status;
  }

  #expectRefusal(kind: Kind, status: number): void {
    if (status < 400 || status >= INTERNAL) this.#find(kind, status);
  }

  #find(kind: Kind, status: number): void {
    this.#scene.run.findings.push(`${kind}: ${status}`);
  }

  #count(status: number): void {
    const { answers } = this.#scene.run;
    answers.set(status, (answers.get(status) ?? 0) + 1);
  }

  async #control(kind: Kind, who: typeof MONITOR | typeof SHARE): Promise<void> {
    const { chance } = this.#scene;
    // A viewer has a budget of frames, and a refused one may end the connection.
    if (this.#sent++ % 8 === 0) this.#closeViewers();
    const viewer = this.#viewers.get(kind) ?? (await watch(ALPHA, who)).viewer;
    this.#viewers.set(kind, viewer);
    const item = { commandId: crypto.randomUUID(), address: at("0001"), value: this.#value() };
    const cmd = chance.oneOf(CONTROLS);
    const asked = viewer.ask(cmd, cmd === 322 ? { items: [item] } : item);
    const answer = await Promise.race([asked, viewer.closed]);
    const status = typeof answer === "number" ? answer : answer.cmd;
    this.#count(status);
    if (status !== 511 && status < 4_000) this.#find(kind, status);
    if (typeof answer === "number") this.#viewers.delete(kind);
  }

  #closeViewers(): void {
    for (const { socket } of this.#viewers.values()) socket.close(1000);
    this.#viewers.clear();
  }

  /** The ticket of an owner that was used once opens nothing. */
  async #replayTicket(): Promise<void> {
    const ticket = `stale-${this.#scene.chance.uuid()}`;
    const first = await openViewer(ALPHA, {}, ticket);
    await first.login();
    first.socket.close(1000);
    const again = await openViewer(ALPHA, {}, ticket);
    again.socket.send(again.browser.writeLogin({ ticket }, "login"));
    const code = await again.closed;
    this.#count(code);
    if (code !== 4401) this.#find("stale ticket", code);
  }

  async #inventKey(): Promise<void> {
    const bytes = crypto.getRandomValues(new Uint8Array(this.#scene.chance.between(1, 200)));
    const key = btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, "-");
    const { status } = await exports.default.fetch(`${ORIGIN}/ws/site/${key}/${UUID}`, {
      headers: { Upgrade: "websocket" },
    });
    this.#count(status);
    this.#expectRefusal("invented key", status);
  }
}

/** Values that the register does not take. */
const HOSTILE_VALUES: readonly unknown[] = [
  ...[-1, 501, 0.5, 1e308, -1e308, 2 ** 53, null, true, false, "20", "", "x".repeat(5_000)],
  ...[[], [20], {}, { v: 20 }, "__proto__", "' OR 1=1 --", "\u0000", "NaN", "Infinity"],
];

const uuid = () => crypto.randomUUID();
/** Requests that are malformed, or name what cannot be written. */
const HOSTILE_REQUESTS: readonly (() => unknown)[] = [
  () => changeOf(ALPHA, uuid(), 30, at("0004")),
  () => changeOf(ALPHA, uuid(), 30, at("0099")),
  () => changeOf(ALPHA, uuid(), 30, "FFFFFF9999"),
  () => changeOf(ALPHA, uuid(), 30, `${at("0001")} `),
  () => changeOf(ALPHA, uuid(), 30, "__proto__"),
  () => changeOf(ALPHA, uuid(), 30, [at("0001")]),
  () => changeOf(ALPHA, "not a uuid", 30),
  () => changeOf(ALPHA, 7, 30),
  () => changeOf(ALPHA, null, 30),
  () => changeOf([ALPHA], uuid(), 30),
  () => changeOf(`${ALPHA}x`, uuid(), 30),
  () => changeOf({ $gt: 0 }, uuid(), 30),
  () => ({ id: ALPHA, changeId: uuid(), items: [] }),
  () => ({ id: ALPHA, changeId: uuid(), items: "all" }),
  () => ({ id: ALPHA, changeId: uuid() }),
  () => ({ ...changeOf(ALPHA, uuid(), 30), revertAfter: 1 }),
  () => ({ ...changeOf(ALPHA, uuid(), 30), atomic: "yes" }),
  () => ({ ...changeOf(ALPHA, uuid(), 30), expires: "never" }),
  () => ({ ...changeOf(ALPHA, uuid(), 30), reason: "x".repeat(501) }),
  () => ({ ...changeOf(ALPHA, uuid(), 30), confirmWear: { x: "y" } }),
  () => ({ ...changeOf(ALPHA, uuid(), 30), password: 7 }),
  () => ({ ...changeOf(ALPHA, uuid(), 30), password: "x".repeat(5_000) }),
  () => {
    const [item] = changeOf(ALPHA, uuid(), 30).items;
    return { id: ALPHA, changeId: uuid(), items: [item, item] };
  },
  () => {
    const items = Array.from({ length: 501 }, (_, index) => ({
      address: at(`1${index.toString(16).toUpperCase().padStart(3, "0")}`),
      value: 1,
    }));
    return { id: ALPHA, changeId: uuid(), items };
  },
];

const STOLEN_FROM = 1;
/** Number of the first site of the stolen session. */
const FIRST_SITE = 700_000;

/** A session whose user has not confirmed the identity changes as many sites as it can. Returns how many it changed. */
export async function changeManySites(sites: number): Promise<{ changed: number; wrote: number }> {
  await resetSwitchCounters([STOLEN_FROM]);
  const insert = (text: string) => env.DB.prepare(text);
  await env.DB.batch([
    insert(`with recursive n(i) as (values(0) union all select i + 1 from n where i < ${sites - 1})
      insert or ignore into sites (id, name, sort_name, words, tags, country, status, status_since, alarm, online,
        creator_id, created_at, updated_at)
      select ${FIRST_SITE} + i, 'Roof', 'roof', '[]', '[]', 'DE', 'normal', 0, 'none', 1, ${STOLEN_FROM}, 0, 0 from n`),
    insert(`insert or ignore into memberships (user_id, site_id, role, created_at)
      select ${STOLEN_FROM}, id, 1, 0 from sites where id >= ${FIRST_SITE}`),
  ]);
  const stolen = await signInOnly("owner");
  let [changed, wrote] = [0, 0];
  for (let index = 0; index < sites; index++) {
    const id = FIRST_SITE + index;
    const device = await connectDevice(id, DEVICE, REGISTERS);
    const { status } = await callAs(stolen, CHANGE, changeOf(id, crypto.randomUUID(), 20));
    if (status === 200) changed += 1;
    await device.answerAll();
    wrote += device.writes.length;
    await siteStub(id).unlinkLogger();
  }
  return { changed, wrote };
}
