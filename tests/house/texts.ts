import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseSync, Visitor } from "vite";
import { isTestFile, projectRoot, type SourceTree } from "./source-tree.ts";

/** Texts of one language: `namespace:key.key` → text. */
export type Texts = ReadonlyMap<string, string>;

export function readLanguages(): Map<string, Texts> {
  const languages = globSync("locales/*/", { cwd: projectRoot }).map((path) => basename(path));
  return new Map(languages.map((language) => [language, readTexts(language)]));
}

function readTexts(language: string): Texts {
  const files = globSync(`locales/${language}/*.json`, { cwd: projectRoot });
  return new Map(
    files.flatMap((file) => {
      const content: unknown = JSON.parse(readFileSync(`${projectRoot}/${file}`, "utf8"));
      return flatten(content, `${basename(file, ".json")}:`);
    }),
  );
}

function flatten(value: unknown, path: string): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [[path, ""]];
  const separator = path.endsWith(":") ? "" : ".";
  return Object.entries(value).flatMap(([key, child]) =>
    flatten(child, `${path}${separator}${key}`),
  );
}

const pluralForm = /_(zero|one|two|few|many|other)$/;

/** What a language has more, less or otherwise than the first: keys, plural forms, and placeholders in them. */
export function compareLanguages(first: Texts, language: string, other: Texts): string[] {
  const required = requirementsOf(first, language);
  const missing = [...required.keys()].filter((key) => !other.has(key)).map((key) => `- ${key}`);
  const surplus = [...other.keys()].filter((key) => !required.has(key)).map((key) => `+ ${key}`);
  const different = [...required]
    .filter(([key, requirement]) => other.has(key) && !requirement.isMetBy(other.get(key) ?? ""))
    .map(([key]) => `≠ ${key}`);
  return [...missing, ...surplus, ...different];
}

type Requirement = { isMetBy: (text: string) => boolean };

/** The keys that a language needs for what the first says, each plural in the language's own forms. */
function requirementsOf(first: Texts, language: string): Map<string, Requirement> {
  const requirements = new Map<string, Requirement>();
  for (const [key, text] of first) {
    const plural = key.replace(pluralForm, "");
    if (plural === key) requirements.set(key, asks(placeholdersOf(text), false));
    else {
      const placeholders = formsOf(first, plural).flatMap((form) => placeholdersOf(form));
      for (const { form, single } of pluralFormsOf(language))
        requirements.set(`${plural}_${form}`, asks(placeholders, single));
    }
  }
  return requirements;
}

/** A form that stands for one number only may spell it out. */
function asks(placeholders: string[], single: boolean): Requirement {
  const spelled = (found: string[]) =>
    [...new Set(found.filter((one) => !single || one !== "{{count"))].sort().join(" ");
  return { isMetBy: (text) => spelled(placeholdersOf(text)) === spelled(placeholders) };
}

function formsOf(texts: Texts, plural: string): string[] {
  return [...texts]
    .filter(([key]) => key.replace(pluralForm, "") === plural)
    .map(([, text]) => text);
}

function placeholdersOf(text: string): string[] {
  return [...text.matchAll(/{{\s*[\w.]+|<\/?\w+/g)].map(([placeholder]) => placeholder);
}

/** The forms of a language, and whether a form stands for one number only, as "one" does in English and not in French. */
export function pluralFormsOf(language: string): { form: string; single: boolean }[] {
  const rules = new Intl.PluralRules(language);
  const counts = Array.from({ length: 200 }, (_, count) => rules.select(count));
  return rules.resolvedOptions().pluralCategories.map((form) => ({
    form,
    single: counts.filter((one) => one === form).length === 1,
  }));
}

const spokenAttributes = ["alt", "aria-description", "aria-label", "label", "placeholder", "title"];
const hasWord = /\p{L}{2}/u;

/** Words in components that no translation can reach, as `file: words`. */
export function findLiteralTexts(tree: SourceTree): string[] {
  const found: string[] = [];
  for (const [path, source] of componentsOf(tree)) {
    const add = (text: unknown) => {
      if (typeof text === "string" && hasWord.test(text)) found.push(`${path}: ${text.trim()}`);
    };
    new Visitor({
      JSXText: (node) => add(node.value),
      JSXElement: (node) => {
        for (const child of node.children) {
          if (child.type === "JSXExpressionContainer" && child.expression.type === "Literal") {
            add(child.expression.value);
          }
        }
      },
      JSXAttribute: (node) => {
        const name = node.name.type === "JSXIdentifier" ? node.name.name : "";
        if (!spokenAttributes.includes(name) || !node.value) return;
        if (node.value.type === "Literal") add(node.value.value);
        if (node.value.type === "JSXExpressionContainer" && "value" in node.value.expression) {
          add(node.value.expression.value);
        }
      },
    }).visit(parseSync(path, source).program);
  }
  return found;
}

/** Keys that the code names and no text has, as `file: key`. */
export function findUnknownKeys(tree: SourceTree, texts: Texts): string[] {
  const keys = new Set([...texts.keys()].flatMap((key) => [key, key.replace(/^\w+:/, "")]));
  const plural = [...keys].map((key) => key.replace(pluralForm, ""));
  const known = new Set([...keys, ...plural]);
  const found: string[] = [];
  for (const [path, source] of componentsOf(tree)) {
    new Visitor({
      CallExpression: (node) => {
        const [first] = node.arguments;
        const isTranslation = node.callee.type === "Identifier" && node.callee.name === "t";
        if (!isTranslation || first?.type !== "Literal" || typeof first.value !== "string") return;
        if (!known.has(first.value)) found.push(`${path}: ${first.value}`);
      },
    }).visit(parseSync(path, source).program);
  }
  return found;
}

function componentsOf(tree: SourceTree): [string, string][] {
  return [...tree].filter(
    ([path]) => path.startsWith("app/") && /\.tsx?$/.test(path) && !isTestFile(path),
  );
}

/**
 * Texts that no code asks for: their key is neither a string anywhere nor fits a template such as
 * `status.${status}`. A value at the beginning of a template is part of the code, too.
 */
export function findUnusedKeys(tree: SourceTree, texts: Texts): string[] {
  const words = new Set<string>();
  const templates: RegExp[] = [];
  for (const [path, source] of tree) {
    if (isTestFile(path)) continue;
    new Visitor({
      Literal: (node) => {
        if (typeof node.value === "string") words.add(node.value);
      },
      TemplateLiteral: (node) => {
        const parts = node.quasis.map(({ value }) => value.raw);
        if (!parts.some((part) => /^\w+\.|\.\w+$|^\.\w+/.test(part))) return;
        const pattern = parts.map((part) => part.replace(/[.*+?^$(){}|[\]\\]/g, "\\$&"));
        const [first, ...others] = pattern;
        const gapAt = (place: number) => (place === 0 && first === "" ? "([^.]+)" : "[^.]+");
        const rest = others.map((part, place) => gapAt(place) + part).join("");
        templates.push(new RegExp(`^${first}${rest}$`));
      },
    }).visit(parseSync(path, source).program);
  }
  const fits = (name: string, template: RegExp) => {
    const [whole, word = ""] = template.exec(name) ?? [];
    return whole !== undefined && (word === "" || words.has(word));
  };
  return [...texts.keys()].filter((full) => {
    const named = full.replace(pluralForm, "");
    const key = named.replace(/^\w+:/, "");
    return ![named, key].some(
      (name) => words.has(name) || templates.some((one) => fits(name, one)),
    );
  });
}
