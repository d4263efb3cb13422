/** The part of the bundler's module graph that the groups read. */
type Graph = {
  getModuleInfo(id: string): {
    readonly importers: readonly string[];
    readonly importedIds: readonly string[];
    isEntry: boolean;
  } | null;
};

/** Layouts that frame the pages, by the file of each. */
const FRAMES = {
  public: "/app/routes/public/layout.tsx",
  portal: "/app/routes/portal/layout.tsx",
  site: "/app/routes/site/layout.tsx",
} as const;
type Frame = keyof typeof FRAMES;

/**
 * Returns the chunk for a module that every page of a frame loads: "frame" for modules of signed-in pages, "site-frame"
 * for modules that only pages of a site use. Returns null for all other modules, which other rules assign.
 */
export function frameOf(moduleId: string, graph: Graph): string | null {
  if (graph.getModuleInfo(moduleId)?.isEntry) return null;
  const frames = framesOf(moduleId, graph, new Set());
  if (frames.has("public") || !frames.has("site")) return null;
  return frames.has("portal") ? "frame" : "site-frame";
}

/** Returns the frames that import a module, directly or through other modules. */
function framesOf(moduleId: string, graph: Graph, seen: Set<string>): Set<Frame> {
  const found = new Set<Frame>();
  const look = (id: string) => {
    if (seen.has(id)) return;
    seen.add(id);
    const own = (Object.keys(FRAMES) as Frame[]).find((frame) => id.includes(FRAMES[frame]));
    if (own !== undefined) found.add(own);
    for (const importer of graph.getModuleInfo(id)?.importers ?? []) look(importer);
  };
  look(moduleId);
  return found;
}

/** Packages of Chakra and Emotion, and the modules that configure them. */
const CHAKRA =
  /[\\/]node_modules[\\/](@chakra-ui|@emotion|@pandacss|@ark-ui|@zag-js|stylis)[\\/]|[\\/]app[\\/]theme[\\/](chakra-scope|global-css|semantic-colors|styles|system|tokens|use-style-cache)(\.browser)?\.tsx?$/;

/** Returns the chunk for a module of Chakra, which the overview of a site loads only with what is below its first screen. */
export function chakraOf(moduleId: string): string | null {
  return CHAKRA.test(moduleId) ? "chakra" : null;
}

/**
 * Returns the group of a module that several pages share. Modules with Chakra are apart from the others, because small
 * ones are merged, and the overview of a site would load Chakra with them.
 */
export function sharedOf(moduleId: string, graph: Graph): string {
  return needsChakra(moduleId, graph, new Set()) ? "shared-chakra" : "shared";
}

function needsChakra(moduleId: string, graph: Graph, seen: Set<string>): boolean {
  if (seen.has(moduleId)) return false;
  seen.add(moduleId);
  if (chakraOf(moduleId) !== null) return true;
  const imported = graph.getModuleInfo(moduleId)?.importedIds ?? [];
  return imported.some((id) => needsChakra(id, graph, seen));
}
