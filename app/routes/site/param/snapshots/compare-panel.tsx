import { chakra } from "@chakra-ui/react";
import { useId, useState } from "react";
import { useApiQuery } from "#app/api/use-api-query.ts";
import { Select } from "#app/forms/fields.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Notice } from "#app/ui/notice.tsx";
import { useProblemText } from "#app/ui/use-problem-text.ts";
import { SITE_ROLE } from "#domain/access/roles.ts";
import type { ParamSite } from "../param-data.ts";
import type { Setting } from "../setting.ts";
import { compareSites } from "./compare-settings.ts";
import { DifferenceList } from "./difference-list.tsx";
import { type SnapshotHead, useSnapshotText } from "./snapshot-text.ts";

/** Sites that are offered for a comparison; a search finds others. */
const MAX_SITES = 100;

type ComparePanelProps = {
  list: readonly SnapshotHead[];
  /** Id of the snapshot that is compared at first. */
  first: number | null;
  site: ParamSite;
  settings: readonly Setting[];
};

/** Compares a snapshot or another site with the present settings, or two snapshots. */
export function ComparePanel({ list, first, site, settings }: ComparePanelProps) {
  const { t } = useTranslation("param");
  const { nameOf } = useSnapshotText(site.timeZone);
  const [from, setFrom] = useState(first === null ? "" : `snapshot ${first}`);
  const [to, setTo] = useState("");
  const id = useId();
  const { data: found } = useApiQuery("POST /site/v4/getListBySearchFilterAndReorder", {
    page: 1,
    size: MAX_SITES,
  });
  // The server decides; sites whose settings the user may not view are not offered.
  const sites = (found?.list ?? []).filter(
    (one) =>
      one.key !== site.key && (one.role === SITE_ROLE.administrator || one.role === SITE_ROLE.full),
  );
  const isSite = from.startsWith("site ");
  const chosen = from.slice(from.indexOf(" ") + 1);
  return (
    <Panel aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{t("snapshots.compareTitle")}</h3>
      <div data-fields>
        <div>
          <label htmlFor={`${id}-from`}>{t("snapshots.from")}</label>
          <Select
            id={`${id}-from`}
            value={from}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          >
            <option value="">{t("snapshots.choose")}</option>
            {list.length > 0 && (
              <optgroup label={t("snapshots.title")}>
                {list.map((one) => (
                  <option key={one.snapshotId} value={`snapshot ${one.snapshotId}`}>
                    {nameOf(one)}
                  </option>
                ))}
              </optgroup>
            )}
            {sites.length > 0 && (
              <optgroup label={t("snapshots.sites")}>
                {sites.map(({ key, name }) => (
                  <option key={key} value={`site ${key}`}>
                    {name}
                  </option>
                ))}
              </optgroup>
            )}
          </Select>
        </div>
        <div>
          <label htmlFor={`${id}-to`}>{t("snapshots.to")}</label>
          <Select
            id={`${id}-to`}
            value={isSite ? "" : to}
            disabled={isSite}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          >
            <option value="">{t("snapshots.now")}</option>
            {!isSite &&
              list.map((one) => (
                <option key={one.snapshotId} value={one.snapshotId}>
                  {nameOf(one)}
                </option>
              ))}
          </Select>
        </div>
      </div>
      {from !== "" &&
        (isSite ? (
          <OtherSite siteKey={chosen} settings={settings} />
        ) : (
          <OwnDifferences
            siteKey={site.key}
            from={Number(chosen)}
            to={to === "" ? null : Number(to)}
            settings={settings}
          />
        ))}
    </Panel>
  );
}

type OwnProps = {
  siteKey: string;
  from: number;
  to: number | null;
  settings: readonly Setting[];
};

function OwnDifferences({ siteKey, from, to, settings }: OwnProps) {
  const { t } = useTranslation("param");
  const { data, refusal } = useApiQuery("POST /site/v2/setting/diff", {
    siteKey,
    from,
    ...(to !== null && { to }),
  });
  if (data === null) return <Waiting refusal={refusal} />;
  return (
    <>
      <p role="status">{t("snapshots.differences", { count: data.list.length })}</p>
      <DifferenceList list={data.list} settings={settings} />
    </>
  );
}

function OtherSite({ siteKey, settings }: { siteKey: string; settings: readonly Setting[] }) {
  const { t } = useTranslation("param");
  const { data, refusal } = useApiQuery("POST /site/v2/setting/list", { siteKey });
  if (data === null) return <Waiting refusal={refusal} />;
  const { list, compared, single } = compareSites(settings, data.settings);
  return (
    <>
      <p role="status">
        {t("snapshots.differencesOf", { count: list.length, total: compared })}{" "}
        {single > 0 && t("snapshots.single", { count: single })}
      </p>
      <DifferenceList list={list} settings={settings} />
    </>
  );
}

function Waiting({ refusal }: { refusal: string | null }) {
  const { t } = useTranslation("param");
  const problemText = useProblemText();
  return refusal === null ? (
    <p role="status">{t("snapshots.comparing")}</p>
  ) : (
    <Notice tone="fault">{problemText(refusal || "noServer")}</Notice>
  );
}

const Panel = chakra("section", {
  base: {
    display: "flex",
    flexDirection: "column",
    gap: "3",
    minW: "0",
    "& > h3": { fontWeight: "semibold" },
    "& [data-fields]": {
      display: "grid",
      gridTemplateColumns: { base: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" },
      gap: "3",
    },
    "& [data-fields] > div": { display: "flex", flexDirection: "column", gap: "1.5", minW: "0" },
    "& label": { fontWeight: "medium" },
    "& > p": { color: "fg.muted" },
  },
});
