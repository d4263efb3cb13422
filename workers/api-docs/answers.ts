import type { z } from "zod";
import { PROBLEM_STATUS, type ProblemCode } from "#domain/problem.ts";
import type { AnyOperation } from "#operations/call.ts";
import { translateProblem } from "../messages.ts";
import { type JsonSchema, schemaOfOutput } from "./schemas.ts";

const WHEN: Record<ProblemCode, string> = {
  malformed: "Not JSON, a field of the wrong JSON type, or a sealed body that is not in order",
  notSignedIn: "Not signed in, signed out or expired; at the login: account or password wrong",
  forbidden: "Signed in and allowed to see the thing, but not to do this",
  notFound: "Not there, or not the caller's: indistinguishable",
  conflict: "Conflicts with the present state",
  tooLarge: "Too large",
  invalid: "A field is missing or its value wrong: `data.fields` names them",
  tooFast: "Too fast: `Retry-After` says when to retry",
  fault: "A fault of the server's",
  sessionEnded: "This session was ended from elsewhere; remembered for 30 days, then 401",
  unavailable: "The logger, or something else that is needed, is not there",
};
const codes = Object.keys(PROBLEM_STATUS) as ProblemCode[];

const sealedData = { $ref: "#/components/schemas/SealedData" };
const fields: JsonSchema = {
  type: "object",
  properties: {
    fields: {
      type: "object",
      description: "Name of the field, with dots where it is nested → key of a message",
      additionalProperties: { type: "string" },
    },
  },
  required: ["fields"],
};

function envelope(code: number, more: JsonSchema = {}, required: string[] = []): JsonSchema {
  const properties = { code: { const: code }, message: { type: "string" }, ...more };
  return { type: "object", properties, required: ["code", "message", ...required] };
}

const reason: JsonSchema = {
  type: "object",
  properties: {
    reason: {
      enum: ["confirmationRequired", "sessionRequired"],
      description:
        "What the caller can do: confirm the password and repeat the call, or sign in, since a personal access token never does this",
    },
  },
  required: ["reason"],
};

function refusalSchema(code: ProblemCode): JsonSchema {
  const status = PROBLEM_STATUS[code];
  const data = (schema: JsonSchema) => ({ data: { anyOf: [schema, sealedData] } });
  if (code === "invalid") return envelope(status, data(fields), ["data"]);
  return code === "forbidden" ? envelope(status, data(reason)) : envelope(status);
}

function refusal(code: ProblemCode): JsonSchema {
  const status = PROBLEM_STATUS[code];
  const isInvalid = code === "invalid";
  const schema = refusalSchema(code);
  const example = {
    code: status,
    message: translateProblem(code, null),
    ...(isInvalid && { data: { fields: { id: "required" } } }),
  };
  const retryAfter = { description: "Seconds", required: true, schema: { type: "integer" } };
  return {
    description: WHEN[code],
    ...(code === "tooFast" && { headers: { "Retry-After": retryAfter } }),
    content: { "application/json": { schema, example } },
  };
}

/** All error responses, for `components.responses`. */
export const refusals = Object.fromEntries(codes.map((code) => [code, refusal(code)]));

/** Returns every response of a call by its status code. */
export function answersOf({ access, description }: AnyOperation): JsonSchema {
  // Calls without a required session never answer that a session has ended.
  const given = codes.filter((code) => access.kind !== "anyone" || code !== "sessionEnded");
  const success = successOf(description.output, description.example.output);
  const refused = given.map((code) => [
    PROBLEM_STATUS[code],
    { $ref: `#/components/responses/${code}` },
  ]);
  return { 200: success, ...Object.fromEntries(refused) };
}

function successOf(output: z.ZodType, data: unknown): JsonSchema {
  const example = { code: 200, message: translateProblem("success", null) };
  return {
    description: "Success",
    content: {
      "application/json": {
        schema: successSchemaOf(output),
        example: data == null ? example : { ...example, data },
      },
    },
  };
}

/** `data` is left out for `null`. */
function successSchemaOf(output: z.ZodType): JsonSchema {
  const plain = schemaOfOutput(output);
  if (plain.type === "null") return envelope(200);
  const mayLack = output.safeParse(null).success || output.safeParse(undefined).success;
  return envelope(200, { data: { anyOf: [plain, sealedData] } }, mayLack ? [] : ["data"]);
}
