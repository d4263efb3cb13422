/**
 * JSON that is written already and goes out as it is: what a site's object tells by the ten thousand is read by nobody
 * on its way.
 */
export class WrittenJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** For whoever does not know of it. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** The JSON of a value, with what of its own fields is written already in its place. */
export function writeJson(value: unknown): string {
  if (value instanceof WrittenJson) return value.text;
  if (!hasWritten(value)) return JSON.stringify(value);
  // Added and not joined: what is long is copied once, by whoever sends it.
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
