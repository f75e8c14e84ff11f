export { ProductCatalog } from "./views/product-catalog";
