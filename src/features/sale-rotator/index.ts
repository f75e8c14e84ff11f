export { saleRotatorQueries } from "./queries";
export { SaleRotator } from "./views/sale-rotator";
