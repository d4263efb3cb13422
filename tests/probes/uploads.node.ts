/** Bodies of 100 MB at every place of a picture, one by one and many at once: refused, none of it kept, and memory stays bounded. */
import { globSync } from "node:fs";
import { z } from "zod";
import { sessionCookie } from "#protocol/session-cookie.ts";
import { readProbeOptions } from "../support/probe-options.ts";
import { startServer } from "../support/server.ts";
import { measureResident } from "./platform/resident-memory.ts";
import { type Sent, sendBody } from "./uploads/send-body.ts";

const options = readProbeOptions(process.env.HELIOPORT_PROBE, {
  /** Bodies at a time, at each place. */
  count: z.coerce.number().int().min(1).default(8),
  /** Bytes of each. */
  size: z.coerce.number().int().min(40_000_000).default(100_000_000),
});
const PLACES = [
  "/api/basic/v2/upload/image",
  "/api/user/v2/updateHeader",
  "/api/user/v2/updateBanner",
  "/api/site/v2/updateBanner",
  "/api/site/v2/gallery/add",
  "/banner",
  "/user",
  "/settings/appearance",
];
const MAX_SECONDS = 10;
/** A body is read so far for its connection's sake; what lies in buffers comes besides. */
const MAX_READ = 48 * 1_048_576;
/** Resident, with what is thrown away and not collected yet. */
const MAX_GROWTH = 384 * 1_048_576;
const MEASURE_EACH_MS = 50;

const { count, size } = options;
const server = await startServer();
const { database } = server.runtime;
const login = await fetch(`${server.url}/api/auth/v2/login`, {
  method: "POST",
  body: JSON.stringify(server.accounts.owner),
});
const { data } = (await login.json()) as { data: { token: string } };
const headers = {
  Cookie: `${sessionCookie(false)}=${data.token}`,
  Origin: new URL(server.url).origin,
};
const failures: string[] = [];
const before = await countKept();
const resting = measureResident();
let most = resting;
const timer = setInterval(() => {
  most = Math.max(most, measureResident());
}, MEASURE_EACH_MS);

for (const path of PLACES) {
  const address = new URL(path, server.url);
  const honest = { size, said: size };
  const unsaid = { size, said: null };
  judge(`${path}, its length said`, [await sendBody(address, headers, honest)]);
  judge(`${path}, nothing said`, [await sendBody(address, headers, unsaid)]);
  // What is beyond what was said is the next request to a server, and no good one.
  judge(
    `${path}, too little said`,
    [await sendBody(address, headers, { size, said: 2_048 })],
    "any refusal",
  );
  const many = Array.from({ length: count }, (_, place) =>
    sendBody(address, headers, place % 2 === 0 ? honest : unsaid),
  );
  judge(`${path}, ${count} at once`, await Promise.all(many), "any refusal");
}
clearInterval(timer);
const alive = await fetch(`${server.url}/login`);
if (alive.status !== 200) failures.push(`afterwards /login is answered with ${alive.status}`);
if ((await countKept()) !== before) failures.push("something was kept");
const mebibytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MiB`;
console.log(`memory: ${mebibytes(resting)} before, ${mebibytes(most)} at most`);
if (most - resting > MAX_GROWTH) failures.push("memory grew with what was sent");
await server.stop();
console.log(failures.length === 0 ? "✓ refused, and nothing kept" : `✗ ${failures.join("\n✗ ")}`);
process.exit(failures.length === 0 ? 0 : 1);

/** How many files are on record, and what is in the store. */
async function countKept(): Promise<string> {
  const rows = await database.prepare("select count(*) as n from files").first<number>("n");
  const blobs = globSync("**/blobs/*", { cwd: server.state.resources });
  return `${rows} on record, ${blobs.length} in the store`;
}

/** A client that goes on sending when the line is closed may be cut off before it reads the reason. */
function judge(what: string, answers: readonly Sent[], right: 413 | "any refusal" = 413): void {
  const quickest = Math.min(...answers.map(({ ms }) => ms)) / 1_000;
  const sent = Math.max(...answers.map((one) => one.sent));
  const statuses = [...new Set(answers.map(({ status }) => status ?? "cut off"))].join(", ");
  const megabytes = (sent / 1_000_000).toFixed(0);
  console.log(`${what}: ${statuses} after ${quickest.toFixed(2)} s and ${megabytes} MB`);
  const isRight = ({ status }: Sent) =>
    status === null || (right === 413 ? status === 413 : status >= 300 && status < 500);
  if (!answers.every(isRight)) failures.push(`${what}: ${statuses}`);
  if (answers.length === 1 && quickest > MAX_SECONDS)
    failures.push(`${what}: only after ${quickest.toFixed(1)} s`);
  if (sent > MAX_READ) failures.push(`${what}: ${megabytes} MB were taken in`);
}
