import type { EquipmentStatus } from "#domain/devices/equipment-status.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { Chance } from "../../../support/seeded-chance.ts";
import type { World } from "../../../support/world/world.ts";
import type { Control, WorldViewer } from "../../../support/world/world-viewer.ts";
import type { Cast } from "./cast.ts";
import type { Polls } from "./polls.ts";
import type { RoughLines } from "./rough-lines.ts";
import { Silence } from "./silence.ts";

const WEIGHTS = {
  passBriefly: 30,
  pass: 8,
  passLong: 0.6,
  turnWeather: 3,
  poll: 1,
  turnPolls: 1.5,
  silence: 0.4,
  event: 6,
  oldEvents: 3,
  status: 3,
  tree: 1.5,
  control: 14,
  batch: 4,
  repeat: 4,
  query: 7,
  viewer: 4,
  endRight: 1,
  unlink: 0.6,
  rival: 0.6,
  behave: 5,
  manner: 3,
  clock: 0.7,
};

const SETTINGS: Record<string, readonly RegisterValue[]> = {
  "0033114047": [50, 120.5, 230.04, 231, 300, 301],
  "0033114048": [0, 5, 45, 100, 3],
  "0033114020": [0, 1, 2],
  "0033110060": ["quiet", "boost", 7],
  FFFF000400: [0, 1],
  "0033110107": [1],
  "0033119999": [1],
};
const WORDS: readonly EquipmentStatus[] = ["invert", "charge", "fault", "standby", "offline"];
const CODES = [1, 2, 3];
const ADDRESSES = ["FFFF000120", "0033114047", "0033110060", "FFFF000100"];

/** What may happen next in a run. Each step is small, so that an eviction fits between any two. */
export class Steps {
  readonly #world: World;
  readonly #chance: Chance;
  readonly #cast: Cast;
  readonly #lines: RoughLines;
  readonly #polls: Polls;
  readonly #silence: Silence;
  /** Commands that were given, for those who give them again. */
  readonly #given: { cmd: number; items: readonly Control[] }[] = [];
  #unlinkedUntil = 0;
  #lastSession = 0;
  /** What the device says of its samples' time is not what it was. */
  wasClockWrong = false;

