import { Suspense } from "react";
import { call } from "#app/backend.server.ts";
import { assertValidNumbers, performForm, Refused } from "#app/forms/perform-form.server.ts";
import { numberOf } from "#app/forms/read-form.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import { readId, requireOperator } from "../require-operator.server.ts";
import type { Route } from "./+types/user";
import { UserView } from "./user-view.tsx";

export async function loader(args: Route.LoaderArgs) {
  requireOperator(args);
  return call(args.context, "POST /platform/v2/user/get", { id: readId(args.params.id) });
}

export async function action(args: Route.ActionArgs) {
  requireOperator(args);
  const id = readId(args.params.id);
  return performForm(args, {
    async rule(form) {
      const rule = numberOf(form, "rule");
      assertValidNumbers({ rule });
      if (rule === undefined) throw new Refused({ fields: { rule: "required" } });
      await call(args.context, "POST /platform/v2/user/updateRule", { id, rule });
      return {};
    },
  });
}

export default function UserRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <UserPage {...loaderData} />
    </Suspense>
  );
}

function UserPage(user: Route.ComponentProps["loaderData"]) {
  usePageTexts("platform");
  const { t } = useTranslation("platform");
  return (
    <>
      <PageTitle page={t("users.title")} />
      <UserView key={user.id} user={user} />
    </>
  );
}
