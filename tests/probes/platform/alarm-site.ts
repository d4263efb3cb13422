import { SECOND_MS } from "#domain/units/durations.ts";
import type { FleetSite } from "#simulator/fleet-file.ts";
import { type Frame, type Logger, openLogger } from "../../clean-room/logger-client.mjs";
import { call, login } from "../../clean-room/portal-http.mjs";
import { openViewer, type Viewer } from "../../clean-room/viewer-client.mjs";

/** Instants of an alarm, ms UTC. */
export type AlarmTimes = {
  /** Of the first sample beyond the limit. */
  sampledAt?: number;
  /** At which the frame with this sample was sent. */
  uploadedAt?: number;
  /** At which the log that an open page requests contained the alarm. */
  shownAt?: number;
  pushedAt?: number;
};

type AlarmSiteOptions = {
  url: string;
  token: string;
  site: FleetSite;
  /** Times of the alarms of all sites, by the name of their rule. */
  alarms: Map<string, AlarmTimes>;
};

const REGISTER = "FFFF000131";
const NORMAL = 50;
/** Limit of the first rule, and distance to that of the next, V. */
const FIRST_LIMIT = 60;
const STEP = 2;
const MAX_VOLTAGE = 200;
/** Minimum interval of the requests of a page that shows the log, ms. */
const PAGE_INTERVAL_MS = SECOND_MS;
const READY_MS = 60 * SECOND_MS;

/** Returns the token of a new session. */
export async function signIn(
  url: string,
  { account, password }: { account: string; password: string },
): Promise<string> {
  const { token } = await login({ url, account, password });
  return token;
}

export function callPortal(url: string, token: string, path: string, input: object) {
  return call(url, `/api${path}`, input, { token }) as Promise<Record<string, unknown>>;
}

/** A site with a logger, rules of which each is breached once, and a page that shows the log. */
export class AlarmSite {
  readonly #options: AlarmSiteOptions;
  readonly #logger: Logger;
  readonly #viewer: Viewer;
  #names: string[] = [];
  #raised = 0;
  /** Address of the member who receives the e-mails. */
  email = "";
  #readAt = 0;
  #isRead = true;

  constructor(options: AlarmSiteOptions) {
    this.#options = options;
    const { url, token, site } = options;
    const { serial, secret } = site;
    this.#logger = openLogger({ url, serial, secret });
    this.#logger.device.set({ [REGISTER]: NORMAL });
    this.#logger.on("frame", (direction, frame) => direction === "out" && this.#sent(frame));
    this.#viewer = openViewer({ url, token, sn: serial });
    this.#viewer.on("change", (cmd, body) => {
      if (cmd === 264 && body.alarmsChanged) this.#readSoon();
    });
  }

  static emailOf(siteId: number): string {
    return `alarms-${siteId}@example.org`;
  }

  /**
   * Makes the rules once logger and page are connected.
   * @returns the id of the site
   */
  async prepare(rules: number): Promise<number> {
    const { url, token, site } = this.#options;
    await Promise.all([this.#logger.ready(READY_MS), this.#viewer.ready(READY_MS)]);
    this.#names = Array.from({ length: rules }, (_, index) => `Rule ${site.serial}/${index}.`);
    const limits = this.#names.map((name, index) => ({
      ...{ name, address: REGISTER, unit: "V", min: 0, max: MAX_VOLTAGE },
      ...{ lowAlarm: null, lowClear: null, highClear: FIRST_LIMIT - 1 },
      highAlarm: FIRST_LIMIT + index * STEP,
      ...{ sustainTime: 0, notifyAfter: 0, level: "fault", monitor: "all", isOpen: true },
    }));
    const input = { sn: site.serial, emailInterval: 1, limits };
    const { id } = await callPortal(url, token, "/site/v2/alarm/rule/update", input);
    this.email = AlarmSite.emailOf(Number(id));
    return Number(id);
  }

  /** Lets the logger read a value that breaches the next rule; false if none is left. */
  raise(): boolean {
    const name = this.#names[this.#raised];
    if (name === undefined) return false;
    this.#options.alarms.set(name, {});
    this.#logger.device.set({ [REGISTER]: FIRST_LIMIT + this.#raised * STEP + 1 });
    this.#raised += 1;
    return true;
  }

  stop(): void {
    this.#logger.stop();
    this.#viewer.leave();
  }

  #sent(frame: Frame): void {
    if (frame.cmd !== 260) return;
    const { start, step, times, values } = frame as unknown as {
      start?: number;
      step?: number;
      times?: number[];
      values: Record<string, (number | null)[]>;
    };
    for (const [index, value] of (values[REGISTER] ?? []).entries())
      for (const [rule, name] of this.#names.entries()) {
        const alarm = this.#options.alarms.get(name);
        if (alarm === undefined || (value ?? 0) <= FIRST_LIMIT + rule * STEP) continue;
        alarm.sampledAt ??= times?.[index] ?? (start ?? 0) + index * (step ?? 0);
        alarm.uploadedAt ??= Date.now();
      }
  }

  /** Requests the log as the page does: after a change, and not more often than a page. */
  #readSoon(): void {
    if (!this.#isRead) return;
    this.#isRead = false;
    setTimeout(
      () => {
        this.#isRead = true;
        this.#readAt = Date.now();
        void this.#read();
      },
      Math.max(0, this.#readAt + PAGE_INTERVAL_MS - Date.now()),
    );
  }

  async #read(): Promise<void> {
    const { url, token, site, alarms } = this.#options;
    const input = { sn: site.serial, page: 1, size: 100 };
    const log = await callPortal(url, token, "/site/v4/alarm/logger/page", input);
    const at = Date.now();
    for (const { description } of log.rows as { description: string }[])
      for (const name of this.#names) {
        const times = alarms.get(name);
        if (times !== undefined && description.includes(name)) times.shownAt ??= at;
      }
  }
}
