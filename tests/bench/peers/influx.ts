import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort } from "#tools/port.ts";
import { bytesOf, PeerProcess, requireCommand } from "./peer-process.ts";
import { Caller, type Curve, type Question, type System } from "./system.ts";
import type { SamplePeriod, TiledHousehold } from "./tiled-household.ts";

const LINES = 5_000;
/** Its files have not changed for so long. */
const QUIET_MS = 15_000;
const SETTLES_WITHIN_MS = 600_000;

/** InfluxDB 1.x as it comes, but that it compacts as soon as nothing more is written, not after four hours. */
export async function startInflux(): Promise<System> {
  requireCommand("influxd", "influxdb");
  const peer = new PeerProcess("influxd");
  const [port, rpcPort] = [await findFreePort(), await findFreePort()];
  const config = join(peer.folder, "influxdb.conf");
  const data = join(peer.folder, "store");
  mkdirSync(data);
  writeFileSync(config, configuration(data, port, rpcPort));
  const url = `http://127.0.0.1:${port}`;
  const caller = new Caller();
  await peer.start(["-config", config], caller, `${url}/ping`);
  await caller.call({
    url: `${url}/query?q=${encodeURIComponent("CREATE DATABASE b")}`,
    method: "POST",
  });
  return {
    name: "InfluxDB",
    processes: peer.processes,
    async load(site, household, period) {
      for (const body of linesOf(site, household, period))
        await caller.call({ url: `${url}/write?db=b&precision=ms`, method: "POST", body });
    },
    async settle() {
      let [bytes, since] = [-1, Date.now()];
      for (const end = Date.now() + SETTLES_WITHIN_MS; Date.now() < end; await wait(1_000)) {
        const now = bytesOf(data);
        if (now !== bytes) [bytes, since] = [now, Date.now()];
        else if (Date.now() - since > QUIET_MS) return;
      }
    },
    ask: (question) => {
      const query = encodeURIComponent(selectOf(question));
      return caller.call({ url: `${url}/query?db=b&epoch=ms&q=${query}` });
    },
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

function configuration(data: string, port: number, rpcPort: number): string {
  return `reporting-disabled = true
bind-address = "127.0.0.1:${rpcPort}"
[meta]
  dir = "${join(data, "meta")}"
[data]
  dir = "${join(data, "data")}"
  wal-dir = "${join(data, "wal")}"
  query-log-enabled = false
  cache-snapshot-write-cold-duration = "5s"
  compact-full-write-cold-duration = "5s"
[monitor]
  store-enabled = false
[continuous_queries]
  enabled = false
[http]
  bind-address = "127.0.0.1:${port}"
  log-enabled = false
`;
}

function* linesOf(
  site: number,
  household: TiledHousehold,
  period: SamplePeriod,
): Generator<string> {
  const { from, stepMs, count, columns } = period;
  for (let start = 0; start < count; start += LINES) {
    const lines: string[] = [];
    for (let index = start; index < Math.min(count, start + LINES); index++) {
      const fields = columns.map(
        (column, place) => `c${place}=${household.valueOf(place, column[index] ?? 0)}`,
      );
      lines.push(`house,site=${site} ${fields.join(",")} ${from + index * stepMs}`);
    }
    yield lines.join("\n");
  }
}

export function selectOf({ site, channels, from, until, bucketMs }: Question): string {
  const where = `FROM house WHERE site = '${site}' AND time >= ${from}ms AND time < ${until}ms`;
  if (bucketMs === null) return `SELECT ${channels.map((place) => `c${place}`).join(",")} ${where}`;
  const means = channels.map((place) => `mean(c${place}),min(c${place}),max(c${place})`);
  return `SELECT ${means.join(",")} ${where} GROUP BY time(${bucketMs}ms) fill(none)`;
}

function readCurves({ channels, bucketMs }: Question, body: Buffer): Curve[] {
  const { results } = JSON.parse(body.toString()) as {
    results: { series?: { values: number[][] }[] }[];
  };
  const rows = results[0]?.series?.[0]?.values ?? [];
  const each = bucketMs === null ? 1 : 3;
  return channels.map((_, index) => ({
    at: rows.map((row) => row[0] ?? 0),
    value: rows.map((row) => row[1 + index * each] ?? 0),
  }));
}
