import { type CallResult, callApi } from "#app/api/call-api.ts";
import { uploadFile } from "#app/api/upload-file.ts";
import { SECOND_MS } from "#domain/units/durations.ts";

type Options = {
  language: string;
  signal: AbortSignal;
  /** Receives the share that is uploaded, 0 to 1. */
  onProgress: (share: number) => void;
};

/** Attempts for a part, with a growing delay, since a long upload outlives short failures of the line. */
const MAX_ATTEMPTS = 6;
const TOO_FAST = 429;

/** The upload failed; `message` is the server's, if there is one. */
export class UploadFailed extends Error {
  override name = "UploadFailed";
}

/**
 * Uploads an archive in parts and lets the server verify and import it.
 * @throws UploadFailed
 */
export async function uploadArchive(
  file: File,
  { language, signal, onProgress }: Options,
): Promise<void> {
  const options = { language, signal };
  const begun = resultOf(
    await callApi(
      "POST /user/v2/archive/import/add",
      { name: file.name, size: file.size },
      options,
    ),
  );
  const { archiveId, partBytes, parts } = begun;
  for (let number = 1; number <= parts; number++) {
    const part = file.slice((number - 1) * partBytes, number * partBytes);
    const fields = { archiveId: String(archiveId), number: String(number) };
    await repeat(
      () => uploadFile("POST /user/v2/archive/import/part", part, options, fields),
      signal,
    );
    onProgress(number / parts);
  }
  resultOf(await callApi("POST /user/v2/archive/import/start", { archiveId }, options));
}

type Part = CallResult<"POST /user/v2/archive/import/part">;

async function repeat(upload: () => Promise<Part>, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const result = await upload();
    if (result.isOk) return;
    const isTransient = result.message === undefined || result.status === TOO_FAST;
    if (!isTransient || attempt === MAX_ATTEMPTS || signal.aborted) resultOf(result);
    await wait(2 ** attempt * SECOND_MS, signal);
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function resultOf<Data>(
  result: { isOk: true; data: Data } | { isOk: false; message: string | undefined },
): Data {
  if (result.isOk) return result.data;
  throw new UploadFailed(result.message ?? "");
}
