import { exports } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import problems from "#locales/en/problems.json";
import type { AnyOperation } from "#operations/call.ts";
import { operations } from "#operations/table.ts";
import { areaOf } from "#workers/api-docs/areas.ts";
import { describeApi } from "#workers/api-docs/describe-api.ts";
// biome-ignore lint/correctness/useImportExtensions: the client is not TypeScript
import { check, resolve } from "../clean-room/json-schema.mjs";
import calls from "../fixtures/calls.json";
import { callApi, ORIGIN } from "../support/call-api.ts";

type Media = { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> };
type Call = {
  operationId: string;
  tags: string[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { $ref?: string; content?: Record<string, Media> }>;
};
let root: { paths: Record<string, Record<string, Call>>; components: object; tags: unknown };

const fetchDescription = (headers: Record<string, string> = {}) =>
  exports.default.fetch(`${ORIGIN}/api/openapi.json`, { headers });

beforeAll(async () => {
  root = await (await fetchDescription()).json();
});

const described = () =>
  Object.entries(root.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  );

// The parts of OpenAPI 3.1 that a description of ours has, written out from the standard.
const reference = z.strictObject({ $ref: z.string() });
const media = z.strictObject({
  schema: z.looseObject({}),
  example: z.unknown().optional(),
  examples: z
    .record(z.string(), z.strictObject({ summary: z.string(), value: z.unknown() }))
    .optional(),
});
const content = z.record(z.string().regex(/^\w+\/[\w-]+$/), media);
const response = z.strictObject({
  description: z.string().min(1),
  headers: z.record(z.string(), z.looseObject({ schema: z.looseObject({}) })).optional(),
  content,
});
const document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.literal("/api") })),
  tags: z.array(z.strictObject({ name: z.string() })),
  paths: z.record(
    z.string().startsWith("/"),
    z
      .partialRecord(
        z.enum(["get", "post"]),
        z.strictObject({
          operationId: z.string().regex(/^[a-z]\w+$/),
          tags: z.array(z.string()).length(1),
          summary: z.string().min(5).max(200),
          security: z.array(z.record(z.string(), z.array(z.string()))),
          parameters: z
            .array(
              z.strictObject({
                name: z.string(),
                in: z.literal("header"),
                description: z.string(),
                schema: z.looseObject({}),
              }),
            )
            .optional(),
          requestBody: z
            .strictObject({
              description: z.string().optional(),
              required: z.boolean().optional(),
              content,
            })
            .optional(),
          responses: z.record(z.string().regex(/^[2-5]\d\d$/), z.union([reference, response])),
        }),
      )
      .refine((methods) => Object.keys(methods).length > 0),
  ),
  components: z.strictObject({
    schemas: z.record(z.string(), z.looseObject({})),
    responses: z.record(z.string(), response),
    securitySchemes: z.record(
      z.string(),
      z.strictObject({
        type: z.literal("apiKey"),
        in: z.enum(["header", "cookie"]),
        name: z.string(),
        description: z.string(),
      }),
    ),
  }),
});

test("the description is OpenAPI 3.1, and an unchanged one answers 304", async () => {
  document.parse(root);
  const first = await fetchDescription();
  expect(first.headers.get("Content-Type")).toBe("application/json");
  const tag = first.headers.get("ETag") ?? "";
  const again = await fetchDescription({ "If-None-Match": tag });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("every call of the table is described, but for those of the pages", () => {
  const rows = operations as readonly AnyOperation[];
  const reported = described().map(({ path, method }) => `${method.toUpperCase()} ${path}`);
  const served = rows.filter((row) => row.served === "api").map(({ path }) => path);
  expect(reported.toSorted()).toEqual(served.toSorted());
  const names = described().map(({ call }) => call.operationId);
  expect(new Set(names).size).toBe(names.length);
});

test("every reference leads somewhere", () => {
  const refs = [...JSON.stringify(root).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = ""]) => ref);
  expect(refs.length).toBeGreaterThan(10);
  for (const ref of refs) expect(resolve(root, ref)).toBeTypeOf("object");
});

function examplesOf({ example, examples }: Media): unknown[] {
  const named = Object.values(examples ?? {}).map(({ value }) => value);
  return example === undefined ? named : [example, ...named];
}

test("every example fits its schema, with nothing in it that is not described", () => {
  let count = 0;
  for (const { path, call } of described()) {
    const answers = Object.values(call.responses).map((answer) =>
      answer.$ref === undefined ? answer : (resolve(root, answer.$ref) as typeof answer),
    );
    for (const { content } of [...answers, ...(call.requestBody ? [call.requestBody] : [])])
      for (const [type, one] of Object.entries(content ?? {}))
        for (const example of type === "multipart/form-data" ? [] : examplesOf(one)) {
          const isRequest = content === call.requestBody?.content;
          expect(check(root, one.schema, example, path, !isRequest)).toEqual([]);
          count += 1;
        }
  }
  expect(count).toBeGreaterThan(described().length * 10);
});

test("an example of an input is one that the call takes", () => {
  for (const { path, input, body, description } of operations as readonly AnyOperation[]) {
    if (body === "upload") continue;
    const named = Object.keys(description.example.input);
    const { error } = input.safeParse(description.example.input);
    expect(error?.issues, path).toBeUndefined();
    const { properties = {} } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
    expect(Object.keys(properties), path).toEqual(expect.arrayContaining(named));
  }
});

test("a body is plain or sealed, never both", () => {
  const sealed = { kid: "1", key: "YQ", payload: "YQ", datetime: 1 };
  const schema = root.paths["/site/v2/getSiteBySN"]?.post?.requestBody?.content["application/json"];
  const fits = (body: unknown) => check(root, schema?.schema, body).length === 0;
  expect([fits({ id: 1 }), fits(sealed), fits({ id: 1, ...sealed })]).toEqual([true, true, true]);
  expect([fits({}), fits({ id: "1" }), fits({ id: 1, kid: "1" })]).toEqual([false, false, false]);
});

test("every call of the specification is listed in its area", () => {
  const wrong = calls.filter(({ path, area }) => areaOf(path.slice(4)) !== area);
  expect(wrong).toEqual([]);
});

test("an operation for the pages is not there for others", async () => {
  const pages = (operations as readonly AnyOperation[]).filter(({ served }) => served === "pages");
  expect(pages.map(({ path }) => path)).toContain(
    "POST /site/v4/getBriefListBySearchFilterAndReorder",
  );
  for (const { path } of pages) {
    const { status, body } = await callApi(path.split(" ")[1] ?? "", {});
    expect([status, body]).toEqual([404, { code: 404, message: problems.notFound }]);
  }
});

test("a planted call with an example that does not fit is caught", () => {
  const [first] = operations as readonly AnyOperation[];
  if (first === undefined) throw new Error("no operation");
  const planted = {
    ...first,
    description: {
      ...first.description,
      output: z.object({ a: z.int() }),
      example: { input: {}, output: { a: "1" } },
    },
  };
  const made = describeApi([planted as AnyOperation]) as unknown as typeof root;
  const [answer] = Object.values(
    Object.values(Object.values(made.paths)[0] ?? {})[0]?.responses ?? {},
  );
  const json = answer?.content?.["application/json"];
  expect(check(made, json?.schema, json?.example)).not.toEqual([]);
});
