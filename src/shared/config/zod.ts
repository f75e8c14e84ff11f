import { config } from "zod/mini";

// Compiled parsers need `new Function`, which the Content-Security-Policy refuses and reports.
// Every schema imports its `z` from here, so that this setting comes before the first schema.
config({ jitless: true });

// zod/mini is the same library as functions: functions that no schema uses are not shipped, nor are
// the library's own messages. Every complaint about a field that an operator may read has a message
// of ours.
export * as z from "zod/mini";
