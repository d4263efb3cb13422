import { Link } from "react-router";
import { Select } from "#app/forms/fields.tsx";
import { FilterField, FilterForm, SearchFilter } from "#app/forms/filter-form.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { EmptyList, ListPage } from "#app/ui/list-page.tsx";
import { CardList } from "../card-list.tsx";
import { CursorPager } from "../cursor-pager.tsx";
import { listAddress } from "../list-address.ts";
import type { Route } from "./+types/page";
import { SEARCHES, typeName } from "./user-data.ts";

const PATH = "/platform/users";

/** Users in the order of their addresses or names, with a search. */
export function UserList({ query, after, users, next }: Route.ComponentProps["loaderData"]) {
  const { t } = useTranslation("platform");
  const { search, by } = query;
  return (
    <ListPage title={t("users.title")} text={t("users.lead")} level={1}>
      <FilterForm path={PATH} kept={{}} count={search === "" ? 0 : 1}>
        <SearchFilter value={search} placeholder={t("users.placeholder")} />
        <FilterField
          label={t("users.by")}
          input={(id) => (
            <Select id={id} name="by" defaultValue={by}>
              {SEARCHES.map((one) => (
                <option key={one} value={one}>
                  {t(`users.search.${one}`)}
                </option>
              ))}
            </Select>
          )}
        />
      </FilterForm>
      {users.length === 0 ? (
        <EmptyList>{t("users.empty")}</EmptyList>
      ) : (
        <CardList aria-label={t("users.title")}>
          {users.map(({ id, account, name, type, rule, demo, activateTime }) => (
            <li key={id}>
              <h2>
                <Link to={`${PATH}/${id}`}>
                  <bdi>{name}</bdi>
                </Link>
              </h2>
              <p>
                <bdi>{account}</bdi>
              </p>
              <small>
                <b>{t(`users.type.${demo ? "demo" : typeName(type)}`)}</b>
                {rule > 0 && <span>{t("users.ruleShort", { rule })}</span>}
                {activateTime === null && <span>{t("users.notActivated")}</span>}
              </small>
            </li>
          ))}
        </CardList>
      )}
      <CursorPager
        first={after === null ? null : listAddress(PATH, query)}
        next={next === null ? null : listAddress(PATH, { ...query, after: next })}
      />
    </ListPage>
  );
}
