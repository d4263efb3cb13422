import type { Plugin } from "vite";
import { type Piece, PLANTED_FAULTS } from "./plants.ts";

/** Name of the global that says which planted fault is awake. */
const AWAKE = "globalThis.helioportPlantedFault";

/**
 * Plants all faults into the modules as they are loaded, each asleep until its name is the awake one. The product's
 * files know nothing of it. Fails where a piece of text is not there exactly once.
 */
export function plantFaults(): Plugin {
  return {
    name: "helioport-planted-faults",
    enforce: "pre",
    transform(code, id) {
      const path = id.split("?", 1)[0] ?? id;
      let planted = code;
      for (const { name, pieces } of PLANTED_FAULTS)
        for (const piece of pieces)
          if (path.endsWith(`/${piece.module}`)) planted = plant(planted, name, piece);
      return planted === code ? null : { code: planted, map: null };
    },
  };
}

function plant(code: string, name: string, { module, find, put, as }: Piece): string {
  const found = code.split(find).length - 1;
  if (found !== 1) throw new Error(`${name}: its text is ${found} times in ${module}`);
  const isAwake = `${AWAKE} === ${JSON.stringify(name)}`;
  const instead =
    as === "expression"
      ? `(${isAwake} ? (${put}) : (${find}))`
      : `if (${isAwake}) { ${put} } else { ${find} }`;
  return code.replace(find, () => instead);
}
