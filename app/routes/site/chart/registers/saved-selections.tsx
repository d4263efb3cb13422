import { Button } from "@chakra-ui/react";
import { type FormEvent, useId, useRef, useState } from "react";
import type { ApiPath } from "#app/api/api-types.ts";
import { type CallResult, callApi } from "#app/api/call-api.ts";
import { useApiQuery } from "#app/api/use-api-query.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { ToolIcon } from "./tool-icon.tsx";

const MAX_NAME_LENGTH = 40;

type SavedSelectionsProps = {
  siteKey: string;
  chosen: readonly string[];
  onChosen: (addresses: readonly string[]) => void;
  /** Whether the user may save selections. */
  maySave: boolean;
};

/**
 * Selections that the user saved for this site, available on all devices. Not a form of `useOwnForm`: the list is a query
 * of the API, and saving must not revalidate the page with its charts.
 */
export function SavedSelections({ siteKey, chosen, onChosen, maySave }: SavedSelectionsProps) {
  const { t, i18n } = useTranslation("charts");
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [name, setName] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const {
    data,
    refusal: noList,
    refetch,
  } = useApiQuery("POST /site/v2/chart/selection/list", { siteKey }, { keepPrevious: true });
  const list = data?.list ?? [];
  const finish = (result: CallResult<ApiPath>) => {
    setRefusal(result.isOk ? null : result.message || t("noAnswer"));
    if (result.isOk) refetch();
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const input = { siteKey, name, addresses: [...chosen] };
    const result = await callApi("POST /site/v2/chart/selection/save", input, i18n);
    finish(result);
    if (result.isOk) setName("");
  };
  const remove = async (selection: number) =>
    finish(await callApi("POST /site/v2/chart/selection/delete", { siteKey, id: selection }, i18n));
  const message = refusal ?? (noList === "" ? t("noAnswer") : noList);
  return (
    <>
      <Button variant="outline" size="sm" popoverTarget={id} aria-haspopup="dialog">
        {t("registers.saved.open")}
      </Button>
      <Panel
        id={id}
        ref={panel}
        popover="auto"
        role="dialog"
        aria-label={t("registers.saved.open")}
      >
        {list.length === 0 && <p>{t("registers.saved.none")}</p>}
        <ul>
          {list.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                data-open
                onClick={() => {
                  onChosen(one.addresses);
                  panel.current?.hidePopover();
                }}
              >
                <bdi>{one.name}</bdi>
                <small>{t("registers.saved.size", { count: one.addresses.length })}</small>
              </button>
              {maySave && (
                <button
                  type="button"
                  data-remove
                  aria-label={t("registers.saved.remove", { name: one.name })}
                  onClick={() => void remove(one.id)}
                >
                  <ToolIcon name="remove" />
                </button>
              )}
            </li>
          ))}
        </ul>
        {maySave && chosen.length > 0 && (
          <form onSubmit={(event) => void save(event)}>
            <label htmlFor={`${id} name`}>{t("registers.saved.name")}</label>
            <div>
              <input
                id={`${id} name`}
                value={name}
                maxLength={MAX_NAME_LENGTH}
                required
                dir="auto"
                autoComplete="off"
                onChange={({ currentTarget }) => setName(currentTarget.value)}
              />
              <Button type="submit" size="sm">
                {t("registers.saved.save")}
              </Button>
            </div>
          </form>
        )}
        <p role="alert">{message}</p>
      </Panel>
    </>
  );
}

const Panel = styled("div", {
  position: "fixed",
  inset: "0",
  m: "auto",
  w: "min(24rem, calc(100vw - 2rem))",
  maxH: "80vh",
  overflowY: "auto",
  p: "4",
  borderWidth: "1px",
  borderColor: "border",
  borderRadius: "lg",
  bg: "bg.raised",
  color: "fg",
  boxShadow: "lg",
  textStyle: "sm",
  "&::backdrop": { bg: "black/30" },
  "& p": { color: "fg.muted", _empty: { display: "none" } },
  "& [role=alert]": { color: "fault", mt: "2" },
  "& ul": { listStyleType: "none" },
  "& li": { display: "flex", alignItems: "center" },
  "& li button": { borderRadius: "md", cursor: "button", focusVisibleRing: "inside" },
  "& [data-open]": {
    flex: "1",
    minW: "0",
    minH: "10",
    px: "2",
    textAlign: "start",
    _hover: { bg: "bg.hover" },
  },
  "& bdi": { overflowWrap: "anywhere" },
  "& small": { display: "block", textStyle: "xs", color: "fg.muted" },
  "& [data-remove]": { p: "2", color: "fg.subtle", _hover: { color: "fg", bg: "bg.hover" } },
  "& form": { mt: "3", pt: "3", borderTopWidth: "1px", borderColor: "border" },
  "& form label": { display: "block", fontWeight: "medium", mb: "1" },
  "& form div": { display: "flex", gap: "2" },
  "& input": {
    flex: "1",
    minW: "0",
    h: "9",
    px: "3",
    borderWidth: "1px",
    borderColor: "border.emphasized",
    borderRadius: "md",
    bg: "bg.panel",
    focusVisibleRing: "inside",
  },
});
