const TIMEOUT_MS = 50_000;

export type Uploaded = { path: string } | { status: number; message: string | null };

/** Brings a picture to the store. A refusal carries the server's own words; none where it could not be asked. */
export async function uploadPicture(picture: Blob, language: string): Promise<Uploaded> {
  const body = new FormData();
  body.append("file", picture, "avatar.jpg");
  try {
    const response = await fetch("/api/basic/v2/upload/image", {
      method: "POST",
      headers: { "Accept-Language": language },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { data, message } = (await response.json()) as { data?: string; message: string };
    if (response.ok && data !== undefined) return { path: data };
    return { status: response.status, message };
  } catch {
    return { status: 0, message: null };
  }
}
