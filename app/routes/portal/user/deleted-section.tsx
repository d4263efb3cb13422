import { useEffect, useRef } from "react";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { AccessList, AccessRow } from "./access-list.tsx";
import { Section } from "./section.tsx";
import { useMoment } from "./use-moment.ts";

type Deleted = { id: number; name: string; purgedAt: number };

/** Sites that were deleted and can be taken back: whoever has just deleted one is led here. */
export function DeletedSection({ sites }: { sites: readonly Deleted[] }) {
  const { t } = useTranslation("user");
  const moment = useMoment();
  const part = useRef<HTMLDivElement>(null);
  // The page's texts come after the browser has looked for the place.
  useEffect(() => {
    if (location.hash === "#deleted") part.current?.querySelector("h2")?.focus();
  }, []);
  if (sites.length === 0) return null;
  return (
    <div id="deleted" ref={part}>
      <Section title={t("deleted.title")} text={t("deleted.text")}>
        <AccessList aria-label={t("deleted.title")}>
          {sites.map(({ id, name, purgedAt }) => (
            <AccessRow
              key={id}
              title={name}
              detail={t("deleted.until", { time: moment(purgedAt) })}
              end={{
                ...{ intent: "restoreSite", id: String(id), isGentle: true },
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
