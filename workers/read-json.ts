import { Problem } from "#domain/problem.ts";

const SEALED_FIELDS = ["kid", "key", "payload"];

/** The body as an object; an empty body is an empty one. @throws Problem malformed */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const body = parse(await request.arrayBuffer());
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new Problem("malformed");
  return body as Record<string, unknown>;
}

/** Whether a body is in the sealed form: any of its fields makes it that. */
export function isSealed(body: Record<string, unknown>): boolean {
  return SEALED_FIELDS.some((field) => Object.hasOwn(body, field));
}

function parse(bytes: ArrayBuffer): unknown {
  if (bytes.byteLength === 0) return {};
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Problem("malformed");
  }
}
