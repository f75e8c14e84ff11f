/** What has just happened, told at the edge of the screen. */
export { Toaster as Notifications } from "@/shared/ui/toaster";
