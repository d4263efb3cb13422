import { Suspense } from "react";
import { redirect } from "react-router";
import { call } from "#app/backend.server.ts";
import { performForm } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { requireUser } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { CrumbHandle } from "#app/ui/shell/breadcrumbs.tsx";
import { canOnPlatform } from "#domain/access/can.ts";
import type { Route } from "./+types/page";
import { FeedbackForm } from "./feedback-form.tsx";

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.feedback" }] };

export function loader(args: Route.LoaderArgs) {
  const person = requireUser(args);
  if (!canOnPlatform(person, "giveFeedback")) throw redirect("/sitelist?notice=notAllowed");
  return { name: person.name, email: person.email };
}

export async function action(args: Route.ActionArgs) {
  requireUser(args);
  return performForm(args, {
    async feedback(form) {
      await call(args.context, "POST /help/v2/feedback/submit", {
        name: textOf(form, "name"),
        email: textOf(form, "email"),
        message: textOf(form, "message"),
        photos: form.getAll("photos").map(String),
      });
      return {};
    },
  });
}

export default function FeedbackRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <FeedbackPage {...loaderData} />
    </Suspense>
  );
}

function FeedbackPage(sender: Route.ComponentProps["loaderData"]) {
  usePageTexts("feedback");
  const { t } = useTranslation("feedback");
  return (
    <Column>
      <PageTitle page={t("title")} />
      <ListPage title={t("title")} text={t("text")} level={1}>
        <FeedbackForm sender={sender} />
      </ListPage>
    </Column>
  );
}

const Column = styled("div", { maxW: "780px" });
