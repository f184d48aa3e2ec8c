// App start: load the modules of the Mini App's page.

import { load } from "./load.js";

await load(() => import("./app.js"));
