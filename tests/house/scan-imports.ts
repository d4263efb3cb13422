import { parseSync, Visitor } from "vite";

export type ImportedModule = {
  /** As written; undefined where a dynamic import computes it. */
  specifier: string | undefined;
  line: number;
  /** Whether it is an `import type`, which leaves nothing in the browser's code. */
  isType: boolean;
};

type Node = { start: number };

/**
 * Every way in which a file names another module: imports and re-exports (type-only ones too),
 * dynamic imports, import types, `require` and `import.meta.glob`.
 */
export function scanImports(path: string, source: string): ImportedModule[] {
  const found: ImportedModule[] = [];
  const add = (node: Node, specifier: unknown, isType = false) =>
    found.push({
      specifier: typeof specifier === "string" ? specifier : undefined,
      line: source.slice(0, node.start).split("\n").length,
      isType,
    });
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  new Visitor({
    ImportDeclaration: (node) => void add(node, node.source.value, node.importKind === "type"),
    ExportAllDeclaration: (node) => void add(node, node.source.value),
    ExportNamedDeclaration: (node) => {
      if (node.source) add(node, node.source.value);
    },
    ImportExpression: (node) => void add(node, readText(node.source)),
    TSImportType: (node) => void add(node, node.source.value),
    TSExternalModuleReference: (node) => void add(node, node.expression.value),
    CallExpression: (node) => {
      const [first] = node.arguments;
      if (node.callee.type === "Identifier" && node.callee.name === "require") {
        add(node, first && readText(first));
      }
      if (isGlob(node.callee) && first) {
        const patterns = first.type === "ArrayExpression" ? first.elements : [first];
        for (const pattern of patterns) {
          const text = pattern && readText(pattern);
          // One that begins with "!" takes away from what the others name.
          if (typeof text !== "string") add(node, text);
          // From the project's root, where the rooms are.
          else if (!text.startsWith("!")) add(node, text.replace(/^\//, "#"));
        }
      }
    },
  }).visit(program);
  return found;
}

function readText(node: object): unknown {
  if ("type" in node && node.type === "Literal" && "value" in node) return node.value;
  if ("type" in node && node.type === "TemplateLiteral" && "quasis" in node) {
    const [only, ...more] = node.quasis as { value: { cooked: string } }[];
    return more.length === 0 ? only?.value.cooked : undefined;
  }
  return undefined;
}

function isGlob(callee: object): boolean {
  if (!("type" in callee) || callee.type !== "MemberExpression") return false;
  const { object, property } = callee as unknown as {
    object: { type: string };
    property: { name?: string };
  };
  return object.type === "MetaProperty" && property.name === "glob";
}
