import "./lib/require-node.mjs";

import("./lib/maintenance.mjs").then(({ maintain }) => maintain("try-text"));
