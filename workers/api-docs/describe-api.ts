import type { AnyOperation } from "#operations/call.ts";
import { operations } from "#operations/table.ts";
import { MAX_UPLOAD_BYTES } from "#operations/upload-input.ts";
import { sessionCookie } from "#protocol/session-cookie.ts";
import { answersOf, refusals } from "./answers.ts";
import { AREAS, areaOf } from "./areas.ts";
import { type JsonSchema, schemaOfInput } from "./schemas.ts";

const INTRODUCTION = `Every answer is \`{ code, message, data? }\`, and its HTTP status equals \`code\`; \`message\` is in the language of \`Accept-Language\`. Unknown fields are ignored, and an optional field that is null counts as absent.

A body is plain JSON, or sealed with a key of \`GET /basic/v2/envelopeKeys\`; a sealed call gets a sealed \`data\`. Sealing grants nothing.`;

const base64Url = { type: "string", pattern: "^[A-Za-z0-9_-]+$" };
const datetime = { type: "integer", description: "ms since 1970, within 300 s of the server's" };
const wrappedKey = {
  ...base64Url,
  description: "A fresh 32-byte key K, RSA-OAEP with SHA-256 for hash and MGF1, empty label",
};

const schemas: Record<string, JsonSchema> = {
  SealedBody: {
    type: "object",
    description: "The input, sealed: b64u is base64url without padding, canonical",
    properties: {
      kid: { type: "string", description: "Which of the server's keys" },
      key: wrappedKey,
      payload: {
        ...base64Url,
        description:
          "b64u(iv ‖ AES-256-GCM(K, iv, JSON(input))), additional data: path, a line feed, datetime",
      },
      datetime,
    },
    required: ["kid", "key", "payload", "datetime"],
  },
  SealedMark: {
    description: "Any of these fields makes a body a sealed one",
    anyOf: ["kid", "key", "payload"].map((field) => ({ required: [field] })),
  },
  SealedData: {
    ...base64Url,
    description:
      "b64u(iv ‖ AES-256-GCM(K, iv, JSON(data))), additional data: path, datetime and code with line feeds between",
  },
};

const sealedHeaders = ["key", "kid", "datetime"].map((name) => ({
  name,
  in: "header",
  description: "For a sealed answer: all three, or none",
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
            "The token of `/auth/v2/login`, or a personal access token; `Bearer <token>` is taken too",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: sessionCookie(true),
          description: "The portal's own session; counts only on requests of its own pages",
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

/** `/site/v2/tag/add` → `siteV2TagAdd` */
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
