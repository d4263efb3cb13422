import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { JournalHead } from "#domain/journal/journal-entry.ts";
import { type Verification, verifyExport } from "#domain/journal/verify-export.ts";
import { describeError, Failure, runCommand } from "./failure.ts";

const USAGE =
  "Name the file: npm run verify-journal -- journal.jsonl (--head 123:<hash> compares it with the head that the portal stores apart)";
/** Exit code for a file that was changed; 1 means that it could not be verified. */
const CHANGED = 2;

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

/** Verifies the export of a site's journal, without the portal (`npm run verify-journal -- <file>`). */
await runCommand(async () => {
  const { file, expected } = readArguments();
  const verification = verify(readFile(file), expected);
  if (verification.isValid) {
    const { head, site, exportedAt } = verification;
    console.log(
      `✓ ${file}: ${head.number} entries of site ${site} are complete and unchanged (exported ${new Date(exportedAt).toISOString()}).`,
    );
    console.log(`  Head: ${head.number}:${head.hash}`);
    if (expected === null)
      console.log("  Compare it with the head on the journal page, or pass that one with --head.");
    return;
  }
  process.stderr.write(`✗ ${file}, line ${verification.line}: ${verification.problem}\n`);
  process.exitCode = CHANGED;
});

function readArguments(): { file: string; expected: JournalHead | null } {
  try {
    const { values, positionals } = parseArgs({
      options: { head: { type: "string" } },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new Failure(USAGE);
    return { file, expected: values.head === undefined ? null : readHead(values.head) };
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(USAGE, [describeError(error)]);
  }
}

function readHead(text: string): JournalHead {
  const [, number, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (number === undefined || hash === undefined)
    throw new Failure("A head is the number of its entry, a colon, and 64 hexadecimal digits.");
  return { number: Number(number), hash };
}

function readFile(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${describeError(error)}`);
  }
}

/** Verifies the bytes of a file. Only line feeds separate lines, and each line ends with one. */
function verify(bytes: Buffer, expected: JournalHead | null): Verification {
  const lines: string[] = [];
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf("\n", from);
    const line = lines.length + 1;
    if (end === -1) return { isValid: false, line, problem: "the file ends within a line" };
    try {
      lines.push(decoder.decode(bytes.subarray(from, end)));
    } catch {
      return { isValid: false, line, problem: "is not UTF-8: the line was changed" };
    }
    from = end + 1;
  }
  return verifyExport(lines, sha256, expected);
}
