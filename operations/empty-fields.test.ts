import { expect, test } from "vitest";
import { Problem } from "#domain/problem.ts";
import type { AnyOperation } from "./call.ts";
import { parseInput } from "./parse-input.ts";
import { operations } from "./table.ts";

type Typed = Record<string, unknown>;

/** Forms of `/user` that take a secret or a code, in addition to all forms that are open to anyone. */
const OWN_FORMS = [
  "POST /user/v2/updatePassword",
  "POST /user/v2/delete",
  "POST /user/v2/emailVerify",
  "POST /user/v2/updateAccountAndEmail",
];
const forms = (operations as readonly AnyOperation[]).filter(
  ({ path, access }) => access.kind === "anyone" || OWN_FORMS.includes(path),
);

function faultsOf({ input }: AnyOperation, typed: Typed): Readonly<Record<string, string>> {
  try {
    parseInput(input, typed);
    return {};
  } catch (thrown) {
    return thrown instanceof Problem ? (thrown.details.fields ?? {}) : { thrown: String(thrown) };
  }
}

/** Returns the example input of a form, and its typed fields that must not be omitted. */
function typedInto(form: AnyOperation): { example: Typed; required: string[] } {
  const example: Typed = form.description.example.input;
  const isRequired = (name: string) => {
    const { [name]: _, ...rest } = example;
    return typeof example[name] === "string" && name in faultsOf(form, rest);
  };
  return { example, required: Object.keys(example).filter(isRequired) };
}

test("an empty required field is refused as required, alone and with all others", () => {
  const refused = forms.flatMap((form) => {
    const { example, required } = typedInto(form);
    expect(faultsOf(form, example), form.path).toEqual({});
    const empty = Object.fromEntries(required.map((name) => [name, ""]));
    return [
      ...required.map((name) => [
        form.path,
        name,
        faultsOf(form, { ...example, [name]: "" })[name],
      ]),
      ...Object.entries(faultsOf(form, { ...example, ...empty })).map((fault) => [
        form.path,
        ...fault,
      ]),
    ];
  });
  expect(refused.length).toBeGreaterThan(40);
  expect(refused.filter(([, , fault]) => fault !== "required")).toEqual([]);
});

test("a field that need not be filled in may be empty", () => {
  for (const form of forms) {
    const { example, required } = typedInto(form);
    const others = Object.keys(example).filter(
      (name) => typeof example[name] === "string" && !required.includes(name),
    );
    for (const name of others)
      expect(faultsOf(form, { ...example, [name]: "" }), `${form.path} ${name}`).toEqual({});
  }
});
