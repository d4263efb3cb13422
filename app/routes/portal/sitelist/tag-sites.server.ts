import { call, refusalOf } from "#app/backend.server.ts";
import { withLimit } from "#app/forms/form-problem.ts";
import { performForm, Refused } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { requireUser } from "#app/guard.server.ts";
import { chunk } from "#domain/chunk.ts";
import type { Route } from "./+types/page";

/** Greatest number of sites of one request, as for assigning administrators. */
const MAX_SITES = 100;
const AT_ONCE = 5;

export type TaggedSites = {
  tagged: {
    /** Number of sites that have, or no longer have, the tag. */
    done: number;
    /** Message keys of the reasons for which other sites were not changed. */
    refused: readonly string[];
  };
};

type TagPath = "POST /site/v2/tag/add" | "POST /site/v2/tag/delete";

/** Adds a tag to several sites or removes it. */
export async function tagSites(args: Route.ActionArgs) {
  requireUser(args);
  return performForm<TaggedSites>(args, {
    tag: (form) => changeSites(form, args, "POST /site/v2/tag/add"),
    untag: (form) => changeSites(form, args, "POST /site/v2/tag/delete"),
  });
}

/** Each site is updated on its own, so that one refusal does not affect the others. */
async function changeSites(
  form: FormData,
  args: Route.ActionArgs,
  path: TagPath,
): Promise<TaggedSites> {
  const siteIds = [...new Set(form.getAll("siteId").map(Number))];
  if (siteIds.length > MAX_SITES) {
    const message = withLimit("tooMany", MAX_SITES);
    throw new Refused({ message, fields: { siteId: message } });
  }
  const name = textOf(form, "name");
  const results: Awaited<ReturnType<typeof tagOne>>[] = [];
  for (const those of chunk(siteIds, AT_ONCE)) {
    const came = await Promise.all(those.map((siteId) => tagOne(args, path, { siteId, name })));
    const wrong = came.find((problem) => problem?.fields.name !== undefined);
    // An invalid tag is invalid for every site.
    if (wrong) throw new Refused(wrong);
    results.push(...came);
  }
  const refused = results.filter((problem) => problem !== null);
  return {
    tagged: {
      done: results.length - refused.length,
      refused: [...new Set(refused.map(({ message }) => message))],
    },
  };
}

type Tag = { siteId: number; name: string };

/** Returns why the tag was refused; null if the site has, or no longer has, the tag. */
async function tagOne({ context }: Route.ActionArgs, path: TagPath, tag: Tag) {
  try {
    await call(context, path, tag);
    return null;
  } catch (thrown) {
    const problem = refusalOf(thrown);
    return problem.fields.name === "tagThere" ? null : problem;
  }
}
