export { authApi } from "./contract";
export { logOut } from "./log-out";
export { useEndAllSessions } from "./mutations";
export { Authenticating } from "./views/authenticating";
export { LoginScreen, signInAddress } from "./views/login-screen";
export { SignedIn } from "./views/signed-in";
