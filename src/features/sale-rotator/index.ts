export { hasInterruptedRun } from "./confirmed-run";
export { SaleRotator } from "./views/sale-rotator";
