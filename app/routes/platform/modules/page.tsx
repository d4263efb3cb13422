import { Suspense } from "react";
import { call } from "#app/backend.server.ts";
import { performForm } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { callForPage } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import { readChoice, readParam } from "../list-address.ts";
import { requireOperator } from "../require-operator.server.ts";
import type { Route } from "./+types/page";
import { MODULE_STATES, MODULES_PAGE } from "./module-data.ts";
import { ModuleList } from "./module-list.tsx";

export async function loader(args: Route.LoaderArgs) {
  requireOperator(args);
  const { searchParams } = args.url;
  const query = {
    search: readParam(searchParams, "search", 32),
    state: readChoice(searchParams, "state", MODULE_STATES),
  };
  const after = readParam(searchParams, "after", 64) || null;
  const input = { ...query, after, size: MODULES_PAGE };
  const { list, next } = await callForPage(args, "POST /platform/v2/module/page", input);
  return { query, after, modules: list, next };
}

export async function action(args: Route.ActionArgs) {
  requireOperator(args);
  return performForm(args, {
    async delete(form) {
      const serial = textOf(form, "id");
      await call(args.context, "POST /platform/v2/module/delete", { serial });
      return {};
    },
  });
}

export default function ModulesRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <ModulesPage {...loaderData} />
    </Suspense>
  );
}

function ModulesPage(data: Route.ComponentProps["loaderData"]) {
  usePageTexts("platform");
  const { t } = useTranslation("platform");
  return (
    <>
      <PageTitle page={t("modules.title")} />
      <ModuleList {...data} />
    </>
  );
}
