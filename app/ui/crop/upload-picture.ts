import { type Answered, sendSealed } from "../../live/sealed-call.ts";

const PATH = "/api/basic/v2/upload/image";
const TIMEOUT_MS = 50_000;

export type Uploaded = { path: string } | { status: number; message: string | null };

/**
 * Brings a picture to the store. A refusal carries the server's own words; none where it could not be asked. Over plain
 * http there is nothing to seal with, but on the machine itself.
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

/** Its parts go as they are: what is sealed is the answer. */
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