  constructor(world: World, chance: Chance, cast: Cast, lines: RoughLines, polls: Polls) {
    this.#world = world;
    this.#chance = chance;
    this.#cast = cast;
    this.#lines = lines;
    this.#polls = polls;
    this.#silence = new Silence(world, chance, cast, lines, polls);
    world.gate = ({ kind }) => {
      if (kind !== "logger") return null;
      if (this.#silence.isNetworkGone) return { refused: 503 };
      return world.now() < this.#unlinkedUntil ? { refused: 409, retryAfterMs: 60_000 } : null;
    };
  }

  async take(): Promise<void> {
    const name = this.#chance.choose(WEIGHTS);
    if (name !== "passBriefly") this.#world.note(`step ${name}`);
    await this.#steps[name]();
  }

  readonly #steps: Record<keyof typeof WEIGHTS, () => void | Promise<void>> = {
    passBriefly: () => this.#world.advance(this.#chance.between(0, 1_500)),
    pass: () => this.#world.advance(this.#chance.between(1_000, 15_000)),
    passLong: () => this.#world.advance(this.#chance.between(60_000, 180_000)),
    turnWeather: () => this.#world.note(this.#lines.turn()),
    poll: () => this.#polls.come(),
    turnPolls: () => this.#world.note(this.#polls.turn()),
    silence: () => this.#silence.fall(),
    event: () => this.#toggleEvent(),
    oldEvents: () => this.#cast.sendOldEvents(),
    status: () => {
      const address = this.#chance.oneOf(["FFFF00", "003311"]);
      this.#cast.logger.plant.statusOf.set(address, this.#chance.oneOf(WORDS));
    },
    tree: () => this.#changeTree(),
    control: () => this.#control(),
    batch: () => this.#batch(),
    repeat: () => this.#repeat(),
    query: () => this.#query(),
    viewer: () => this.#comeOrGo(),
    endRight: () => this.#endRight(),
    unlink: async () => {
      this.#unlinkedUntil = this.#world.now() + this.#chance.between(10_000, 60_000);
      await this.#world.unlinkLogger();
    },
    rival: () => {
      if (this.#cast.rival === null) this.#cast.bringRival();
      else this.#cast.dismissRival();
    },
    behave: () => this.#behave(),
    manner: () => {
      this.#cast.logger.plant.manner = this.#chance.oneOf([
        "obeys",
        "obeys",
        "deviates",
        "refuses",
      ]);
    },
    clock: () => {
      const ms = this.#chance.between(3_000, 90_000) * this.#chance.oneOf([-1, 1]);
      this.wasClockWrong = true;
      this.#cast.behave({ verb: "clock", ms, isKept: false });
    },
  };

  #toggleEvent(): void {
    const { plant } = this.#cast.logger;
    const eventNo = this.#chance.oneOf(CODES);
    const address = this.#chance.oneOf(["FFFF00", "003311"]);
    const isThis = (one: { eventNo: number; address: string }) =>
      one.eventNo === eventNo && one.address === address;
    if (plant.active.some(isThis)) plant.active = plant.active.filter((one) => !isThis(one));
    else {
      const level = this.#chance.oneOf(["fault", "warning", "info"] as const);
      const event = { eventNo, address, level, code: `000${eventNo}`, message: `event ${eventNo}` };
      plant.active = [...plant.active, { ...event, at: this.#world.now() }];
    }
  }

  /** A changed tree is sent by a new connection. */
  #changeTree(): void {
    const { plant } = this.#cast.logger;
    const [site, inverter] = plant.equipment;
    if (site === undefined || inverter === undefined) return;
    const battery = {
      address: "004422",
      alias: `battery ${this.#chance.between(1, 3)}`,
      registers: [{ register: "0010", kind: "gauge", access: "r" } as const],
    };
    plant.equipment = this.#chance.happens(0.5)
      ? [site, { ...inverter, alias: `inverter ${this.#chance.between(1, 3)}` }]
      : [site, inverter, battery];
    plant.statusOf.set("004422", this.#chance.oneOf(["idle", "charging", "discharge"]));
    this.#cast.behave({ verb: "drop" });
  }

  #control(): void {
    const cmd = this.#chance.oneOf([320, 320, 320, 324]);
    this.#give(this.#anyViewer(), cmd, [this.#order()]);
  }

  #batch(): void {
    const items = Array.from({ length: this.#chance.between(1, 3) }, () => this.#order());
    const distinct = [...new Map(items.map((item) => [item.address, item])).values()];
    this.#give(this.#anyViewer(), 322, distinct);
  }

  #order(): Control {
    const address = this.#chance.oneOf(Object.keys(SETTINGS));
    const value = this.#chance.oneOf(SETTINGS[address] ?? [1]);
    const order = { commandId: this.#chance.uuid(), address, value };
    if (this.#chance.happens(0.8)) return order;
    return { ...order, expires: this.#world.now() + this.#chance.between(-1_000, 70_000) };
  }

  #give(viewer: WorldViewer, cmd: number, items: readonly Control[]): void {
    if (viewer.phase !== "live" && this.#chance.happens(0.5)) return;
    viewer.control(cmd, items);
    this.#given.push({ cmd, items });
  }

  /** The same again, by anybody. */
  #repeat(): void {
    if (this.#given.length === 0) return;
    const { cmd, items } = this.#chance.oneOf(this.#given.slice(-6));
    this.#anyViewer().control(cmd, items);
  }

  #query(): void {
    const cmd = this.#chance.oneOf([288, 304, 336, 336, 338]);
    const addresses = ADDRESSES.filter(() => this.#chance.happens(0.5));
    this.#anyViewer().query(cmd, cmd === 336 ? { addresses } : {});
  }

  #comeOrGo(): void {
    const viewer = this.#anyViewer();
    if (viewer.phase === "idle" || viewer.phase === "ended") viewer.connect();
    else if (this.#chance.happens(0.4)) viewer.leave();
  }

  async #endRight(): Promise<void> {
    const { person, session, rightsVersion, share } = this.#anyViewer().person;
    const isSession = share || this.#chance.happens(0.5);
    const theirs = this.#cast.viewers.filter((one) =>
      isSession ? one.person.session === session : one.person.person === person,
    );
    for (const viewer of theirs) viewer.ticketRefusal = 401;
    // Let in again later: with a new session, or by a right that was given anew.
    this.#world.plan(this.#chance.between(0, 30_000), () => {
      this.#lastSession += 1;
      for (const viewer of theirs) {
        viewer.ticketRefusal = null;
        viewer.person = {
          ...viewer.person,
          session: isSession ? `${session}-${this.#lastSession}` : viewer.person.session,
          rightsVersion: Math.max(viewer.person.rightsVersion, rightsVersion + (isSession ? 0 : 1)),
        };
      }
    });
    await this.#world.endViewers(
      isSession ? { session } : { person, rightsVersion: rightsVersion + 1 },
    );
  }

  #behave(): void {
    const name = this.#chance.choose({ answer: 6, silent: 2, slow: 3, die: 1, drop: 3, revive: 2 });
    if (name === "slow") this.#cast.behave({ verb: "slow", ms: this.#chance.between(100, 30_000) });
    else this.#cast.behave({ verb: name });
  }

  #anyViewer(): WorldViewer {
    return this.#chance.oneOf(this.#cast.viewers);
  }
}
