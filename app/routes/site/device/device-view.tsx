import { Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { EmptyList, ListPage } from "#app/ui/list-page.tsx";
import { useClientNavigation } from "#app/ui/use-client-navigation.ts";
import type { DeviceTab, ExtraDevice, Plant } from "./device-data.ts";
import { DeviceTable } from "./device-table.tsx";
import { ExtraSection } from "./extra-section.tsx";
import { PlantPicture } from "./plant-picture.tsx";
import { useDeviceText } from "./use-devices.ts";

type DeviceViewProps = {
  site: { search: string; name: string; timeZone: string };
  mayEdit: boolean;
  tabs: readonly DeviceTab[];
  /** Type code of the tab that is shown; null for all equipment. */
  tab: string | null;
  extra: readonly ExtraDevice[];
  plant: Plant;
};

/** The equipment of a site as a picture and as a table, and the equipment that no logger reports. */
export function DeviceView({ site, mayEdit, tabs, tab, extra, plant }: DeviceViewProps) {
  const { t } = useTranslation("devices");
  const devices = tabs.filter(({ key }) => tab === null || key === tab).flatMap(({ list }) => list);
  return (
    <ListPage level={2} title={t("title")} text={t("text")}>
      {(tabs.length > 0 || extra.length > 0) && (
        <Section stacked title={t("picture.title")} text={t("picture.text")}>
          <PlantPicture plant={plant} devices={tabs.flatMap(({ list }) => list)} extra={extra} />
        </Section>
      )}
      <Section stacked title={t("list.title")} text={t("list.text")}>
        {tabs.length === 0 ? (
          <EmptyList>{t("list.empty")}</EmptyList>
        ) : (
          <>
            <DeviceTabs tabs={tabs} tab={tab} search={site.search} />
            <DeviceTable devices={devices} timeZone={site.timeZone} mayEdit={mayEdit} />
          </>
        )}
      </Section>
      <ExtraSection extra={extra} mayEdit={mayEdit} />
    </ListPage>
  );
}

/** Links to the tabs: pages of their own, so that a tab has an address. */
function DeviceTabs({
  tabs,
  tab,
  search,
}: Pick<DeviceViewProps, "tabs" | "tab"> & { search: string }) {
  const { t } = useTranslation("devices");
  const { kindOf } = useDeviceText();
  const follow = useClientNavigation({ preventScrollReset: true });
  const total = tabs.reduce((sum, { list }) => sum + list.length, 0);
  return (
    <nav aria-label={t("tabs.label")}>
      <Tabs onClick={follow}>
        <li>
          <a href={`/device${search}`} aria-current={tab === null ? "page" : undefined}>
            {t("tabs.all")} <span>{total}</span>
          </a>
        </li>
        {tabs.map(({ key, name, list }) => (
          <li key={key}>
            <a
              href={`/device${search}&tab=${key}`}
              aria-current={tab === key ? "page" : undefined}
              title={key}
            >
              <bdi>{kindOf(key)}</bdi>
              {name !== null && <small dir="ltr">{name}</small>} <span>{list.length}</span>
            </a>
          </li>
        ))}
      </Tabs>
    </nav>
  );
}

const Tabs = styled("ul", {
  listStyleType: "none",
  display: "flex",
  flexWrap: "wrap",
  gap: "2",
  "& a": {
    display: "inline-flex",
    alignItems: "center",
    gap: "1.5",
    minH: "9",
    "@media (pointer: coarse)": { minH: "11" },
    px: "3",
    borderWidth: "1px",
    borderRadius: "full",
    textStyle: "sm",
    fontWeight: "medium",
    color: "fg.muted",
    focusVisibleRing: "outside",
    _hover: { bg: "bg.sunken", color: "fg" },
    _currentPage: { borderColor: "brand.solid", bg: "brand.subtle", color: "brand.fg" },
  },
  "& small": { textStyle: "2xs" },
  "& span": { textStyle: "xs", fontVariantNumeric: "tabular-nums" },
});
