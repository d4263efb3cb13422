import { type SiteViewer, watch } from "./viewer-socket.ts";

/** An owner who watches the site. */
export async function watchSite(siteId: number): Promise<SiteViewer> {
  return (await watch(siteId)).viewer;
}
