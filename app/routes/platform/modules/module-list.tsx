import { Button } from "@chakra-ui/react";
import { Link } from "react-router";
import { Select } from "#app/forms/fields.tsx";
import { FilterField, FilterForm, SearchFilter } from "#app/forms/filter-form.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { AccessList, AccessRow } from "#app/routes/portal/user/access-list.tsx";
import { EmptyList, ListPage } from "#app/ui/list-page.tsx";
import { CursorPager } from "../cursor-pager.tsx";
import { listAddress } from "../list-address.ts";
import { ListCard } from "../list-card.tsx";
import { OwnMoment } from "../own-moment.tsx";
import type { Route } from "./+types/page";
import { MODULE_STATES } from "./module-data.ts";

const PATH = "/platform/modules";

/** The registry of modules by serial number, with a search. */
export function ModuleList({ query, after, modules, next }: Route.ComponentProps["loaderData"]) {
  const { t } = useTranslation("platform");
  const { search, state } = query;
  const count = Number(search !== "") + Number(state !== "all");
  return (
    <ListPage
      title={t("modules.title")}
      text={t("modules.lead")}
      level={1}
      tools={
        <Button asChild size="sm">
          <Link to={`${PATH}/new`}>{t("modules.add")}</Link>
        </Button>
      }
    >
      <FilterForm path={PATH} kept={{}} count={count}>
        <SearchFilter value={search} placeholder={t("modules.placeholder")} />
        <FilterField
          label={t("modules.state")}
          input={(id) => (
            <Select id={id} name="state" defaultValue={state}>
              {MODULE_STATES.map((one) => (
                <option key={one} value={one}>
                  {t(`modules.states.${one}`)}
                </option>
              ))}
            </Select>
          )}
        />
      </FilterForm>
      {modules.length === 0 ? (
        <EmptyList>{t("modules.empty")}</EmptyList>
      ) : (
        <ListCard title={t("modules.list")}>
          <AccessList>
            {modules.map(({ serial, type, claimed, released, createTime }) => (
              <AccessRow
                key={serial}
                title={serial}
                detail={
                  <>
                    <bdi>{type ?? t("modules.noType")}</bdi>
                    {" · "}
                    {t(claimed ? "modules.claimed" : "modules.unclaimed")}
                    {released && ` · ${t("modules.released")}`}
                    {" · "}
                    <OwnMoment at={createTime} />
                  </>
                }
                {...(!claimed && {
                  end: {
                    intent: "delete",
                    id: serial,
                    label: t("modules.delete"),
                    name: t("modules.deleteOne", { serial }),
                  },
                })}
              />
            ))}
          </AccessList>
        </ListCard>
      )}
      <CursorPager
        first={after === null ? null : listAddress(PATH, query)}
        next={next === null ? null : listAddress(PATH, { ...query, after: next })}
      />
    </ListPage>
  );
}
