import { config } from "zod/mini";

// Compiled parsers need `new Function`, which the Content-Security-Policy refuses and reports.
// Every schema gets its `z` from here, so that this has been said before the first one is made.
config({ jitless: true });

// The same library as functions: what no schema uses is not shipped, nor are its own sentences.
// What an operator may read as a complaint about a field has a sentence of ours.
export * as z from "zod/mini";
