import { callApi } from "#app/api/call-api.ts";
import { countValues, listParts } from "#domain/imports/import-parts.ts";
import type { ImportResult } from "#domain/imports/import-result.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import { type ImportDraft, identify } from "./import-draft.ts";

/** Pause after which a call is repeated that was refused because there were too many, ms. */
const PAUSE_MS = 2 * SECOND_MS;
const MAX_ATTEMPTS = 60;
const TOO_FAST = 429;

/** The end of an import: `failed` with the server's message, undefined without an answer. */
export type SendOutcome =
  | { state: "complete" | "same" | "cancelled" }
  | { state: "failed"; message: string | undefined };

type Options = {
  siteKey: string;
  language: string;
  signal: AbortSignal;
  /** Receives the share that is stored, 0 to 1. */
  onProgress: (share: number) => void;
};

/** Sends an import part by part. A repeated import continues after the parts that are stored. */
export async function sendImport(
  draft: ImportDraft,
  result: ImportResult,
  options: Options,
): Promise<SendOutcome> {
  const { siteKey, onProgress, signal } = options;
  const parts = listParts(result);
  const layerId = identify(draft);
  const begin = {
    siteKey,
    layerId,
    name: draft.name,
    portal: draft.settings.portal,
    from: result.from ?? 0,
    until: result.until ?? 0,
    rows: result.rows,
    parts: parts.length,
    values: countValues(result),
  };
  let answer = await retry(() => callApi("POST /site/v2/import/begin", begin, options), signal);
  for (;;) {
    if (signal.aborted) return { state: "cancelled" };
    if (!answer.isOk) return { state: "failed", message: answer.message };
    const { state, next } = answer.data;
    if (state !== "writing") return { state };
    const part = next ?? 0;
    const content = parts[part];
    if (content === undefined) return { state: "failed", message: undefined };
    onProgress(part / parts.length);
    const write = { siteKey, layerId, part, content } as const;
    answer = await retry(
      () => callApi("POST /site/v2/import/write", write as never, options),
      signal,
    );
  }
}

/** Repeats a call while the server refuses it because there were too many. */
async function retry<Answer extends { isOk: true } | { isOk: false; status: number }>(
  call: () => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  let answer = await call();
  for (let attempt = 1; attempt < MAX_ATTEMPTS && !signal.aborted; attempt++) {
    if (answer.isOk || answer.status !== TOO_FAST) return answer;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    answer = await call();
  }
  return answer;
}
