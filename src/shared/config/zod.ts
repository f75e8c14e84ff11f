import { config } from "zod";

// Compiled parsers need `new Function`, which the Content-Security-Policy refuses and reports.
// Every schema gets its `z` from here, so that this has been said before the first one is made.
config({ jitless: true });

export { z } from "zod";
