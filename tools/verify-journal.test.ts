import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { chainEntry, EMPTY_HEAD, headAfter, writeEntry } from "#domain/journal/journal-entry.ts";
import { writeTail } from "#domain/journal/verify-export.ts";

const directory = mkdtempSync(join(tmpdir(), "helioport-journal-"));
afterAll(() => rmSync(directory, { recursive: true }));

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");
const entry = chainEntry(EMPTY_HEAD, {
  at: 1_790_000_000_000,
  author: null,
  details: { site: 12 },
  what: "journal.started",
});
const { hash } = headAfter(entry, sha256);
const tail = { entries: 1, exportedAt: 1_790_000_000_000, hash, names: {}, site: 12 };
const whole = `${writeEntry(entry)}\n${writeTail(tail, sha256)}\n`;

function verify(content: string | Buffer | null, ...more: string[]) {
  const file = join(directory, "journal.jsonl");
  if (content !== null) writeFileSync(file, content);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, "verify-journal.ts"), ...(content === null ? [] : [file]), ...more],
    { encoding: "utf8" },
  );
  return { status, text: stdout + stderr };
}

test("a whole file is verified with exit code 0 and its head", () => {
  const { status, text } = verify(whole);
  expect(status, text).toBe(0);
  expect(text).toContain("1 entries of site 12 are complete and unchanged");
  expect(text).toContain(`1:${hash}`);
  expect(verify(whole, "--head", `1:${hash}`).status).toBe(0);
});

test("a changed file is reported with exit code 2 and its line", () => {
  expect(verify(whole.replace("12", "13"))).toMatchObject({ status: 2 });
  expect(verify(whole.slice(0, -1)).text).toContain("line 2: the file ends within a line");
  expect(verify(Buffer.from(whole.replace("journal", "\u00ff"), "latin1")).text).toContain(
    "line 1: is not UTF-8",
  );
  expect(verify(whole, "--head", `2:${hash}`)).toMatchObject({ status: 2 });
});

test("wrong arguments are explained with exit code 1", () => {
  expect(verify(null)).toMatchObject({ status: 1 });
  expect(verify(whole, "--head", "7").text).toContain("64 hexadecimal digits");
  expect(verify(null, join(directory, "absent")).text).toContain("cannot be read");
});
