import { BUT_DEMO, ofOneself, reads, SIGNED_IN, writes } from "../row-inputs.ts";
import type { Row } from "../walk.ts";

/** No session of the matrix has a rollout, so that it finds none. */
const ofNone = { may: BUT_DEMO, input: ofOneself({ rolloutId: 999 }), own: [404] } as const;

/** The dashboard of all sites, and changes of many sites, which no token makes. What is not the caller's is not found. */
export const rolloutRows: Readonly<Record<string, Row>> = {
  "POST /site/v2/fleet/overview": { ...reads, may: SIGNED_IN, input: ofOneself() },
  "POST /site/v2/rollout/listSites": {
    ...reads,
    may: BUT_DEMO,
    input: ofOneself({ kind: "settings" }),
  },
  "POST /site/v2/rollout/listReleases": { ...reads, may: BUT_DEMO, input: ofOneself() },
  "POST /site/v2/rollout/add": {
    ...writes,
    may: BUT_DEMO,
    input: ofOneself({ task: { kind: "firmware", releaseIds: [1] }, siteIds: [999_999] }),
    own: [404],
  },
  "POST /site/v2/rollout/list": { ...reads, may: BUT_DEMO, input: ofOneself({ size: 5 }) },
  "POST /site/v2/rollout/get": { ...reads, ...ofNone },
  "POST /site/v2/rollout/start": { ...writes, ...ofNone, confirms: true },
  "POST /site/v2/rollout/approve": { ...writes, ...ofNone, confirms: true },
  "POST /site/v2/rollout/stop": { ...writes, ...ofNone },
  "POST /site/v2/rollout/undo": { ...writes, ...ofNone },
};
