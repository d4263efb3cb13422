import { recordEnvelope } from "#database/basic/envelopes.ts";
import { Problem } from "#domain/problem.ts";
import type { Context } from "#operations/context.ts";
import {
  answerBoundTo,
  callBoundTo,
  ENVELOPE_MEMORY_MS,
  isSealed,
  isSealedUpload,
  isTimely,
  readEnvelope,
  readUploadHeaders,
  type WrappedKey,
} from "#protocol/envelope/envelope.ts";
import { IV_BYTES, importCallKey, openJson, sealJson } from "#protocol/envelope/sealed-json.ts";
import { unwrapCallKey } from "#protocol/envelope/server-key.ts";
import { digest } from "#protocol/keys/digest.ts";
import { type AnswerForm, leaveOpen } from "./answers.ts";
import { SeenEnvelopes } from "./seen-envelopes.ts";

type Input = Record<string, unknown>;
/** The input of a call, and the form of its answer: sealed if the call was. */
type OpenedCall = { input: Input; form: AnswerForm };

/**
 * Place of the record of an envelope: the database, or the memory of this process for read-only calls that anyone may
 * make. A replay of such a call in another process only repeats an answer that is available anyway.
 */
export type EnvelopeMemory = "database" | "process";

/** Steps of opening a call. */
type Opening = {
  context: Context;
  /** Decides whether a key may be unwrapped for the caller. @throws Problem */
  admit(): Promise<void>;
  /** Called once the envelope is valid. @throws Problem */
  chooseMemory(): Promise<EnvelopeMemory>;
};
const seenHere = new SeenEnvelopes(ENVELOPE_MEMORY_MS);

/**
 * Returns the input of a JSON body in either form. The error does not reveal what is wrong with an envelope.
 * @throws Problem malformed
 */
export async function openCall(
  request: Request,
  body: Input,
  { context, admit, chooseMemory }: Opening,
): Promise<OpenedCall> {
  if (!isSealed(body)) return { input: body, form: leaveOpen };
  await admit();
  const envelope = readEnvelope(body);
  const key = await unwrap(envelope, context);
  if (envelope === null || key === null) throw new Problem("malformed");
  const path = pathOf(request);
  const input = await openJson(key, callBoundTo(path, envelope.datetime), envelope.payload);
  if (typeof input !== "object" || input === null || Array.isArray(input))
    throw new Problem("malformed");
  await assertNotReplayed(envelope, await chooseMemory(), context);
  return { input: input as Input, form: sealWith(key, path, envelope, context) };
}

/** Opens an upload, whose parts are not sealed. @throws Problem malformed */
export async function openUpload(
  request: Request,
  parts: Input,
  { context, chooseMemory }: Opening,
): Promise<OpenedCall> {
  if (!isSealedUpload(request.headers)) return { input: parts, form: leaveOpen };
  const wrapped = readUploadHeaders(request.headers);
  const key = await unwrap(wrapped, context);
  if (wrapped === null || key === null) throw new Problem("malformed");
  await assertNotReplayed(wrapped, await chooseMemory(), context);
  return { input: parts, form: sealWith(key, pathOf(request), wrapped, context) };
}

/** Returns the requested path without the query, as the client sent it. */
function pathOf(request: Request): string {
  return new URL(request.url).pathname;
}

async function unwrap(wrapped: WrappedKey | null, context: Context): Promise<CryptoKey | null> {
  if (wrapped === null || !isTimely(wrapped, context.now())) return null;
  const serverKey = await context.envelopeKeys.find(wrapped.kid);
  const bytes = serverKey === null ? null : await unwrapCallKey(serverKey, wrapped.bytes);
  return bytes === null ? null : importCallKey(bytes);
}

/** Records an envelope before the call runs; of concurrent copies one passes. @throws Problem malformed */
async function assertNotReplayed(
  { key }: WrappedKey,
  memory: EnvelopeMemory,
  { database, now }: Context,
): Promise<void> {
  // Envelopes of the database are recorded here too, so that a replay as the demo user is refused.
  if (!seenHere.add(digest(key), now())) throw new Problem("malformed");
  if (memory === "process") return;
  if (await recordEnvelope(database, { id: digest(key), at: now() })) return;
  throw new Problem("malformed");
}

function sealWith(
  key: CryptoKey,
  path: string,
  { datetime }: WrappedKey,
  { randomBytes }: Context,
): AnswerForm {
  return async ({ data, ...open }) => {
    if (data === undefined) return open;
    const iv = new Uint8Array(randomBytes(IV_BYTES));
    const boundTo = answerBoundTo(path, datetime, open.code);
    return { ...open, data: await sealJson(key, iv, boundTo, data) };
  };
}
