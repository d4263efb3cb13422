import { namespacesOf } from "../namespaces.ts";

export default namespacesOf(
  import.meta.glob(
    [
      "/locales/es/*.json",
      "!**/{account,addsite,alarms,alarmwords,apidocs,archives,branding,charts,controls,dashboard,devices,drafts,energy,exports,exportwords,faults,feedback,imports,journal,legal,listtools,login,mails,management,map,news,param,parameters,place,platform,push,registers,remote,rollouts,settings,share,sitelist,user,weather,welcome}.json",
    ],
    {
      eager: true,
      import: "default",
    },
  ),
);
