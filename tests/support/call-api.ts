import { exports } from "cloudflare:workers";
import type { AnswerOf, KnownPath } from "#operations/call.ts";
import { PASSWORD } from "./seed-users.ts";

export const ORIGIN = "https://helioport.test";

export type ApiAnswer = {
  status: number;
  headers: Headers;
  body: { code: number; message: string; data?: unknown };
};

/** Asks as a client would, over HTTP. A string is sent as it is. */
export async function callApi(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<ApiAnswer> {
  const response = await exports.default.fetch(`${ORIGIN}/api${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Path of a call of the API, as in `operations/table.ts` without its method. */
export type ApiPath = KnownPath extends infer Path
  ? Path extends `POST ${infer Rest}`
    ? Rest
    : never
  : never;
/** Data of a successful answer, by the schema of the operation. */
export type DataOf<Path extends ApiPath> = AnswerOf<Extract<KnownPath, `POST ${Path}`>>;

/** Signs in and returns the token of a session whose identity is not confirmed. */
export async function signInOnly(name: string): Promise<string> {
  const account = `${name}@example.org`;
  const { body } = await callApi("/auth/v2/login", { account, password: PASSWORD });
  return (body.data as { token: string }).token;
}

/** Signs in and confirms the identity, and returns the token: for tests about something else than the confirmation. */
export async function signIn(name: string): Promise<string> {
  const token = await signInOnly(name);
  await callAs(token, "/auth/v2/confirm", { password: PASSWORD });
  return token;
}

export async function callAs(token: string, path: string, body: unknown): Promise<ApiAnswer> {
  return callApi(path, body, { Authorization: token });
}
