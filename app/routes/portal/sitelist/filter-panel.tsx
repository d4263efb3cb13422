import { Button, Spinner } from "@chakra-ui/react";
import { useEffect } from "react";
import { useFetcher, useNavigate } from "react-router";
import { SelectField } from "#app/forms/fields.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { ListedStatus } from "#domain/sites/site-list.ts";
import { AreaFields } from "./area-fields.tsx";
import { countryName } from "./country-name.ts";
import type { loader } from "./filters.ts";
import { ORDERS } from "./list-orders.ts";
import { type ListQuery, listAddress, NO_FILTERS, STATUSES } from "./list-query.ts";
import { Fields } from "./panel-styles.ts";
import { usePendingChoice } from "./use-pending-choice.ts";

type Filters = Awaited<ReturnType<typeof loader>>;
type Change = (change: Partial<ListQuery>) => void;

/** All filters and sort orders of the list; a choice takes effect at once. */
export default function FilterPanel({ query: shown }: { query: ListQuery }) {
  const { t } = useTranslation("listtools");
  const { query, change } = useChange(shown);
  const { data, load, state } = useFetcher<typeof loader>({ key: "list-filters" });
  useEffect(() => {
    void load("/sitelist/filters");
  }, [load]);
  if (data === undefined && state !== "idle") return <Spinner size="sm" color="fg.subtle" />;
  return (
    <Fields role="group" aria-label={t("filter.label")}>
      {data === undefined ? (
        <p role="alert">{t("filter.failed")}</p>
      ) : (
        <>
          <Statuses query={query} filters={data} change={change} />
          <Selects query={query} filters={data} change={change} />
          <AreaFields area={query.area} onChoose={(area) => change({ area })} />
        </>
      )}
      <Orders query={query} change={change} />
      <Button size="sm" variant="ghost" alignSelf="end" onClick={() => change({ ...NO_FILTERS })}>
        {t("filter.clear")}
      </Button>
    </Fields>
  );
}

function useChange(shown: ListQuery): { query: ListQuery; change: Change } {
  const navigate = useNavigate();
  const [query, choose] = usePendingChoice(shown);
  return {
    query,
    change(wanted) {
      const address = listAddress(query, wanted);
      const navigation = navigate(address, { replace: true, preventScrollReset: true });
      choose({ ...query, ...wanted }, navigation);
    },
  };
}

type PartProps = { query: ListQuery; filters: Filters; change: Change };

function Statuses({ query, filters, change }: PartProps) {
  const { t } = useTranslation("listtools");
  const { t: common } = useTranslation();
  const counts = new Map(filters.status.map(({ status, sites }) => [status, sites]));
  const turn = (status: ListedStatus, on: boolean) =>
    change({
      status: STATUSES.filter((one) => (one === status ? on : query.status.includes(one))),
    });
  return (
    <fieldset>
      <legend>{t("filter.status")}</legend>
      {STATUSES.map((status) => (
        <label key={status}>
          <input
            type="checkbox"
            checked={query.status.includes(status)}
            onChange={({ currentTarget }) => turn(status, currentTarget.checked)}
          />
          {t("filter.option", {
            name: common(`siteStatus.${status}`),
            sites: counts.get(status) ?? 0,
          })}
        </label>
      ))}
    </fieldset>
  );
}

function Selects({ query, filters, change }: PartProps) {
  const { t, i18n } = useTranslation("listtools");
  const countries = filters.countries
    .map(({ code, sites }) => ({ value: code, name: countryName(code, i18n.language), sites }))
    .sort((one, other) => one.name.localeCompare(other.name, i18n.language));
  const tags = filters.tags.map(({ name, sites }) => ({ value: name, name, sites }));
  return (
    <>
      <Choice
        name="tag"
        label={t("filter.tag")}
        any={t("filter.anyTag")}
        value={query.tag}
        options={tags}
        onChoose={(tag) => change({ tag })}
      />
      <Choice
        name="country"
        label={t("filter.country")}
        any={t("filter.anyCountry")}
        value={query.country}
        options={countries}
        onChoose={(country) => change({ country })}
      />
    </>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  any: string;
  value: string;
  options: readonly { value: string; name: string; sites: number }[];
  onChoose(value: string): void;
};

function Choice({ name, label, any, value, options, onChoose }: ChoiceProps) {
  const { t } = useTranslation("listtools");
  // A value in the address may no longer exist.
  const isKnown = value === "" || options.some((option) => option.value === value);
  return (
    <SelectField name={name} label={label} value={value} result={null} onChange={onChoose}>
      <option value="">{any}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {t("filter.option", { name: option.name, sites: option.sites })}
        </option>
      ))}
    </SelectField>
  );
}

function Orders({ query, change }: { query: ListQuery; change: Change }) {
  const { t } = useTranslation("listtools");
  const current = ORDERS.find(
    ({ sort, direction }) => sort === query.sort && direction === query.direction,
  );
  const choose = (name: string) => {
    const order = ORDERS.find((one) => one.name === name);
    if (order) change({ sort: order.sort, direction: order.direction });
  };
  return (
    <SelectField
      name="order"
      label={t("filter.order")}
      value={current?.name ?? ""}
      result={null}
      onChange={choose}
    >
      {current === undefined && <option value="">{"—"}</option>}
      {ORDERS.map(({ name }) => (
        <option key={name} value={name}>
          {t(`orders.${name}`)}
        </option>
      ))}
    </SelectField>
  );
}
