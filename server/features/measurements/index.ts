export {
  agesOn,
  enqueueMeasurement,
  measureAgain,
  measuredAtAge,
  nextMeasurement,
} from "./measurement-times.ts";
