import { env, exports } from "cloudflare:workers";
import { expect } from "vitest";
import type { Context } from "#operations/context.ts";
import { callAs, ORIGIN } from "../call-api.ts";
import { takeAllSteps } from "./take-steps.ts";

export type ListedTask = {
  archiveId: number;
  phase: string;
  failure: string | null;
  failureFile: string | null;
  differences: number | null;
  siteKey: string | null;
};

/** Calls an operation, and expects success. */
export async function callWith<Data>(token: string, path: string, input: object): Promise<Data> {
  const { status, body } = await callAs(token, path, input);
  expect([path, status, body.message]).toEqual([path, 200, "Success"]);
  return body.data as Data;
}

/** Archives a site, or the account without one, and returns the bytes of the downloaded file. */
export async function takeArchiveOf(
  token: string,
  siteId: number | null,
): Promise<Uint8Array<ArrayBuffer>> {
  await freeBudgets();
  const path = siteId === null ? "/user/v2/archive/add" : "/site/v2/archive/add";
  const input = siteId === null ? {} : { id: siteId };
  const { archiveId } = await callWith<{ archiveId: number }>(token, path, input);
  await takeAllSteps(archiveId);
  const download = "/user/v2/archive/download";
  const { file } = await callWith<{ file: string }>(token, download, { archiveId });
  const headers = { Authorization: token };
  const response = await exports.default.fetch(`${ORIGIN}${file}`, { headers });
  expect(response.status).toBe(200);
  const bytes = new Uint8Array(await response.arrayBuffer());
  await callWith(token, "/user/v2/archive/delete", { archiveId });
  return bytes;
}

/** Uploads an archive in its parts. */
export async function uploadArchive(
  token: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<number> {
  await freeBudgets();
  type Begun = { archiveId: number; partBytes: number; parts: number };
  const input = { name: "archive.zip", size: bytes.length };
  const begun = await callWith<Begun>(token, "/user/v2/archive/import/add", input);
  for (let number = 1; number <= begun.parts; number++) {
    const form = new FormData();
    form.set("archiveId", String(begun.archiveId));
    form.set("number", String(number));
    const part = bytes.subarray((number - 1) * begun.partBytes, number * begun.partBytes);
    form.set("file", new Blob([part]), "part");
    const response = await exports.default.fetch(`${ORIGIN}/api/user/v2/archive/import/part`, {
      method: "POST",
      headers: { Authorization: token },
      body: form,
    });
    expect(response.status).toBe(200);
    await response.body?.cancel();
  }
  return begun.archiveId;
}

/** Uploads an archive and lets it be verified and imported. */
export async function importArchiveOf(
  token: string,
  bytes: Uint8Array<ArrayBuffer>,
  more: Partial<Context> = {},
): Promise<ListedTask> {
  const archiveId = await uploadArchive(token, bytes);
  await callWith(token, "/user/v2/archive/import/start", { archiveId });
  await takeAllSteps(archiveId, more);
  type List = { archives: ListedTask[] };
  const { archives } = await callWith<List>(token, "/user/v2/archive/list", {});
  const found = archives.find((each) => each.archiveId === archiveId);
  if (found === undefined) throw new Error("no such archive");
  return found;
}

/** Returns the site of an import; 0 without one. */
export async function siteOfImport(archiveId: number): Promise<number> {
  const row = await env.DB.prepare("select site_id from archive_tasks where id = ?")
    .bind(archiveId)
    .first<{ site_id: number | null }>();
  return row?.site_id ?? 0;
}

/** Tests make more calls than a user. */
async function freeBudgets(): Promise<void> {
  await env.DB.batch(
    ["rate_limit_attempts", "write_budgets"].map((table) => env.DB.prepare(`delete from ${table}`)),
  );
}
