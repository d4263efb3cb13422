import type { SourceTree } from "./source-tree.ts";

/** A function in a file. */
export type Definition = { path: string; body: string };

const MODIFIERS = "(?:(?:export|default|public|private|override|static|async|get|set) )*";

/** Returns every function or method of a name, with its text from the name to the end of its body. */
export function findDefinitions(tree: SourceTree, name: string): Definition[] {
  const quoted = name.replaceAll(/[#$]/g, "\\$&");
  const declared = new RegExp(
    `^ *${MODIFIERS}(?:function\\*? |(?<variable>const |let |readonly )|\\*)?(?<![\\w.#])${quoted}(?![\\w])`,
    "gm",
  );
  return [...tree].flatMap(([path, source]) =>
    [...source.matchAll(declared)].flatMap((match) => {
      const end = findEnd(source, match.index + match[0].length, match[0]);
      return end === null ? [] : [{ path, body: source.slice(match.index, end) }];
    }),
  );
}

/** Returns where the function ends that is declared before `from`; null if it is a call, a type or a value. */
function findEnd(source: string, from: number, declaration: string): number | null {
  const rest = source.slice(from);
  if (/\b(const|let|readonly) /.test(declaration)) {
    const isFunction = /^(?:: [^=]+)? =\s*(?:async )?(?:<[^(]*>)?(?:\(|\w+ =>|function)/.test(rest);
    return isFunction ? from + findClose(rest, /^;$/m) : null;
  }
  const parameters = /^(?:<[^(]*>)?\(/.exec(rest)?.[0];
  if (parameters === undefined) return null;
  const afterParameters = parameters.length + findClose(rest.slice(parameters.length), /^\)$/) + 1;
  const returned = /^(?:: [^;]*?)? \{\n/.exec(rest.slice(afterParameters));
  if (returned === null || /[;=]/.test(returned[0])) return null;
  const bodyAt = afterParameters + returned[0].length;
  return from + bodyAt + findClose(rest.slice(bodyAt), /^\}$/) + 1;
}

/** Returns the index of the first character outside of all brackets that matches `closing`. */
function findClose(text: string, closing: RegExp): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (depth === 0 && closing.test(sign)) return at;
    if ("([{".includes(sign)) depth += 1;
    if (")]}".includes(sign)) depth -= 1;
  }
  return text.length;
}
