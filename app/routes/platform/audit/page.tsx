import { Suspense } from "react";
import { Link } from "react-router";
import type { ApiAnswer } from "#app/api/api-types.ts";
import { Select } from "#app/forms/fields.tsx";
import { FilterField, FilterForm } from "#app/forms/filter-form.tsx";
import { callForPage } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { EmptyList, ListPage } from "#app/ui/list-page.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { AUDIT_AREAS, type AuditAct } from "#domain/audit/audit-acts.ts";
import { CursorPager } from "../cursor-pager.tsx";
import { listAddress, readChoice, readParam } from "../list-address.ts";
import { OwnMoment } from "../own-moment.tsx";
import { requireOperator } from "../require-operator.server.ts";
import type { Route } from "./+types/page";

const PATH = "/platform/audit";
/** Acts on one page. */
const SIZE = 50;
const AREAS = ["all", ...AUDIT_AREAS] as const;
const ID = /^[1-9]\d{0,14}$/;

type ListedAct = ApiAnswer<"POST /platform/v2/audit/page">["list"][number];

export async function loader(args: Route.LoaderArgs) {
  requireOperator(args);
  const { searchParams } = args.url;
  const area = readChoice(searchParams, "area", AREAS);
  const asked = readParam(searchParams, "after");
  const after = ID.test(asked) ? Number(asked) : null;
  const input = { area: area === "all" ? null : area, after, size: SIZE };
  return { area, after, ...(await callForPage(args, "POST /platform/v2/audit/page", input)) };
}

export default function AuditRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <AuditPage {...loaderData} />
    </Suspense>
  );
}

function AuditPage({ area, after, list, next }: Route.ComponentProps["loaderData"]) {
  usePageTexts("platform");
  const { t } = useTranslation("platform");
  const addressOf = (more: { after?: number }) =>
    listAddress(PATH, { area: area === "all" ? null : area, ...more });
  return (
    <>
      <PageTitle page={t("audit.title")} />
      <ListPage title={t("audit.title")} text={t("audit.lead")} level={1}>
        <FilterForm path={PATH} kept={{}} count={area === "all" ? 0 : 1}>
          <FilterField
            label={t("audit.area")}
            input={(id) => (
              <Select id={id} name="area" defaultValue={area}>
                {AREAS.map((one) => (
                  <option key={one} value={one}>
                    {t(`audit.areas.${one}`)}
                  </option>
                ))}
              </Select>
            )}
          />
        </FilterForm>
        {list.length === 0 ? (
          <EmptyList>{t("audit.empty")}</EmptyList>
        ) : (
          <Acts aria-label={t("audit.title")}>
            {list.map((act) => (
              <ActRow key={act.id} act={act} />
            ))}
          </Acts>
        )}
        <CursorPager
          first={after === null ? null : addressOf({})}
          next={next === null ? null : addressOf({ after: next })}
        />
      </ListPage>
    </>
  );
}

function ActRow({ act: { act, by, user, details, time } }: { act: ListedAct }) {
  const { t } = useTranslation("platform");
  const [area, name] = act.split(".");
  // A text names the values that its act has.
  const values = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, value ?? ""]),
  );
  return (
    <li>
      <p>{t(`audit.acts.${area}.${name}` as `audit.acts.${AuditAct}`, values)}</p>
      {user !== null && (
        <p>
          <Link to={`/platform/users/${user.id}`}>
            <bdi>{user.account}</bdi>
          </Link>
        </p>
      )}
      <small>
        {by === null ? t("audit.deletedUser") : <bdi>{by}</bdi>}
        <OwnMoment at={time} />
      </small>
    </li>
  );
}

const Acts = styled("ol", {
  layerStyle: "card",
  listStyleType: "none",
  "& > li": { px: { base: "4", md: "6" }, py: "3", overflowWrap: "anywhere" },
  "& > li + li": { borderTopWidth: "1px", borderColor: "border.muted" },
  "& a": { color: "brand.fg", textDecoration: "underline" },
  "& small": {
    display: "flex",
    flexWrap: "wrap",
    columnGap: "3",
    textStyle: "xs",
    color: "fg.muted",
  },
});
