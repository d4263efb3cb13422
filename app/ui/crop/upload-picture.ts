import { type Answered, sendSealed } from "#app/api/sealed-call.ts";

const PATH = "/api/basic/v2/upload/image";
const TIMEOUT_MS = 50_000;

export type Uploaded = { path: string } | { status: number; message: string | null };

/**
 * Uploads a picture. A refusal has the server's message; without a connection it has none. Over plain http sealing is
 * not available, except on localhost.
 */
export async function uploadPicture(picture: Blob, language: string): Promise<Uploaded> {
  const body = new FormData();
  body.append("file", picture, "picture.jpg");
  const headers = { "Accept-Language": language };
  const init = { headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) };
  try {
    const answered = await (isSecureContext ? uploadSealed : uploadPlain)(init);
    const { status, data, message = null } = answered;
    if (status !== 200) return { status, message };
    return typeof data === "string" ? { path: data } : UNASKED;
  } catch {
    return UNASKED;
  }
}

const UNASKED: Uploaded = { status: 0, message: null };

type Upload = RequestInit & { headers: Record<string, string> };

/** The parts are sent as they are; only the answer is sealed. */
function uploadSealed({ headers, ...init }: Upload): Promise<Answered> {
  return sendSealed(PATH, ({ kid, key, datetime }) => ({
    ...init,
    headers: { ...headers, kid, key, datetime: String(datetime) },
  }));
}

async function uploadPlain(init: Upload): Promise<Answered> {
  const response = await fetch(PATH, { ...init, method: "POST" });
  const { data, message }: Partial<Answered> = await response.json();
  return { status: response.status, data, message };
}
