import { Suspense } from "react";
import { callForPage } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import { readChoice, readParam } from "../list-address.ts";
import { requireOperator } from "../require-operator.server.ts";
import type { Route } from "./+types/page";
import { SEARCHES, USERS_PAGE } from "./user-data.ts";
import { UserList } from "./user-list.tsx";

const ID = /^[1-9]\d{0,8}$/;

export async function loader(args: Route.LoaderArgs) {
  requireOperator(args);
  const { searchParams } = args.url;
  const query = {
    search: readParam(searchParams, "search"),
    by: readChoice(searchParams, "by", SEARCHES),
  };
  const asked = readParam(searchParams, "after");
  const after = ID.test(asked) ? Number(asked) : null;
  const input = { ...query, after, size: USERS_PAGE };
  const { list, next } = await callForPage(args, "POST /platform/v2/user/page", input);
  return { query, after, users: list, next };
}

export default function UsersRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <UsersPage {...loaderData} />
    </Suspense>
  );
}

function UsersPage(data: Route.ComponentProps["loaderData"]) {
  usePageTexts("platform");
  const { t } = useTranslation("platform");
  return (
    <>
      <PageTitle page={t("users.title")} />
      <UserList {...data} />
    </>
  );
}
