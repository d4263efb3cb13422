/** Maximum number of parts, more than any call needs. */
const MAX_PARTS = 100;
const MAX_HEADER_BYTES = 8_192;
const BOUNDARY = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;
const PARAMETER = /;\s*([\w*-]+)\s*=\s*(?:"([^"]*)"|([^\s;"]*))/g;
/** Escapes by which clients replace characters that would end a name. */
const ESCAPES = /%(?:22|0d|0a)/gi;

export type FormPart = {
  name: string;
  /** Undefined for fields that are not files. */
  filename: string | undefined;
  type: string;
  /** A view of the body. */
  bytes: Uint8Array<ArrayBuffer>;
};

/** Parses a multipart body (RFC 7578) without copying it. Returns null if it is invalid. */
export function parseMultipart(
  body: Uint8Array<ArrayBuffer>,
  contentType: string,
): FormPart[] | null {
  const found = BOUNDARY.exec(contentType);
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined) return null;
  const text = Buffer.from(body.buffer, body.byteOffset, body.length);
  const delimiter = `\r\n--${boundary}`;
  if (!text.subarray(0, delimiter.length - 2).equals(Buffer.from(delimiter.slice(2)))) return null;
  const parts: FormPart[] = [];
  for (let at = delimiter.length - 2; parts.length <= MAX_PARTS; ) {
    if (text.toString("latin1", at, at + 2) === "--") return parts;
    if (text.toString("latin1", at, at + 2) !== "\r\n") return null;
    const content = text.indexOf("\r\n\r\n", at) + 4;
    const end = content < 4 ? -1 : text.indexOf(delimiter, content);
    if (end === -1 || content - at > MAX_HEADER_BYTES) return null;
    const part = readHead(text.toString("utf8", at + 2, content - 4));
    if (part === null) return null;
    parts.push({ ...part, bytes: body.subarray(content, end) });
    at = end + delimiter.length;
  }
  return null;
}

/** Returns null if the head names no field. */
function readHead(head: string): Omit<FormPart, "bytes"> | null {
  const headers = new Map<string, string>();
  for (const line of head.split("\r\n")) {
    const colon = line.indexOf(":");
    headers.set(line.slice(0, Math.max(0, colon)).toLowerCase(), line.slice(colon + 1).trim());
  }
  const disposition = headers.get("content-disposition") ?? "";
  if (!/^form-data\s*;/i.test(disposition)) return null;
  const parameters = new Map<string, string>();
  for (const [, name = "", quoted, plain] of disposition.matchAll(PARAMETER))
    parameters.set(
      name.toLowerCase(),
      (quoted ?? plain ?? "").replace(ESCAPES, decodeURIComponent),
    );
  const name = parameters.get("name");
  if (name === undefined) return null;
  const type = headers.get("content-type") ?? "text/plain";
  return { name, filename: parameters.get("filename"), type };
}
