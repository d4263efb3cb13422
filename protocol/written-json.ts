/**
 * JSON that is already serialized and sent unchanged: the large answers of a site's object are not parsed on their way.
 */
export class WrittenJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Serialization by code that does not know this class. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** The JSON of a value, with what of its own fields is written already in its place. */
export function writeJson(value: unknown): string {
  if (value instanceof WrittenJson) return value.text;
  if (!hasWritten(value)) return JSON.stringify(value);
  // Concatenated and not joined: a long text is copied once, by its sender.
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
