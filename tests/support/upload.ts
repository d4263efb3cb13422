import { exports } from "cloudflare:workers";
import { ORIGIN } from "./call-api.ts";

type Named = { name?: string; type?: string; part?: string };

/** Uploads bytes as a client would. */
export async function upload(
  token: string,
  bytes: Uint8Array<ArrayBuffer>,
  { name = "picture", type = "image/png", part = "file" }: Named = {},
): Promise<{ status: number; code: number; data: unknown }> {
  const form = new FormData();
  form.append(part, new File([bytes], name, { type }));
  const response = await exports.default.fetch(`${ORIGIN}/api/basic/v2/upload/image`, {
    method: "POST",
    headers: { Authorization: token },
    body: form,
  });
  const { code, data } = (await response.json()) as { code: number; data: unknown };
  return { status: response.status, code, data };
}

export function readFileAs(
  token: string | null,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return exports.default.fetch(ORIGIN + path, {
    headers: { ...(token !== null && { Authorization: token }), ...headers },
  });
}
