export { SaleRotator } from "./views/sale-rotator";
