/**
 * Serialized JSON that is sent unchanged, so that the Worker need not parse the large answers of a site's object.
 */
export class WrittenJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Returns the parsed value, for `JSON.stringify` by code that does not know this class. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** Serializes a value as JSON; a `WrittenJson`, also as one of its own fields, is inserted unchanged. */
export function writeJson(value: unknown): string {
  if (value instanceof WrittenJson) return value.text;
  if (!hasWritten(value)) return JSON.stringify(value);
  // Concatenation instead of `join` copies a long text only once, when it is sent.
  let text = "";
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    text += text === "" ? "{" : ",";
    text += `${JSON.stringify(name)}:${writeJson(field)}`;
  }
  return `${text}}`;
}

function hasWritten(value: unknown): value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).some((field) => field instanceof WrittenJson);
}
