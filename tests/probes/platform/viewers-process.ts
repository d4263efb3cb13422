import { hashText, seededRandom } from "#simulator/random.ts";
import { LightViewer } from "./light-viewer.ts";
import { serveCalls } from "./process-calls.ts";
import { signInViewer } from "./viewer-account.ts";

export type ViewersStart = {
  url: string;
  account: string;
  password: string;
  /** Of each viewer the site; one may be named several times. */
  serials: string[];
  seed: number;
  /** Viewers that connect in a second, at first. */
  dialsPerSecond: number;
};
export type ViewersNews = {
  in: number;
  /** 260s received so far. */
  pushes: number;
  /** When one asked for a ticket, ms, since the last news. */
  dials: number[];
  /** When a 273 came, ms, since the last news. */
  welcomes: number[];
  /** ms from ticket, upgrade and login to their answers, of each welcome since the last news. */
  took: { ticket: number; upgrade: number; login: number }[];
  /** How connections ended, or the attempts at them, since the last news. */
  ends: Record<string, number>;
};

let viewers: LightViewer[] = [];
let pushes = 0;
type Events = Pick<ViewersNews, "dials" | "welcomes" | "took" | "ends">;
const nothing = (): Events => ({ dials: [], welcomes: [], took: [], ends: {} });
let news = nothing();

serveCalls({
  async start({ url, account, password, serials, seed, dialsPerSecond }: ViewersStart) {
    const takeTicket = await signInViewer(url, account, password);
    viewers = serials.map(
      (serial, index) =>
        new LightViewer({
          url,
          serial,
          takeTicket() {
            news.dials.push(Date.now());
            return takeTicket(serial);
          },
          random: seededRandom(hashText(`viewer ${index}`) ^ seed),
          onWelcome(took) {
            news.welcomes.push(Date.now());
            news.took.push(took);
          },
          onEnd(reason) {
            news.ends[reason] = (news.ends[reason] ?? 0) + 1;
          },
          onValues() {
            pushes += 1;
          },
        }),
    );
    for (const [index, viewer] of viewers.entries())
      setTimeout(() => viewer.connect(), (index / dialsPerSecond) * 1_000);
  },
  news(): ViewersNews {
    const taken = news;
    news = nothing();
    return { in: viewers.filter(({ isIn }) => isIn).length, pushes, ...taken };
  },
  cut() {
    for (const viewer of viewers) viewer.cut();
  },
});
