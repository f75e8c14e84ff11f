export { hasInterruptedRun } from "./run-draft";
export { SaleRotator } from "./views/sale-rotator";
