import type { ApiAnswer } from "#app/api/api-types.ts";
import { ConfirmButton } from "#app/forms/confirm-button.tsx";
import { Refusal } from "#app/forms/refusal.tsx";
import { Section } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { EnergySums } from "./energy-sums.tsx";

type Layer = ApiAnswer<"POST /site/v2/import/list">["list"][number];

/** The imports of a site, the newest first, each with its energies and a button that undoes it. */
export function ImportList({ list, timeZone }: { list: readonly Layer[]; timeZone: string }) {
  const { t } = useTranslation("imports");
  return (
    <Section title={t("list.title")} stacked>
      {list.length === 0 ? (
        <p>{t("list.empty")}</p>
      ) : (
        <List aria-label={t("list.title")}>
          {list.map((layer) => (
            <ImportRow key={layer.layerId} layer={layer} timeZone={timeZone} />
          ))}
        </List>
      )}
    </Section>
  );
}

function ImportRow({ layer, timeZone }: { layer: Layer; timeZone: string }) {
  const { t } = useTranslation("imports");
  const { layerId, name, portal, from, until, rows, at, isComplete, sums } = layer;
  const own = useOwnForm(null, { drafts: "none" });
  return (
    <li>
      <div>
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <p data-facts>
          <span>{t(`portals.${portal}`)}</span>
          <span>
            <Moment at={from} timeZone={timeZone} dayOnly />
            {" – "}
            <Moment at={until - 1} timeZone={timeZone} dayOnly />
          </span>
          <span>{t("list.rows", { count: rows })}</span>
          <span>
            {t("list.at")} <Moment at={at} timeZone={timeZone} />
          </span>
        </p>
        {isComplete ? <EnergySums sums={sums} /> : <p data-warning>{t("list.incomplete")}</p>}
      </div>
      <ConfirmButton
        text={t("list.undo")}
        label={t("list.undoOf", { name })}
        question={t("list.question", { name })}
        submit={t("list.undo")}
        intent="undo"
        own={own}
        fields={<input type="hidden" name="layerId" value={layerId} />}
      >
        <Refusal result={own.outcome} />
      </ConfirmButton>
    </li>
  );
}

const List = styled("ul", {
  listStyleType: "none",
  display: "flex",
  flexDirection: "column",
  "& > li": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "3",
    py: "4",
    borderTopWidth: "1px",
    borderColor: "border.muted",
  },
  "& > li > div:first-of-type": { minW: "0", flex: "1 1 18rem" },
  "& h3": { fontWeight: "semibold", overflowWrap: "anywhere" },
  "& [data-facts]": {
    display: "flex",
    flexWrap: "wrap",
    columnGap: "4",
    rowGap: "1",
    color: "fg.muted",
  },
  "& [data-warning]": { color: "warning" },
});
