/** The parts that the screen does not wait for, in one file: each more costs its name on every screen. */
export { RemainingSteps } from "./remaining-steps";
export { RestorePrices } from "./restore-prices";
export { SameShop } from "./same-shop";
export { ShopName } from "./shop-name";
