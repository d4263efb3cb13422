import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort } from "#tools/port.ts";
import { bytesOf, PeerProcess, requireCommand } from "./peer-process.ts";
import { Caller, type Curve, type Question, type System } from "./system.ts";
import type { SamplePeriod, TiledHousehold } from "./tiled-household.ts";

const ROWS = 5_000;
const MERGES_WITHIN_MS = 600_000;
const QUIET_MS = 10_000;

/** VictoriaMetrics as it comes, keeping three years, without its cache of answers. */
export async function startVictoria(): Promise<System> {
  requireCommand("victoria-metrics", "victoria-metrics");
  const peer = new PeerProcess("victoria-metrics");
  const port = await findFreePort();
  const data = join(peer.folder, "store");
  const url = `http://127.0.0.1:${port}`;
  const caller = new Caller();
  const args = [
    `-httpListenAddr=127.0.0.1:${port}`,
    `-storageDataPath=${data}`,
    "-retentionPeriod=36",
    "-search.disableCache",
    "-loggerLevel=ERROR",
  ];
  await peer.start(args, caller, `${url}/health`);
  return {
    name: "VictoriaMetrics",
    processes: peer.processes,
    async load(site, household, period) {
      const columns = household.channels.map((_, place) => `${place + 2}:metric:c${place}`);
      const format = ["1:time:unix_ms", ...columns].join(",");
      for (const body of rowsOf(household, period))
        await caller.call({
          url: `${url}/api/v1/import/csv?format=${format}&extra_label=site=${site}`,
          method: "POST",
          body,
        });
    },
    async settle() {
      await caller.call({ url: `${url}/internal/force_flush` });
      await caller.call({ url: `${url}/internal/force_merge` });
      let [bytes, since] = [-1, Date.now()];
      for (const end = Date.now() + MERGES_WITHIN_MS; Date.now() < end; await wait(1_000)) {
        const now = bytesOf(data);
        if (now !== bytes) [bytes, since] = [now, Date.now()];
        else if (Date.now() - since > QUIET_MS) return;
      }
    },
    ask: (question) => caller.call({ url: url + pathOf(question) }),
    read: readCurves,
    async stop() {
      caller.end();
      await peer.end();
    },
    bytes() {
      const bytes = bytesOf(data);
      peer.remove();
      return bytes;
    },
  };
}

function* rowsOf(household: TiledHousehold, period: SamplePeriod): Generator<string> {
  const { from, stepMs, count, columns } = period;
  for (let start = 0; start < count; start += ROWS) {
    const rows: string[] = [];
    for (let index = start; index < Math.min(count, start + ROWS); index++) {
      const cells = columns.map((column, place) => household.valueOf(place, column[index] ?? 0));
      rows.push(`${from + index * stepMs},${cells.join(",")}`);
    }
    yield rows.join("\n");
  }
}

/**
 * Every sample by its export, which does no more than read; buckets by `rollup`, which makes average, least and
 * greatest in one pass. Its buckets end with their instant and hold it, so that is the bucket's last millisecond.
 */
export function pathOf({ site, channels, from, until, bucketMs }: Question): string {
  const names = channels.map((place) => `c${place}`).join("|");
  const series = `{__name__=~"${names}",site="${site}"}`;
  if (bucketMs === null) {
    const match = encodeURIComponent(series);
    return `/api/v1/export?match[]=${match}&start=${from / 1_000}&end=${(until - 1) / 1_000}`;
  }
  const one = channels.length === 1 ? `${names}{site="${site}"}` : series;
  const query = encodeURIComponent(`rollup(${one}[${bucketMs}ms])`);
  const [start, end, step] = [(from + bucketMs - 1) / 1_000, (until - 1) / 1_000, `${bucketMs}ms`];
  return `/api/v1/query_range?query=${query}&start=${start}&end=${end}&step=${step}&nocache=1`;
}

type Exported = { metric: { __name__: string }; values: number[]; timestamps: number[] };
type Ranged = { metric: { __name__?: string; rollup: string }; values: [number, string][] };

function readCurves({ channels, bucketMs }: Question, body: Buffer): Curve[] {
  if (bucketMs === null) {
    const lines = body.toString().split("\n").filter(Boolean);
    const all = lines.map((line) => JSON.parse(line) as Exported);
    return channels.map((place) => {
      const own = all.filter(({ metric }) => metric.__name__ === `c${place}`);
      return {
        at: own.flatMap(({ timestamps }) => timestamps),
        value: own.flatMap(({ values }) => values),
      };
    });
  }
  const { data } = JSON.parse(body.toString()) as { data: { result: Ranged[] } };
  return channels.map((place) => {
    const own = data.result.find(
      ({ metric }) =>
        metric.rollup === "avg" && (channels.length === 1 || metric.__name__ === `c${place}`),
    );
    return {
      at: (own?.values ?? []).map(([at]) => Math.round(at * 1_000) + 1 - bucketMs),
      value: (own?.values ?? []).map(([, value]) => Number(value)),
    };
  });
}
