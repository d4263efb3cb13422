import { Dialog } from "@chakra-ui/react";
import { useRef } from "react";
import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { DialogClose, DialogShell } from "#app/ui/dialog-shell.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import type { ChangeRecord } from "#domain/settings/change.ts";
import { ChangeProgress } from "../param/change-progress.tsx";
import { ControlsView } from "../param/controls/controls-view.tsx";
import { listControls } from "../param/controls/list-controls.ts";
import { ConfigurationFrame } from "./configuration-frame.ts";
import type { RemoteData } from "./remote-data.ts";

type ConfigurationDialogProps = RemoteData & {
  open: boolean;
  isOnline: boolean;
  followed: ChangeRecord | null;
  follow: (change: ChangeRecord | null) => void;
  onClose: () => void;
};

/** Commands of this dialog; those of the energy flow are on the page of the parameters. */
const KINDS: ReadonlySet<string> = new Set(["logger", "synchronization", "reset"]);

/** The state of a site's logger and its commands: clock, token, synchronization, resets. Loaded when first opened. */
export default function ConfigurationDialog(props: ConfigurationDialogProps) {
  const { open, isOnline, followed, follow, onClose } = props;
  const { site, now, locks, controls, guards, changes } = props;
  const { t } = useTranslation(["remote", "common"]);
  const close = useRef<HTMLButtonElement>(null);
  const own = new Set(
    listControls(controls)
      .filter(({ kind }) => KINDS.has(kind))
      .flatMap(({ rows }) => rows.map(({ setting }) => setting.address)),
  );
  const shown = controls.filter(({ address }) => own.has(address));
  return (
    <DialogShell
      name="configuration"
      size="lg"
      open={open}
      title={t("configuration.title")}
      initialFocus={() => close.current}
      onClose={onClose}
      footer={
        <DialogClose ref={close} onClick={onClose}>
          {t("configuration.close")}
        </DialogClose>
      }
    >
      <ConfigurationFrame>
        <Dialog.Description>{t("configuration.text")}</Dialog.Description>
        <LoggerFacts {...{ isOnline, locks }} />
        {followed !== null && (
          <ChangeProgress
            key={followed.changeId}
            siteKey={site.key}
            change={followed}
            settings={controls}
            mayChange={false}
            onUndo={() => {}}
            onDismiss={() => follow(null)}
          />
        )}
        {shown.length === 0 ? (
          <div data-empty>
            <Icon name="sliders" size="2rem" />
            <p role="status">
              <b>{t("configuration.empty")}</b>{" "}
              {t(isOnline ? "configuration.emptyOnline" : "configuration.emptyOffline")}
            </p>
          </div>
        ) : (
          <ControlsView
            {...{ site, locks, guards, now }}
            controls={shown}
            changes={changes.list}
            onSubmitted={follow}
          />
        )}
        <p>
          <Link to={`/param${site.search}`}>
            {t("configuration.parameters", { page: t("common:navigation.parameters") })}
          </Link>
        </p>
      </ConfigurationFrame>
    </DialogShell>
  );
}

function LoggerFacts({ isOnline, locks }: Pick<ConfigurationDialogProps, "isOnline" | "locks">) {
  const { t } = useTranslation("remote");
  const facts = [
    {
      name: t("configuration.connection"),
      text: t(isOnline ? "configuration.online" : "configuration.offline"),
      isGood: isOnline,
    },
    {
      name: t("configuration.remote"),
      text: t(locks.hasRemoteControl ? "configuration.on" : "configuration.off"),
      isGood: locks.hasRemoteControl,
    },
    {
      name: t("configuration.lock"),
      text: t(locks.isLocked ? "configuration.locked" : "configuration.unlocked"),
      isGood: !locks.isLocked,
    },
    ...(locks.isUnattended
      ? [
          {
            name: t("configuration.unattended"),
            text: t("configuration.on"),
            isGood: false,
          },
        ]
      : []),
  ];
  return (
    <dl aria-label={t("configuration.facts")}>
      {facts.map(({ name, text, isGood }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-good={isGood}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
