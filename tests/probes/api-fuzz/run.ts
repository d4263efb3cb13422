import { env } from "cloudflare:workers";
import { seededRandom } from "#simulator/random.ts";
import { server } from "#workers/server.ts";
import { contextOf } from "#workers/services.ts";
// biome-ignore lint/correctness/useImportExtensions: the client is not TypeScript
import { check, resolve } from "../../clean-room/json-schema.mjs";
import { ORIGIN } from "../../support/call-api.ts";
import { tokenOf } from "../../support/matrix/cast.ts";
import { readState, restoreState } from "../../support/matrix/stored-state.ts";
import { Chance } from "../../support/seeded-chance.ts";
import { type Call, makeRequest } from "./make-request.ts";
import type { Schema } from "./make-values.ts";

type Media = {
  schema: { oneOf?: [Schema, Schema] } & Schema;
  examples?: { plain: { value: object } };
};
type Answer = { $ref?: string; headers?: object; content?: { "application/json": Media } };
type Described = {
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer>;
};
export type Description = { paths: Record<string, Record<string, Described>> };
export type Counts = { calls: number; answers: number; byCode: Record<number, number> };

/** Guessing passwords is not what this is about. */
const CHEAP = { log2N: 4, r: 8, p: 1 };
const SLOW_SENDER_MS = 60_000;
const LANGUAGES = ["en", "ar", "tlh", "*", "de;q=x", ",,,", "x".repeat(300)];

/**
 * Calls everything on a stage with its cast (`bringOnStage`), anonymously and as an owner, with valid, almost valid and invalid input.
 * @param count bodies for each call and each of the two
 * @param alter plants a fault in the description, to see it found
 * @throws Error that lists the answers that are not in the description
 */
export async function fuzzApi(
  seed: number,
  count: number,
  print: (line: string) => void,
  alter: (description: Description) => void = () => {},
): Promise<Counts> {
  const context = contextOf(env);
  const { passwordCost, pause } = context;
  context.passwordCost = CHEAP;
  // Guesses are slowed down by seconds; a call with a slow sender lasts as long as the sender.
  context.pause = (ms, signal) => (ms < SLOW_SENDER_MS ? Promise.resolve() : pause(ms, signal));
  try {
    return await fuzz(new Chance(seededRandom(seed)), count, print, alter);
  } finally {
    Object.assign(context, { passwordCost, pause });
  }
}

async function fuzz(
  chance: Chance,
  count: number,
  print: (line: string) => void,
  alter: (description: Description) => void,
): Promise<Counts> {
  const clean = await readState();
  const response = await server.fetch(new Request(`${ORIGIN}/api/openapi.json`), env);
  const description = (await response.json()) as Description;
  alter(description);
  const counts: Counts = { calls: 0, answers: 0, byCode: {} };
  const wrong: string[] = [];
  for (const [path, methods] of Object.entries(description.paths))
    for (const [method, described] of Object.entries(methods)) {
      counts.calls += 1;
      const call = readCall(path, method.toUpperCase(), described);
      for (let round = 0; round < count; round += 1) {
        const found = await askTwice(chance, call, described, description, counts);
        wrong.push(...found);
      }
      await restoreState(clean);
    }
  print(`${counts.answers} answers of ${counts.calls} calls: ${JSON.stringify(counts.byCode)}`);
  if (wrong.length > 0) throw new Error(`outside the description:\n${wrong.join("\n")}`);
  return counts;
}

function readCall(path: string, method: string, { requestBody }: Described): Call {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const schema = media?.schema.oneOf?.[0] ?? media?.schema ?? {};
  return { path, method, type, schema, example: { ...media?.examples?.plain.value } };
}

async function askTwice(
  chance: Chance,
  call: Call,
  described: Described,
  description: Description,
  counts: Counts,
): Promise<string[]> {
  const found: string[] = [];
  for (const who of ["anonymous", "owner"] as const) {
    const { body, headers } = makeRequest(chance, call);
    const token =
      tokenOf(who) ?? (chance.happens(0.3) ? chance.oneOf(["", "Bearer", "hp_x"]) : null);
    counts.answers += 1;
    const response = await server.fetch(
      new Request(`${ORIGIN}/api${call.path}`, {
        method: call.method,
        headers: {
          ...headers,
          ...(token !== null && { Authorization: token }),
          "Accept-Language": chance.oneOf(LANGUAGES),
          "CF-Connecting-IP": `198.51.100.${counts.answers % 250}`,
        },
        ...(body !== undefined && { body }),
      }),
      env,
    );
    counts.byCode[response.status] = (counts.byCode[response.status] ?? 0) + 1;
    const wrong = await judge(response, described, description);
    const shown = typeof body === "string" ? body.slice(0, 300) : "";
    found.push(...wrong.map((text) => `${call.path} as ${who}: ${text}; it was sent ${shown}`));
  }
  return found;
}

async function judge(response: Response, { responses }: Described, description: Description) {
  const { status } = response;
  const text = await response.text();
  const reported = responses[status];
  if (reported === undefined || status === 500) return [`${status}: ${text.slice(0, 200)}`];
  const answer = (
    reported.$ref === undefined ? reported : resolve(description, reported.$ref)
  ) as Answer;
  const wrong = Object.keys(answer.headers ?? {}).filter((name) => !response.headers.has(name));
  const { schema } = answer.content?.["application/json"] ?? {};
  return [
    ...wrong.map((name) => `${status} without ${name}`),
    ...check(description, schema, JSON.parse(text), `${status} `, true),
  ];
}
