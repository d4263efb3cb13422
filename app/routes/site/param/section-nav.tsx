import { type MouseEvent, memo } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { formatNumber } from "#domain/units/format-number.ts";
import { CONTROLS_SECTION } from "./controls/list-controls.ts";
import { type ParamFilter, paramAddress } from "./param-data.ts";
import type { Draft } from "./setting-draft.ts";
import type { SettingSection } from "./setting-groups.ts";

type SectionNavProps = {
  sections: readonly SettingSection[];
  chosen: string | null;
  draft: Draft;
  search: string;
  filter: ParamFilter;
  /** Whether the equipment has special controls. */
  hasControls: boolean;
  onChoose: (section: string, tab: string | null) => void;
};

/** Sections of the settings with their number of settings, and of those that are changed. */
export const SectionNav = memo(function SectionNav(props: SectionNavProps) {
  const { sections, chosen, draft, search, filter, hasControls, onChoose } = props;
  const { t, i18n } = useTranslation("param");
  const { device } = filter;
  return (
    <Nav aria-label={t("sections")}>
      <ul>
        {sections.map(({ name, settings }) => {
          const changed = settings.filter(({ address }) => draft[address] !== undefined).length;
          return (
            <li key={name}>
              <a
                href={paramAddress(search, { device, section: name })}
                aria-current={name === chosen ? "true" : undefined}
                onClick={(event) => isPlain(event) && onChoose(name, null)}
              >
                <span>{t(`section.${name as "system"}`)}</span>
                {changed > 0 ? (
                  <b>{t("changedCount", { count: changed })}</b>
                ) : (
                  <small aria-hidden>{formatNumber(settings.length, i18n.language)}</small>
                )}
              </a>
            </li>
          );
        })}
        {hasControls && (
          <li data-apart>
            <a
              href={paramAddress(search, { device, section: CONTROLS_SECTION })}
              aria-current={chosen === CONTROLS_SECTION ? "true" : undefined}
              onClick={(event) => isPlain(event) && onChoose(CONTROLS_SECTION, null)}
            >
              <span>{t("section.controls")}</span>
            </a>
          </li>
        )}
      </ul>
    </Nav>
  );
});

/** Whether a click opens nothing new; its link is then not followed, because the page has the settings already. */
export function isPlain(event: MouseEvent): boolean {
  const { button, metaKey, altKey, ctrlKey, shiftKey } = event;
  if (button !== 0 || metaKey || altKey || ctrlKey || shiftKey) return false;
  event.preventDefault();
  return true;
}

const Nav = styled("nav", {
  minW: "0",
  "& ul": {
    listStyleType: "none",
    display: "flex",
    flexDirection: { base: "row", lg: "column" },
    gap: "1",
    overflowX: { base: "auto", lg: "visible" },
    scrollbarWidth: "none",
    pb: { base: "1", lg: "0" },
  },
  "& [data-apart]": { pt: { lg: "1" }, mt: { lg: "1" }, borderTopWidth: { lg: "1px" } },
  "& a": {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "2",
    px: "3",
    py: "2",
    "@media (pointer: coarse)": { py: "3" },
    borderRadius: "md",
    whiteSpace: { base: "nowrap", lg: "normal" },
    textStyle: "sm",
    fontWeight: "medium",
    color: "fg.muted",
    focusVisibleRing: "inside",
    _hover: { bg: "bg.hover", color: "fg" },
    "&[aria-current]": { bg: "bg.panel", color: "fg", boxShadow: "xs" },
  },
  "& small": { textStyle: "xs", color: "fg.subtle", fontWeight: "normal" },
  "& b": {
    minW: "5",
    flexShrink: "0",
    whiteSpace: "nowrap",
    px: "1.5",
    borderRadius: "full",
    textAlign: "center",
    textStyle: "xs",
    bg: "brand.solid",
    color: "brand.contrast",
  },
});
