import { useEffect, useRef, useState } from "react";
import type { ApiAnswer } from "#app/api/api-types.ts";
import { Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Notice } from "#app/ui/notice.tsx";
import { AccessList, AccessRow } from "./access-list.tsx";
import { useMoment } from "./use-moment.ts";

type DeletedSite = ApiAnswer<"POST /site/v2/getDeleted">["list"][number];

/** Lists deleted sites that the user can restore; deleting a site leads here. */
export function DeletedSection({ sites }: { sites: readonly DeletedSite[] }) {
  const { t } = useTranslation("user");
  const moment = useMoment();
  const part = useRef<HTMLDivElement>(null);
  // The page's texts load after the browser has looked for the anchor.
  useEffect(() => {
    if (location.hash === "#deleted") part.current?.querySelector("h2")?.focus();
  }, []);
  // Sites that were listed at first and have been restored since: a row that only disappears would not link to its
  // site.
  const [known] = useState(sites);
  const restored = known.filter(({ id }) => sites.every((site) => site.id !== id));
  if (sites.length + restored.length === 0) return null;
  return (
    <div id="deleted" ref={part}>
      <Section title={t("deleted.title")} text={t("deleted.text")}>
        {restored.map(({ id, name }) => (
          <Notice key={id} tone="good">
            {t("deleted.restored", { name })}
          </Notice>
        ))}
        <AccessList aria-label={t("deleted.title")} hidden={sites.length === 0}>
          {sites.map(({ id, name, purgedAt }) => (
            <AccessRow
              key={id}
              title={name}
              detail={t("deleted.until", { time: moment(purgedAt) })}
              end={{
                intent: "restoreSite",
                id: String(id),
                isGentle: true,
                label: t("deleted.restore"),
                name: t("deleted.restoreOne", { name }),
              }}
            />
          ))}
        </AccessList>
      </Section>
    </div>
  );
}
