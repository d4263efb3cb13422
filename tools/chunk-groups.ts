/** What of the graph of modules decides here. */
type Graph = {
  getModuleInfo(id: string): { readonly importers: readonly string[]; isEntry: boolean } | null;
};

/** The frames that pages stand in, by where they begin. */
const FRAMES = {
  public: "/app/routes/public/layout.tsx",
  portal: "/app/routes/portal/layout.tsx",
  site: "/app/routes/site/layout.tsx",
} as const;
type Frame = keyof typeof FRAMES;

/**
 * What every page of a frame needs from its start comes in one file: "frame" for those behind the login, "site-frame"
 * for what only a site's pages add. Null for everything else, which other rules divide.
 */
export function frameOf(moduleId: string, graph: Graph): string | null {
  if (graph.getModuleInfo(moduleId)?.isEntry) return null;
  const frames = framesOf(moduleId, graph, new Set());
  if (frames.has("public") || !frames.has("site")) return null;
  return frames.has("portal") ? "frame" : "site-frame";
}

/** Which frames import a module, directly or by way of others. */
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
