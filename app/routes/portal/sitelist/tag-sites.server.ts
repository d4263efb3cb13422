import { data } from "react-router";
import { call, refusalOf } from "../../../backend.server.ts";
import { withLimit } from "../../../forms/form-problem.ts";
import { readForm, textOf } from "../../../forms/read-form.server.ts";
import { requireUser } from "../../../guard.server.ts";
import type { Route } from "./+types/page";

/** Greatest number of sites of one request, as for assigning administrators. */
const MAX_SITES = 100;
const AT_ONCE = 5;

/**
 * Adds a tag to several sites or removes it. Each site is updated on its own, so that one refusal does not affect the
 * others.
 */
export async function tagSites(args: Route.ActionArgs) {
  requireUser(args);
  const form = await readForm(args.request);
  const siteIds = [...new Set(form.getAll("siteId").map(Number))];
  if (siteIds.length > MAX_SITES) {
    const tooMany = withLimit("tooMany", MAX_SITES);
    return refuse({ siteId: tooMany }, tooMany);
  }
  const name = textOf(form, "name");
  const path =
    textOf(form, "intent") === "untag" ? "POST /site/v2/tag/delete" : "POST /site/v2/tag/add";
  const results: Awaited<ReturnType<typeof tagOne>>[] = [];
  for (let from = 0; from < siteIds.length; from += AT_ONCE) {
    const those = siteIds.slice(from, from + AT_ONCE);
    const came = await Promise.all(those.map((siteId) => tagOne(args, path, { siteId, name })));
    const wrong = came.find((problem) => problem?.fields.name !== undefined);
    // An invalid tag is invalid for every site.
    if (wrong) return refuse(wrong.fields, wrong.message);
    results.push(...came);
  }
  const refused = results.filter((problem) => problem !== null);
  return data({
    problem: null,
    done: results.length - refused.length,
    refused: [...new Set(refused.map(({ message }) => message))],
  });
}

type Tag = { siteId: number; name: string };

/** Returns why the tag was refused; null if the site has, or no longer has, the tag. */
async function tagOne(
  { context }: Route.ActionArgs,
  path: "POST /site/v2/tag/add" | "POST /site/v2/tag/delete",
  tag: Tag,
) {
  try {
    await call(context, path, tag);
    return null;
  } catch (thrown) {
    const problem = refusalOf(thrown);
    return problem.fields.name === "tagThere" ? null : problem;
  }
}

function refuse(fields: Readonly<Record<string, string>>, message: string) {
  return data({ problem: { message, fields }, done: 0, refused: [] }, { status: 422 });
}
