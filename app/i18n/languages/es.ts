import { namespacesOf } from "../namespaces.ts";

export default namespacesOf(
  import.meta.glob(
    [
      "/locales/es/*.json",
      "!**/{account,addsite,alarms,alarmwords,apidocs,branding,charts,controls,dashboard,drafts,energy,journal,legal,listtools,login,mails,management,map,news,param,parameters,place,platform,push,remote,rollouts,settings,share,sitelist,user,weather,welcome}.json",
    ],
    {
      eager: true,
      import: "default",
    },
  ),
);
