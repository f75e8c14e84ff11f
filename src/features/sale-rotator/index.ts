export { saleRotatorKeys } from "./keys";
export { SaleRotator } from "./views/sale-rotator";
