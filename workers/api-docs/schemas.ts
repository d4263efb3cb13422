import { z } from "zod";
import { uploadedFile } from "#operations/upload-input.ts";

export type JsonSchema = { [keyword: string]: unknown };

/** JSON Schema of an input. Rules that only code can check are not part of it; violations get 422. */
export function schemaOfInput(schema: z.ZodType): JsonSchema {
  return withoutDialect(z.toJSONSchema(schema, { io: "input", unrepresentable: "any", override }));
}

/** JSON Schema of `data`. It allows additional fields, because later versions may add some. */
export function schemaOfOutput(schema: z.ZodType): JsonSchema {
  return withoutDialect(z.toJSONSchema(schema, { io: "output", unrepresentable: "any", override }));
}

function override({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: JsonSchema }): void {
  if (zodSchema === uploadedFile) {
    for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
    Object.assign(jsonSchema, { type: "string", contentMediaType: "application/octet-stream" });
  }
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

/** OpenAPI names the dialect once for the document. */
function withoutDialect({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
