// App start: load the modules of the Mini App's page.

import { load } from "./load.js";

load(() => import("./app.js"));
