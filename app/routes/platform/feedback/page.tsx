import { Suspense } from "react";
import { redirect } from "react-router";
import { call } from "#app/backend.server.ts";
import { performForm } from "#app/forms/perform-form.server.ts";
import { callForPage } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import { beginOf } from "#domain/news/paragraphs.ts";
import { requireOperator } from "../require-operator.server.ts";
import type { Route } from "./+types/page";
import { FeedbackList } from "./feedback-list.tsx";
import { FEEDBACK_PAGE, feedbackAddress, readFeedbackQuery } from "./feedback-query.ts";
import { NoticeForm } from "./notice-form.tsx";

export async function loader(args: Route.LoaderArgs) {
  requireOperator(args);
  const query = readFeedbackQuery(args.url.searchParams);
  const [{ list, counts, total }, { feedbackMails }] = await Promise.all([
    callForPage(args, "POST /platform/v2/feedback/page", { ...query, size: FEEDBACK_PAGE }),
    callForPage(args, "POST /platform/v2/settings/get", {}),
  ]);
  const pages = Math.max(1, Math.ceil(total / FEEDBACK_PAGE));
  if (query.page > pages) throw redirect(feedbackAddress({ ...query, page: pages }));
  // Sends only what the list shows.
  const messages = list.map(({ id, name, message, photos, language, submitTime }) => ({
    id,
    name,
    begin: beginOf(message),
    photos: photos.length,
    language,
    submitTime,
  }));
  return { query, messages, counts, pages, feedbackMails };
}

export async function action(args: Route.ActionArgs) {
  requireOperator(args);
  return performForm(args, {
    async notice(form) {
      const input = { feedbackMails: form.has("feedbackMails") };
      await call(args.context, "POST /platform/v2/settings/update", input);
      return {};
    },
  });
}

export default function FeedbackListRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <FeedbackListPage {...loaderData} />
    </Suspense>
  );
}

function FeedbackListPage(data: Route.ComponentProps["loaderData"]) {
  usePageTexts("platform");
  const { t } = useTranslation("platform");
  return (
    <>
      <PageTitle page={t("feedback.title")} />
      <FeedbackList {...data} />
      <NoticeForm on={data.feedbackMails} />
    </>
  );
}
