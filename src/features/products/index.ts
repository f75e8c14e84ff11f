export { productQueries } from "./queries";
export { ProductCatalog } from "./views/product-catalog";
