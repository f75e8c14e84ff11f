import "./lib/require-node.mjs";

import("./lib/interface-texts.mjs").then(({ interfaceTexts }) => {
  for (const line of interfaceTexts()) console.log(line);
});
