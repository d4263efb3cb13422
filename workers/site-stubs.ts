import type { SiteRpc } from "#protocol/site-rpc.ts";
import { type SwitchRpc, switchCounterOf } from "#protocol/switch-rpc.ts";

/**
 * Returns the stub of a site's object. A jurisdiction is part of the object's identity: the same name in another
 * jurisdiction is another object.
 */
export function siteStub(env: Env, siteId: number) {
  const jurisdiction = env.DATA_JURISDICTION as DurableObjectJurisdiction | "" | undefined;
  const sites = jurisdiction ? env.SITES.jurisdiction(jurisdiction) : env.SITES;
  return sites.get(sites.idFromName(`site-${siteId}`));
}

/** Returns the stub with the interface that operations use. */
export function siteRpc(env: Env, siteId: number): SiteRpc {
  return siteStub(env, siteId);
}

/** Returns the counter of the sites at which a user switches equipment. */
export function switchRpc(env: Env, person: number): SwitchRpc {
  return env.SWITCHES.get(env.SWITCHES.idFromName(switchCounterOf(person)));
}
