import { Suspense } from "react";
import { call } from "#app/backend.server.ts";
import { performForm } from "#app/forms/perform-form.server.ts";
import { numberOf, textOf } from "#app/forms/read-form.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import { FEEDBACK_STATES } from "#domain/feedback/states.ts";
import { readId, requireOperator } from "../require-operator.server.ts";
import type { Route } from "./+types/message";
import { MessageView } from "./message-view.tsx";

export async function loader(args: Route.LoaderArgs) {
  requireOperator(args);
  return call(args.context, "POST /platform/v2/feedback/get", { id: readId(args.params.id) });
}

export async function action(args: Route.ActionArgs) {
  requireOperator(args);
  const { context, params } = args;
  const id = readId(params.id);
  return performForm(args, {
    async reply(form) {
      const replies = numberOf(form, "replies") ?? 0;
      const text = textOf(form, "text");
      await call(context, "POST /platform/v2/feedback/reply", { id, replies, text });
      return {};
    },
    async state(form) {
      const state = FEEDBACK_STATES.find((one) => one === textOf(form, "state")) ?? "open";
      await call(context, "POST /platform/v2/feedback/update", { id, state });
      return {};
    },
  });
}

export default function MessageRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <MessagePage {...loaderData} />
    </Suspense>
  );
}

function MessagePage(message: Route.ComponentProps["loaderData"]) {
  usePageTexts("platform");
  const { t } = useTranslation("platform");
  return (
    <>
      <PageTitle page={t("feedback.title")} />
      <MessageView key={message.id} message={message} />
    </>
  );
}
