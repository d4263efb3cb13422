import type { z } from "zod";
import { PROBLEM_STATUS, type ProblemCode, SUCCESS_STATUS } from "#domain/problem.ts";
import type { AnyOperation } from "#operations/call.ts";
import { translateProblem } from "../messages.ts";
import { type JsonSchema, schemaOfOutput } from "./schemas.ts";

const WHEN: Record<ProblemCode, string> = {
  malformed: "The body is not JSON, a field has the wrong JSON type, or a sealed body is invalid",
  notSignedIn:
    "There is no session, or it has ended; for a sign-in: the account or the password is wrong",
  forbidden: "The caller may see the resource, but may not do this",
  notFound:
    "The resource does not exist, or the caller has no access to it; both give the same answer",
  conflict: "The call conflicts with the current state",
  tooLarge: "The request or the result is too large",
  invalid: "A field is missing or has an invalid value; `data.fields` names the fields",
  tooFast: "Too many requests; `Retry-After` is the time to wait",
  fault: "Internal error of the server",
  sessionEnded:
    "The session was ended from elsewhere: by another session, a changed password, or too many sessions. After 30 days the answer is 401",
  unavailable: "The logger or another required service is not available",
};
const codes = Object.keys(PROBLEM_STATUS) as ProblemCode[];

const sealedData = { $ref: "#/components/schemas/SealedData" };
const fields: JsonSchema = {
  type: "object",
  properties: {
    fields: {
      type: "object",
      description:
        "Key of the message for each invalid field, by its name; names of nested fields contain dots",
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
        "Required step: `confirmationRequired`, confirm the password and repeat the call; `sessionRequired`, sign in, because a personal access token cannot do this",
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
  const example = { code: SUCCESS_STATUS, message: translateProblem("success", null) };
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
