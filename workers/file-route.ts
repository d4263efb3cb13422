import { Problem } from "#domain/problem.ts";
import { readFile } from "#operations/files/read-file.ts";
import { answerProblem } from "./answers.ts";
import { identifyApiCaller, identifyPageCaller } from "./request-scope/caller.ts";
import { contextOf } from "./services.ts";

/** Download names by content type; the original name of a file is not stored. */
const NAMES: Readonly<Record<string, string>> = {
  "image/jpeg": "picture.jpg",
  "image/png": "picture.png",
  "text/csv; charset=utf-8": "alarms.csv",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "alarms.xlsx",
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
    const disposition = file.contentType.startsWith("image/") ? "inline" : "attachment";
    return new Response(await file.open(), {
      headers: {
        ...headers,
        "Content-Type": file.contentType,
        "Content-Disposition": `${disposition}; filename="${NAMES[file.contentType] ?? "file"}"`,
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "X-Content-Type-Options": "nosniff",
      },
    });
  } catch (error) {
    if (error instanceof Problem) return answerProblem(request, error);
    throw error;
  }
}
