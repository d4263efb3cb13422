import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const MAX_LENGTH = 72;
/** Matches subjects that git generates itself. */
const WRITTEN_BY_GIT = /^(Merge |Revert "|fixup! |squash! |amend! )/;
/** Imperative verbs whose ending resembles another form. */
const IMPERATIVES = new Set(
  "access address assess bring bypass compress cross discuss dismiss embed exceed express feed focus guess miss need pass ping press proceed process seed shed skip speed suppress".split(
    " ",
  ),
);
/** First words that make a subject a noun phrase or a clause. */
const NO_VERBS = new Set(
  "a all an and another any are as at both by each every few for from he his how if in is it its many more most no nobody of on one only other our several she so some somebody such that the their there these they this those three to two was we what when where which who whoever whose why with without you".split(
    " ",
  ),
);

/**
 * Checks the first line of a commit message.
 * @param {string} subject
 * @returns {string | null} a description of the fault; null if the subject is correct
 */
export function findSubjectFault(subject) {
  if (WRITTEN_BY_GIT.test(subject)) return null;
  const { verb } = /^[a-z][a-z0-9-]*: (?<verb>\S+)/.exec(subject)?.groups ?? {};
  if (verb === undefined) return "it is not written as “area: imperative verb …”";
  if ([...subject].length > MAX_LENGTH)
    return `it has ${[...subject].length} characters; the limit is ${MAX_LENGTH}`;
  const isImperative =
    IMPERATIVES.has(verb) || (/^[a-z][a-z-]*$/.test(verb) && !/(ed|ing|s)$/.test(verb));
  if (!isImperative || NO_VERBS.has(verb)) return `“${verb}” is not an imperative verb`;
  if (subject.endsWith(".")) return "it ends with a full stop";
  return null;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const message = readFileSync(process.argv[2] ?? "", "utf8");
  const subject = message.split("\n").find((line) => line !== "" && !line.startsWith("#")) ?? "";
  const fault = findSubjectFault(subject);
  if (fault !== null) {
    console.error(`The subject “${subject}” is refused: ${fault}.`);
    console.error("Example: “history: clip buckets of a curve to the requested span”");
    process.exitCode = 1;
  }
}
