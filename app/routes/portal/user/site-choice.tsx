import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import type { FormResult } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { MAX_TOKEN_SITES } from "#domain/sessions/access-token.ts";
import { SitePicker } from "./site-picker.tsx";
import { chooseAll, chooseOne, dropOne, type TokenExtra, type TokenSite } from "./token-sites.ts";
import { useSiteFinder } from "./use-site-finder.ts";

const most = MAX_TOKEN_SITES;

/**
 * Sites of a token: all, or some that are searched page by page. Selected sites are part of the form, so that
 * everything works without scripts.
 */
export function SiteChoice({ result }: { result: FormResult<TokenExtra> | null }) {
  const { t } = useTranslation("user");
  const id = useId();
  const finder = useSiteFinder(result?.sites?.found ?? null);
  const { chosen, isOver, turn } = useChoice(result?.sites?.chosen ?? []);
  const isMissing = result?.problem?.fields.siteIds !== undefined && chosen.size === 0;
  const isForSome = result?.values.reach === "some";
  const some = useRef<HTMLInputElement>(null);
  const begin = useEffectEvent(() => {
    if (some.current?.checked && finder.found === null) finder.find(1);
  });
  // The option may have been selected before hydration.
  useEffect(() => begin(), []);
  return (
    <Choice>
      <legend>{t("tokens.sites.legend")}</legend>
      <label>
        <input type="radio" name="reach" value="all" defaultChecked={!isForSome} />
        {t("tokens.sites.all")}
      </label>
      <label>
        <input
          ref={some}
          type="radio"
          name="reach"
          value="some"
          defaultChecked={isForSome}
          onChange={begin}
        />
        {t("tokens.sites.some")}
      </label>
      <div>
        <SitePicker
          finder={finder}
          chosen={chosen}
          onTurn={turn}
          faultId={isMissing || chosen.size > most ? `${id}-fault` : undefined}
        />
        <ScopeNote>
          <p aria-live="polite">{t("tokens.sites.chosen", { chosen: chosen.size, most })}</p>
          <em id={`${id}-fault`} role="alert">
            {isOver && t("tokens.sites.tooMany", { most })}
            {isMissing && t("tokens.sites.required")}
          </em>
        </ScopeNote>
      </div>
    </Choice>
  );
}

/** State of the selected sites; a selection above the limit is refused with a message. */
function useChoice(before: readonly TokenSite[]) {
  const [chosen, setChosen] = useState(() => chooseAll(before));
  const [isRefused, setIsRefused] = useState(false);
  const turn = (site: TokenSite, on: boolean) => {
    const next = on ? chooseOne(chosen, site) : dropOne(chosen, site);
    setIsRefused(next === null);
    if (next !== null) setChosen(next);
  };
  return { chosen, isOver: isRefused || chosen.size > most, turn };
}

const Choice = styled("fieldset", {
  display: "flex",
  flexDirection: "column",
  gap: "2",
  minW: "0",
  textStyle: "sm",
  "& > legend": { fontWeight: "medium", mb: "1.5" },
  "& label": {
    display: "flex",
    gap: "2.5",
    alignItems: "flex-start",
    cursor: "pointer",
    // Fingers need 44 px.
    "@media (pointer: coarse)": { py: "3", my: "-1" },
  },
  "& label > input": {
    flexShrink: "0",
    w: "4.5",
    h: "4.5",
    mt: "0.5",
    accentColor: "brand.solid",
  },
  "& p": { color: "fg.muted" },
  "& > div": { display: "flex", flexDirection: "column", gap: "3", mt: "1" },
  // Hidden by style alone, so that it works without scripts.
  "&:has(> label > [value=all]:checked) > div": { display: "none" },
});

/** Stays in view beside long lists. */
const ScopeNote = styled("div", {
  position: "sticky",
  bottom: "0",
  py: "2",
  bg: "bg.panel",
  "& em": { display: "block", textStyle: "xs", fontStyle: "normal", color: "fg.error" },
});
