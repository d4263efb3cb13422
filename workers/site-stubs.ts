import type { SiteRpc } from "#protocol/site-rpc.ts";

/** The object of a site. */
export function siteStub(env: Env, siteId: number) {
  return env.SITES.get(env.SITES.idFromName(`site-${siteId}`));
}

/** The same, seen as what operations may ask of it. */
export function siteRpc(env: Env, siteId: number): SiteRpc {
  return siteStub(env, siteId);
}
