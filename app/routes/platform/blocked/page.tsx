import { Suspense } from "react";
import { call } from "#app/backend.server.ts";
import { TextField } from "#app/forms/fields.tsx";
import { FilterForm, SearchFilter } from "#app/forms/filter-form.tsx";
import { performForm } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { Outcome, Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { callForPage } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { AccessList, AccessRow } from "#app/routes/portal/user/access-list.tsx";
import { EmptyList, ListPage } from "#app/ui/list-page.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { CursorPager } from "../cursor-pager.tsx";
import { listAddress, readParam } from "../list-address.ts";
import { ListCard } from "../list-card.tsx";
import { OwnMoment } from "../own-moment.tsx";
import { requireOperator } from "../require-operator.server.ts";
import type { Route } from "./+types/page";

const PATH = "/platform/blocked";
/** Addresses on one page. */
const SIZE = 50;

export async function loader(args: Route.LoaderArgs) {
  requireOperator(args);
  const { searchParams } = args.url;
  const search = readParam(searchParams, "search");
  const after = readParam(searchParams, "after", 255) || null;
  const input = { search, after, size: SIZE };
  return { search, after, ...(await callForPage(args, "POST /platform/v2/blocked/page", input)) };
}

export async function action(args: Route.ActionArgs) {
  requireOperator(args);
  const { context } = args;
  return performForm(args, {
    async block(form) {
      const address = textOf(form, "address");
      await call(context, "POST /platform/v2/blocked/add", { address });
      return {};
    },
    async unblock(form) {
      await call(context, "POST /platform/v2/blocked/delete", { address: textOf(form, "id") });
      return {};
    },
  });
}

export default function BlockedRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <BlockedPage {...loaderData} />
    </Suspense>
  );
}

function BlockedPage({ search, after, list, next }: Route.ComponentProps["loaderData"]) {
  usePageTexts("platform");
  const { t } = useTranslation("platform");
  return (
    <>
      <PageTitle page={t("blocked.title")} />
      <ListPage title={t("blocked.title")} text={t("blocked.lead")} level={1}>
        <BlockForm />
        <FilterForm path={PATH} kept={{}} count={search === "" ? 0 : 1}>
          <SearchFilter value={search} placeholder={t("blocked.placeholder")} />
        </FilterForm>
        {list.length === 0 ? (
          <EmptyList>{t("blocked.empty")}</EmptyList>
        ) : (
          <ListCard title={t("blocked.list")}>
            <AccessList>
              {list.map(({ address, createTime }) => (
                <AccessRow
                  key={address}
                  title={address}
                  detail={<OwnMoment at={createTime} />}
                  end={{
                    intent: "unblock",
                    id: address,
                    label: t("blocked.unblock"),
                    name: t("blocked.unblockOne", { address }),
                    isGentle: true,
                  }}
                />
              ))}
            </AccessList>
          </ListCard>
        )}
        <CursorPager
          first={after === null ? null : listAddress(PATH, { search })}
          next={next === null ? null : listAddress(PATH, { search, after: next })}
        />
      </ListPage>
    </>
  );
}

function BlockForm() {
  const { t } = useTranslation("platform");
  const { Form, form, busy, result, outcome } = useOwnForm("block", { drafts: "none" });
  return (
    <Section title={t("blocked.add")} text={t("blocked.addText")}>
      <Form method="post" ref={form} noValidate>
        <TextField
          name="address"
          label={t("blocked.address")}
          hint={t("blocked.addressHint")}
          autoComplete="off"
          dir="ltr"
          defaultValue={result?.problem ? result.values.address : undefined}
          result={result}
        />
        <Outcome result={outcome} done={t("blocked.done")} />
        <Submit intent="block" busy={busy}>
          {t("blocked.submit")}
        </Submit>
      </Form>
    </Section>
  );
}
