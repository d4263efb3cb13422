import { Button, Input } from "@chakra-ui/react";
import { useId, useState } from "react";
import { Form, Link } from "react-router";
import { Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { searchTree } from "../realtime/tree/search-tree.ts";
import { useTree } from "../realtime/tree/use-tree.ts";
import { type AlarmSite, rulesAddress } from "./alarm-data.ts";
import { Choices } from "./styles.ts";

/** First step of a new rule: the value that it monitors, found by a search over the site's devices. */
export function NewRule({ site }: { site: AlarmSite }) {
  const { t } = useTranslation(["alarms", "charts"]);
  const tree = useTree();
  const isHydrated = useHydrated();
  const [search, setSearch] = useState("");
  const id = useId();
  const found = tree && searchTree(tree, search).filter(({ registers }) => registers.length > 0);
  return (
    <Section
      stacked
      title={t("editor.new")}
      text={t("editor.chooseText")}
      aside={
        <Button asChild size="sm" variant="outline" colorPalette="gray">
          <Link to={rulesAddress(site)}>{t("editor.back")}</Link>
        </Button>
      }
    >
      <Choices>
        {isHydrated ? (
          <>
            <label htmlFor={id}>{t("editor.search")}</label>
            <Input
              id={id}
              type="search"
              dir="auto"
              value={search}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            />
            <p role="status">
              {found === null && t("editor.searching")}
              {found?.length === 0 &&
                t(search === "" ? "charts:registers.waiting" : "editor.notFound")}
            </p>
            {found !== null && found.length > 0 && (
              <div data-tree>
                {found.map(({ address, title, registers }, place) => (
                  <details
                    key={address + (search === "" ? "" : " found")}
                    open={search !== "" || place === 0}
                  >
                    <summary>
                      <bdi>{title}</bdi>
                      <small>{registers.length}</small>
                    </summary>
                    <ul>
                      {registers.map(({ address: register, title: name, unit }) => (
                        <li key={register}>
                          <Link to={rulesAddress(site, { rule: "new", register })}>
                            <bdi>{name}</bdi>
                            <small dir="ltr">{unit}</small>
                          </Link>
                        </li>
                      ))}
                    </ul>
                  </details>
                ))}
              </div>
            )}
          </>
        ) : (
          <Form method="get" action="/alarm">
            {[...new URLSearchParams(rulesAddress(site, { rule: "new" }).split("?")[1])].map(
              ([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ),
            )}
            <label htmlFor={id}>{t("editor.address")}</label>
            <Input id={id} name="register" dir="ltr" maxLength={10} autoComplete="off" />
            <Button type="submit" alignSelf="flex-start">
              {t("editor.choose")}
            </Button>
          </Form>
        )}
      </Choices>
    </Section>
  );
}
