export { Authenticating } from "./views/authenticating";
export { LoginScreen, signInAddress } from "./views/login-screen";
