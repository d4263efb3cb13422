import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../failure.ts";
import { projectRoot } from "../project-root.ts";
import { expectSuccess } from "./account.ts";
import type { Apply, Query } from "./query.ts";
import { withDatabase } from "./with-database.ts";
import { runWrangler, type Wrangler } from "./wrangler.ts";

const BINARY = "application/octet-stream";

type PutFile = (key: string, bytes: Uint8Array) => Promise<void>;
type Stores = { query: Query; apply: Apply; putFile: PutFile };

/** Runs `work` with the database and the file store of the deployment, or of `npm start`, which must not be running. */
export async function withFiles<T>(
  local: boolean,
  work: (stores: Stores) => Promise<T>,
): Promise<T> {
  if (!local) {
    const bucket = await readBucket();
    const putFile = putRemotely(runWrangler, bucket);
    return withDatabase(false, (query, apply) => work({ query, apply, putFile }));
  }
  const { withLocalPlatform } = await import("./local-database.ts");
  return withLocalPlatform(({ query, apply, files }) => {
    const putFile: PutFile = async (key, bytes) => {
      await files.put(key, bytes, { httpMetadata: { contentType: BINARY } });
    };
    return work({ query, apply, putFile });
  });
}

type Bucket = { name: string; jurisdiction: string | undefined };

/** Returns a function that puts a file into a bucket through wrangler, which reads it from a temporary file. */
export function putRemotely(wrangler: Wrangler, { name, jurisdiction }: Bucket): PutFile {
  return async (key, bytes) => {
    const directory = mkdtempSync(join(tmpdir(), "helioport-file-"));
    try {
      const path = join(directory, "file");
      writeFileSync(path, bytes);
      const place = jurisdiction ? ["--jurisdiction", jurisdiction] : [];
      const options = ["--file", path, "--content-type", BINARY, "--remote", ...place];
      await expectSuccess(wrangler, ["r2", "object", "put", `${name}/${key}`, ...options]);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  };
}

/** A deployment named by `npm run deploy` has a bucket of that name, and `DATA_JURISDICTION` decides its location. */
async function readBucket(): Promise<Bucket> {
  const { unstable_readConfig } = await import("wrangler");
  const config = unstable_readConfig({ config: join(projectRoot, "wrangler.toml") });
  const [bucket] = config.r2_buckets;
  if (bucket?.bucket_name === undefined) throw new Failure("wrangler.toml names no bucket.");
  const { HELIOPORT_NAME: own, DATA_JURISDICTION: given } = process.env;
  const { name = "", vars } = config;
  const isOwn = own !== undefined && bucket.bucket_name.startsWith(`${name}-`);
  return {
    name: isOwn ? own + bucket.bucket_name.slice(name.length) : bucket.bucket_name,
    jurisdiction: given ?? (String(vars.DATA_JURISDICTION ?? "") || undefined),
  };
}
