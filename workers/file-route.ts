import type { FileKind } from "#domain/files/file-kind.ts";
import { readByteRange } from "#domain/firmware/byte-range.ts";
import { Problem } from "#domain/problem.ts";
import { type ReadableFile, readFile } from "#operations/files/read-file.ts";
import { answerProblem } from "./answers.ts";
import { identifyApiCaller, identifyPageCaller } from "./request-scope/caller.ts";
import { contextOf } from "./services.ts";

/** Extensions of downloads by content type. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "text/csv; charset=utf-8": "csv",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "application/vnd.apache.parquet": "parquet",
  "application/zip": "zip",
};
const NAMES: Readonly<Record<FileKind, string>> = {
  picture: "picture",
  feedback: "photo",
  export: "alarms",
  history: "site-data",
  registers: "site-data",
  archive: "archive",
};

/** Serves a file to callers with permission to read it. */
export async function serveFile(request: Request, env: Env, key: string): Promise<Response> {
  const context = contextOf(env);
  try {
    const identify = request.headers.has("Authorization") ? identifyApiCaller : identifyPageCaller;
    const file = await readFile(key, await identify(request, context), context);
    // The bytes of a key never change, but the permission is checked on every request.
    const headers = { ETag: `"${key}"`, "Cache-Control": "private, no-cache" };
    if (request.headers.get("If-None-Match") === headers.ETag)
      return new Response(null, { status: 304, headers });
    const type = EXTENSIONS[file.contentType];
    const extension = type === undefined ? "" : `.${type}`;
    const named =
      file.name === null ? "" : `; filename*=UTF-8''${escapeName(file.name)}${extension}`;
    const name = type === undefined ? "file" : `${NAMES[file.kind]}${extension}`;
    const disposition = file.contentType.startsWith("image/") ? "inline" : "attachment";
    const own = {
      ...headers,
      "Content-Type": file.contentType,
      "Content-Disposition": `${disposition}; filename="${name}"${named}`,
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
    };
    return file.kind === "picture"
      ? new Response(await file.open(), { headers: own })
      : await answerRange(request, file, own);
  } catch (error) {
    if (error instanceof Problem) return answerProblem(request, error);
    throw error;
  }
}

/** Escapes a name for an extended parameter of a header (RFC 8187). */
function escapeName(name: string): string {
  const hex = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(name).replace(/[!'()*]/g, hex);
}

/** Answers with a file or the requested part of it, so that an interrupted download continues. */
async function answerRange(
  request: Request,
  file: ReadableFile,
  headers: Record<string, string>,
): Promise<Response> {
  const { size } = file;
  const condition = request.headers.get("If-Range");
  const isSame = condition === null || condition === headers.ETag;
  const range = isSame ? readByteRange(request.headers.get("Range"), size) : null;
  const accepted = { ...headers, "Accept-Ranges": "bytes" };
  if (range === "unsatisfiable")
    return new Response(null, {
      status: 416,
      headers: { ...accepted, "Content-Range": `bytes */${size}` },
    });
  const { offset, length } = range ?? { offset: 0, length: size };
  const sized: Record<string, string> = { ...accepted, "Content-Length": `${length}` };
  if (range !== null) sized["Content-Range"] = `bytes ${offset}-${offset + length - 1}/${size}`;
  const status = range === null ? 200 : 206;
  const body = request.method === "HEAD" ? null : await file.open(range ?? undefined);
  return new Response(body, { status, headers: sized });
}
