import type { AnyOperation } from "#operations/call.ts";
import { operations } from "#operations/table.ts";
import { MAX_UPLOAD_BYTES } from "#operations/upload-input.ts";
import { sessionCookie } from "#protocol/session-cookie.ts";
import { answersOf, refusals } from "./answers.ts";
import { AREAS, areaOf } from "./areas.ts";
import { type JsonSchema, schemaOfInput } from "./schemas.ts";

const INTRODUCTION = `Every answer is \`{ code, message, data? }\`. Its HTTP status equals \`code\`, and \`message\` is in the language of \`Accept-Language\`. Unknown fields are ignored, and an optional field with the value null is treated as absent.

A body is plain JSON, or sealed with a key of \`GET /basic/v2/envelopeKeys\`. The answer to a sealed call has a sealed \`data\`. Sealing grants no permission.`;

const base64Url = { type: "string", pattern: "^[A-Za-z0-9_-]+$" };
const datetime = { type: "integer", description: "ms UTC, within 300 s of the server's time" };
const wrappedKey = {
  ...base64Url,
  description:
    "New random 32-byte key K, encrypted by RSA-OAEP with SHA-256 as hash and in MGF1, empty label",
};

const schemas: Record<string, JsonSchema> = {
  SealedBody: {
    type: "object",
    description: "Sealed input; b64u is canonical base64url without padding",
    properties: {
      kid: { type: "string", description: "Id of the server's key" },
      key: wrappedKey,
      payload: {
        ...base64Url,
        description:
          "b64u(iv ‖ AES-256-GCM(K, iv, JSON(input))); the additional data is path and datetime, separated by a line feed",
      },
      datetime,
    },
    required: ["kid", "key", "payload", "datetime"],
  },
  SealedMark: {
    description: "A body with any of these fields is treated as sealed",
    anyOf: ["kid", "key", "payload"].map((field) => ({ required: [field] })),
  },
  SealedData: {
    ...base64Url,
    description:
      "b64u(iv ‖ AES-256-GCM(K, iv, JSON(data))); the additional data is path, datetime and code, separated by line feeds",
  },
};

const sealedHeaders = ["key", "kid", "datetime"].map((name) => ({
  name,
  in: "header",
  description: "Requests a sealed answer; either all three headers are sent or none",
  schema: { type: "string" },
}));

const sealedExample = {
  kid: "2026-09-21",
  key: "d3JhcHBlZC1rZXk",
  payload: "aXYtY2lwaGVydGV4dC1hbmQtdGFn",
  datetime: 1_790_000_000_000,
};

/** Returns the OpenAPI 3.1 description of every call under /api. */
export function describeApi(rows = operations as readonly AnyOperation[]): JsonSchema {
  const served = rows.filter(({ served }) => served === "api");
  const areas = new Set(served.map(({ path }) => areaOf(path.split(" ")[1] ?? "")));
  const known = AREAS.filter((area) => areas.has(area));
  return {
    openapi: "3.1.1",
    info: { title: "Helioport", version: "1", description: INTRODUCTION },
    servers: [{ url: "/api" }],
    tags: [...new Set<string>([...known, ...areas])].map((name) => ({ name })),
    paths: pathsOf(served),
    components: {
      schemas,
      responses: refusals,
      securitySchemes: {
        token: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description:
            "Token of `/auth/v2/login`, or a personal access token; the form `Bearer <token>` is accepted too",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: sessionCookie(true),
          description: "Session of the portal; accepted only on requests of the portal's own pages",
        },
      },
    },
  };
}

function pathsOf(rows: readonly AnyOperation[]): JsonSchema {
  const paths: Record<string, JsonSchema> = {};
  for (const row of rows) {
    const [method = "", path = ""] = row.path.split(" ");
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeCall(row, method, path) };
  }
  return paths;
}

function describeCall(row: AnyOperation, method: string, path: string): JsonSchema {
  return {
    operationId: nameOf(path),
    tags: [areaOf(path)],
    summary: row.description.summary,
    security: row.access.kind === "anyone" ? [] : [{ token: [] }, { session: [] }],
    ...(row.body === "upload" && { parameters: sealedHeaders }),
    ...(method === "POST" && { requestBody: bodyOf(row) }),
    responses: answersOf(row),
  };
}

/** Returns the operation id of a path: `siteV2TagAdd` for `/site/v2/tag/add`. */
function nameOf(path: string): string {
  return path.slice(1).replace(/\/(.)/g, (_, first: string) => first.toUpperCase());
}

function bodyOf({ input, body, description }: AnyOperation): JsonSchema {
  const plain = schemaOfInput(input);
  const example = description.example.input;
  if (body === "upload") {
    const texts = Object.entries(example).filter(([, value]) => typeof value === "string");
    return {
      description: `At most ${MAX_UPLOAD_BYTES / 1_048_576} MiB`,
      required: true,
      content: {
        "multipart/form-data": {
          schema: plain,
          ...(texts.length > 0 && { example: Object.fromEntries(texts) }),
        },
      },
    };
  }
  return {
    content: {
      "application/json": {
        schema: {
          oneOf: [
            { ...plain, not: { $ref: "#/components/schemas/SealedMark" } },
            { $ref: "#/components/schemas/SealedBody" },
          ],
        },
        examples: {
          plain: { summary: "Plain", value: example },
          sealed: { summary: "Sealed", value: sealedExample },
        },
      },
    },
  };
}
