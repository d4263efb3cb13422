import { chakra } from "@chakra-ui/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Switch } from "../switch.tsx";
import { BannerPicture } from "./banner-picture.tsx";
import { BannerTitle } from "./banner-title.tsx";
import { PlaceGrid } from "./place-grid.tsx";
import type { useBannerDraft } from "./use-banner-draft.ts";

/** Position of the title on a phone: the same as on a wide page, or one of its own with a preview. */
export function PhonePlace({ draft }: { draft: ReturnType<typeof useBannerDraft> }) {
  const { t } = useTranslation("branding");
  const { banner, place, phonePlace, change } = draft;
  return (
    <>
      <Switch>
        <input
          type="checkbox"
          checked={phonePlace === null}
          onChange={({ currentTarget }) =>
            change({ phonePlace: currentTarget.checked ? null : place })
          }
        />
        {t("editor.samePhonePlace")}
      </Switch>
      {phonePlace !== null && (
        <Side>
          <PlaceGrid
            legend={t("editor.phonePlace")}
            place={phonePlace}
            onChoose={(chosen) => change({ phonePlace: chosen })}
          />
          <figure aria-label={t("editor.phonePreview")}>
            <BannerPicture images={banner.bannerImages} state="open">
              <BannerTitle banner={banner} asPhone />
            </BannerPicture>
          </figure>
        </Side>
      )}
    </>
  );
}

const Side = chakra("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "end",
    gap: "4",
    // The width of the banner on most phones, px.
    "& > figure": { flex: "0 1 358px", minW: "0" },
    "& > figure > div": { mb: "0" },
  },
});
