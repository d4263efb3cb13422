import { z } from "zod";
import { uploadedFile } from "#operations/upload-input.ts";

export type JsonSchema = { [keyword: string]: unknown };

/** What is taken, as a JSON Schema. What only code can check is not in it: that gets 422. */
export function schemaOfInput(schema: z.ZodType): JsonSchema {
  return withoutDialect(z.toJSONSchema(schema, { io: "input", unrepresentable: "any", override }));
}

/** What `data` holds, as a JSON Schema. More fields may come one day, so it does not forbid them. */
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

/** OpenAPI names the dialect once for all of them. */
function withoutDialect({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
