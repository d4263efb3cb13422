import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Notice } from "#app/ui/notice.tsx";
import { useDeviceNames } from "./device-search.tsx";
import type { Device, PriorUpdate } from "./param-data.ts";

type UpdateNoticeProps = {
  update: PriorUpdate;
  devices: readonly Device[];
  /** Address of the page of updates; null for a user who may not open it, and where no link is wanted. */
  href: string | null;
};

/** States that an update of firmware has priority over changes, which the portal does not refuse meanwhile. */
export function UpdateNotice({ update, devices, href }: UpdateNoticeProps) {
  const { t } = useTranslation("param");
  const nameOf = useDeviceNames(devices);
  if (update === null) return null;
  const { step, address, version } = update;
  const names = { equipment: nameOf(address ?? ""), version: `\u2066${version}\u2069` };
  return (
    <Notice tone="warning" data-priority={step}>
      {step === "planned" ? t("priority.planned") : t(`priority.${step}`, names)}
      {href !== null && (
        <>
          {" "}
          <Link to={href}>{t("priority.link")}</Link>
        </>
      )}
    </Notice>
  );
}
