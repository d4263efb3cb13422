import { Suspense } from "react";
import { redirect } from "react-router";
import { call } from "#app/backend.server.ts";
import { performForm, Refused } from "#app/forms/perform-form.server.ts";
import { numberOf, textOf } from "#app/forms/read-form.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { readLocalInstant } from "#app/routes/site/log/local-instant.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import { readId, requireOperator } from "../require-operator.server.ts";
import type { Route } from "./+types/editor";
import { readTexts } from "./news-data.ts";
import { NewsEditor } from "./news-editor.tsx";

const isNew = ({ params }: Pick<Route.LoaderArgs, "params">) => params.id === "new";

export async function loader(args: Route.LoaderArgs) {
  requireOperator(args);
  if (isNew(args)) return { news: null };
  const input = { id: readId(args.params.id) };
  return { news: await call(args.context, "POST /platform/v2/news/get", input) };
}

/** @throws Refused for an instant that is none */
function readInstant(form: FormData, name: "publishAt" | "until"): number | undefined {
  const at = readLocalInstant(textOf(form, name), "UTC");
  if (Number.isNaN(at)) throw new Refused({ fields: { [name]: "wrongValue" } });
  return at;
}

function readInput(form: FormData) {
  const until = readInstant(form, "until") ?? null;
  const choice = textOf(form, "publish");
  const at = choice === "at" ? readInstant(form, "publishAt") : undefined;
  if (choice === "at" && at === undefined) throw new Refused({ fields: { publishAt: "required" } });
  return {
    texts: readTexts((name) => textOf(form, name)),
    attention: form.has("attention"),
    publish: at ?? (choice === "now" ? ("now" as const) : ("draft" as const)),
    until,
  };
}

export async function action(args: Route.ActionArgs) {
  requireOperator(args);
  const { context } = args;
  return performForm(args, {
    async save(form) {
      const input = readInput(form);
      if (isNew(args)) await call(context, "POST /platform/v2/news/add", input);
      else {
        const which = { id: readId(args.params.id), version: numberOf(form, "version") ?? 0 };
        await call(context, "POST /platform/v2/news/update", { ...which, ...input });
      }
      return {};
    },
    async delete() {
      await call(context, "POST /platform/v2/news/delete", { id: readId(args.params.id) });
      throw redirect("/platform/news");
    },
  });
}

export default function NewsEditorRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <NewsEditorPage {...loaderData} />
    </Suspense>
  );
}

function NewsEditorPage({ news }: Route.ComponentProps["loaderData"]) {
  usePageTexts("platform");
  const { t } = useTranslation("platform");
  return (
    <>
      <PageTitle page={t("news.title")} />
      <NewsEditor key={news?.id ?? "new"} news={news} />
    </>
  );
}
