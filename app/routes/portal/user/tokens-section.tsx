import { Button } from "@chakra-ui/react";
import { type MouseEvent, useId, useState } from "react";
import type { ApiAnswer } from "#app/api/api-types.ts";
import { ConfirmIdentity } from "#app/forms/confirm-identity.tsx";
import { SelectField, TextField } from "#app/forms/fields.tsx";
import { Outcome, Pair, Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { TOKEN_SCOPES } from "#domain/sessions/access-token.ts";
import { AccessList, AccessRow } from "./access-list.tsx";
import { SiteChoice } from "./site-choice.tsx";
import { ENTER, type TokenExtra } from "./token-sites.ts";
import { useMoment } from "./use-moment.ts";

type AccessToken = ApiAnswer<"POST /user/v2/token/list">["list"][number];

const DAYS = [30, 90, 365];

/** Lists, revokes and creates personal access tokens. */
export function TokensSection({ tokens }: { tokens: readonly AccessToken[] }) {
  const { t } = useTranslation(["user", "sitelist"]);
  const { Form, form, busy, result, outcome } = useOwnForm<TokenExtra>("addToken", {
    drafts: "none",
    owns: ({ intent }) => [ENTER, "addToken", "findSites"].includes(intent),
  });
  const id = useId();
  const moment = useMoment();
  const made = result?.problem === null ? result.values.token : undefined;
  // Keeps the input if no token was created.
  const typed = made === undefined ? result?.values : undefined;
  return (
    <Section title={t("tokens.title")} text={t("tokens.text")}>
      {tokens.length > 0 && (
        <AccessList aria-label={t("tokens.title")}>
          {tokens.map(({ id: token, name, scope, siteIds, expireTime, lastUseTime, session }) => (
            <AccessRow
              key={token}
              title={name}
              detail={[
                t(`tokens.scopes.${scope}`),
                siteIds === null
                  ? t("tokens.sites.every")
                  : t("sitelist:count", { count: siteIds.length }),
                t("tokens.expires", { time: moment(expireTime) }),
                lastUseTime === null
                  ? t("tokens.unused")
                  : t("sessions.lastUse", { time: moment(lastUseTime) }),
                ...(session === null
                  ? []
                  : [
                      t("tokens.createdIn", {
                        client: session.client ?? t("sessions.unknownClient"),
                        time: moment(session.createTime),
                      }),
                    ]),
              ].join(" · ")}
              end={{
                intent: "deleteToken",
                id: token,
                label: t("tokens.revoke"),
                name: t("tokens.revokeOne", { name }),
              }}
            />
          ))}
        </AccessList>
      )}
      <Made aria-live="polite">{made !== undefined && <NewToken token={made} />}</Made>
      <Form method="post" ref={form} id={id} noValidate>
        {/* Default button for Enter; otherwise the first button would be it, which searches for sites. */}
        <button type="submit" name="intent" value={ENTER} hidden onClick={makeInstead} />
        <TextField
          name="name"
          label={t("tokens.name")}
          hint={t("tokens.nameHint")}
          defaultValue={typed?.name ?? ""}
          maxLength={100}
          autoComplete="off"
          result={result}
        />
        <Pair>
          <SelectField
            name="scope"
            label={t("tokens.scope")}
            value={typed?.scope ?? "read"}
            result={result}
          >
            {TOKEN_SCOPES.map((scope) => (
              <option key={scope} value={scope}>
                {t(`tokens.scopes.${scope}`)}
              </option>
            ))}
          </SelectField>
          <SelectField
            name="days"
            label={t("tokens.days")}
            value={typed?.days ?? "90"}
            result={result}
          >
            {DAYS.map((count) => (
              <option key={count} value={count}>
                {t("tokens.daysLong", { count })}
              </option>
            ))}
          </SelectField>
        </Pair>
        <SiteChoice key={made} result={result} />
        <Outcome result={outcome} done="" />
        <ConfirmIdentity
          form={id}
          intent="addToken"
          result={result}
          busy={busy}
          submit={t("tokens.make")}
        />
        <Submit intent="addToken" busy={busy}>
          {t("tokens.make")}
        </Submit>
      </Form>
    </Section>
  );
}

/** With scripts the search field handles Enter itself, so Enter elsewhere in the form creates the token. */
function makeInstead(event: MouseEvent<HTMLButtonElement>): void {
  event.preventDefault();
  const { form } = event.currentTarget;
  form?.requestSubmit(form.querySelector<HTMLElement>("[value=addToken]"));
}

/** Shows a new token, which cannot be displayed again. */
function NewToken({ token }: { token: string }) {
  const { t } = useTranslation("user");
  const [copied, setCopied] = useState("");
  const copy = () =>
    navigator.clipboard.writeText(token).then(
      () => setCopied(token),
      () => {},
    );
  return (
    <Shown>
      <p>{t("tokens.once")}</p>
      <code dir="ltr">{token}</code>
      <Button size="sm" variant="outline" onClick={copy}>
        {t(copied === token ? "tokens.copied" : "tokens.copy")}
      </Button>
    </Shown>
  );
}

const Made = styled("div", { "&:empty": { position: "absolute" } });

const Shown = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: "3",
  p: "4",
  borderRadius: "lg",
  bg: "good.wash",
  textStyle: "sm",
  "& p": { w: "full", color: "good" },
  "& code": { fontFamily: "mono", overflowWrap: "anywhere", flex: "1", minW: "0" },
});
