import { MAX_TOKEN_SITES } from "#domain/sessions/access-token.ts";

/** A site in the selection for a token. */
export type TokenSite = { id: number; name: string; location: string };

/** One page of search results. */
export type FoundSites = {
  search: string;
  total: number;
  page: number;
  list: readonly TokenSite[];
};

/** Results of the token form besides its values. */
export type TokenExtra = {
  /** Sites that were selected, and the results of the search. */
  sites: { chosen: readonly TokenSite[]; found: FoundSites | null };
};

/** Sites of a new token, in the order of their selection. */
export type ChosenSites = ReadonlyMap<number, TokenSite>;

export const FOUND_AT_A_TIME = 10;

/** Intent of the Enter key in a field of the form if scripts do not run. */
export const ENTER = "enter";

/** Encodes a site in the form, so that it can be shown again without a look-up. */
export function writeSite({ id, name, location }: TokenSite): string {
  return JSON.stringify([id, name, location]);
}

/** Returns null for a value that no form of the portal sends. */
export function readSite(text: string): TokenSite | null {
  const read = parse(text);
  if (!Array.isArray(read)) return null;
  const [id, name, location] = read as unknown[];
  if (!Number.isSafeInteger(id) || typeof name !== "string" || typeof location !== "string")
    return null;
  return { id: id as number, name, location };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function chooseAll(sites: readonly TokenSite[]): ChosenSites {
  return new Map(sites.map((site) => [site.id, site]));
}

/** Adds a site; null if that exceeds the limit of a token. */
export function chooseOne(chosen: ChosenSites, site: TokenSite): ChosenSites | null {
  if (chosen.size >= MAX_TOKEN_SITES && !chosen.has(site.id)) return null;
  return new Map(chosen).set(site.id, site);
}

export function dropOne(chosen: ChosenSites, { id }: TokenSite): ChosenSites {
  return new Map([...chosen].filter(([other]) => other !== id));
}

/** Selected sites that are not among the search results and have to be listed separately. */
export function chosenElsewhere(chosen: ChosenSites, found: FoundSites | null): TokenSite[] {
  const shown = new Set(found?.list.map(({ id }) => id));
  return [...chosen.values()].filter(({ id }) => !shown.has(id));
}
