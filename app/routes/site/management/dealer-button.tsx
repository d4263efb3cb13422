import { Button } from "@chakra-ui/react";
import { Outcome } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { SITE_ROLE } from "#domain/access/roles.ts";
import type { Member, MemberExtra, MemberResult } from "./management-data.ts";

type DealerButtonProps = { member: Member; onDone: (result: MemberResult) => void };

/** Makes a professional dealer the site's dealer or ends that; hidden for other users. */
export function DealerButton({ member, onDone }: DealerButtonProps) {
  const { t } = useTranslation("management");
  const { submit, busy, outcome } = useOwnForm<MemberExtra>(null, { onDone });
  const { userId, name, role, dealer, dealerByTrade } = member;
  if (!dealer && !dealerByTrade) return null;
  const asked = {
    dealer: dealer ? "no" : "yes",
    stays: role === SITE_ROLE.administrator ? "yes" : "no",
  };
  const send = () => void submit({ intent: "dealer", userId, name, ...asked }, { method: "post" });
  return (
    <>
      <Outcome result={outcome} done="" />
      <Button
        variant="ghost"
        colorPalette={dealer ? "danger" : "brand"}
        me="auto"
        loading={busy}
        onClick={send}
      >
        {dealer ? t("accessLevel.endDealer") : t("accessLevel.makeDealer", { name })}
      </Button>
    </>
  );
}
