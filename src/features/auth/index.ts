export { authApi } from "./contract";
export { logOut, useEndAllSessions } from "./mutations";
export { Authenticating, LoginScreen, signInAddress } from "./views/login-screen";
export { SignedIn } from "./views/signed-in";
