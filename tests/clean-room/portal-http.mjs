// Written from the public protocol pages alone, without reading the server.
// The few HTTP calls that the clients need, in the plain form, and one call in the sealed form.
import { randomBytes } from "node:crypto";
import { openAnswer, pathOf, sealRequest } from "./envelope.mjs";
import { retryAfterMs } from "./pace.mjs";

export class CallFailed extends Error {
  constructor(path, { code, message, data, retryAfter }) {
    super(`${path}: ${code} ${message}`);
    Object.assign(this, { code, data, retryAfter });
  }
}

/** An answer on the socket that is no success. */
export class Refused extends Error {
  constructor(cmd, { status, message, result }) {
    super(`${cmd}: ${status} ${message ?? result ?? ""}`);
    Object.assign(this, { cmd, status, result });
  }
}

async function exchange(url, path, method, body, token) {
  const response = await fetch(url.replace(/\/$/, "") + path, {
    method,
    headers: {
      "Content-Type": "application/json",
      "Accept-Language": "en",
      ...(token ? { Authorization: token } : {}),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    answer = { code: response.status, message: text.slice(0, 200) };
  }
  if (answer.code !== response.status)
    throw new Error(`${path}: status ${response.status} but code ${answer.code}`);
  return { ...answer, retryAfter: retryAfterMs(response.headers.get("retry-after")) };
}

/** POST in the plain form; gives `data`, throws CallFailed. */
export async function call(url, path, input, { token } = {}) {
  const answer = await exchange(url, path, "POST", input, token);
  if (answer.code !== 200) throw new CallFailed(path, answer);
  return answer.data;
}

/** The person's token, and what the portal says of the person. */
export async function login({ url, account, password }) {
  const data = await call(url, "/api/auth/v2/login", { account, password });
  return { token: data.token, userInfo: data.userInfo, data };
}

export const envelopeKeys = async (url) =>
  (await exchange(url, "/api/basic/v2/envelopeKeys", "GET")).data;

/**
 * POST in the sealed form: `{ code, message, data }` with `data` opened. `tamper(body)` may change what is sent;
 * what was sent is given as `sent`.
 */
export async function sealedCall(
  url,
  path,
  input,
  { token, keys, datetime, tamper = (body) => body } = {},
) {
  const known = keys ?? (await envelopeKeys(url));
  const K = randomBytes(32);
  const body = sealRequest({
    jwk: known.keys[0],
    K,
    iv: randomBytes(12),
    path: pathOf(path),
    datetime: datetime ?? Date.now(),
    input,
  });
  const sent = tamper(body);
  const { code, message, data } = await exchange(url, path, "POST", sent, token);
  return {
    code,
    message,
    sent,
    data: openAnswer({ K, path, datetime: body.datetime, code, data }),
  };
}
