// App start: loads the page of the Mini App.

import { load } from "./load.js";

await load(() => import("./app.js"));
