import { Problem } from "#domain/problem.ts";

/** Parses the body as an object; an empty body is an empty object. @throws Problem malformed */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const body = parse(await request.arrayBuffer());
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new Problem("malformed");
  return body as Record<string, unknown>;
}

function parse(bytes: ArrayBuffer): unknown {
  if (bytes.byteLength === 0) return {};
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Problem("malformed");
  }
}
