import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * Chakra components that need no recipe, or one that `system.ts` has. Any other would be rendered without styles and
 * without an error.
 */
const DRAWN = [
  "Box",
  "chakra",
  "ChakraProvider",
  "Flex",
  "Grid",
  "GridItem",
  "Portal",
  "Stack",
  "LocaleProvider",
  "VisuallyHidden",
  "Button",
  "CloseButton",
  "IconButton",
  "Input",
  "Skeleton",
  "Spinner",
  "Dialog",
  "Drawer",
  "Field",
  "Heading",
  "Text",
  "createSystem",
  "defineConfig",
  "defineGlobalStyles",
  "defineStyle",
  "SystemStyleObject",
];

test("every piece of Chakra in use has its looks among ours", () => {
  const undrawn = globSync("app/**/*.{ts,tsx}").flatMap((file) =>
    [
      ...readFileSync(file, "utf8").matchAll(
        /import (?:type )?\{([^}]*)\} from "@chakra-ui\/react"/g,
      ),
    ]
      .flatMap(([, names = ""]) => names.split(","))
      .map(
        (name) =>
          name
            .replace(/^\s*type\s/, "")
            .split(" as ")[0]
            ?.trim() ?? "",
      )
      .filter((name) => name !== "" && !name.endsWith("Props") && !DRAWN.includes(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(undrawn).toEqual([]);
});
