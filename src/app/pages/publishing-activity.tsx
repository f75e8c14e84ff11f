import { Link } from "@tanstack/react-router";
import { LatestActivity } from "@/features/activity";
import { activityLink } from "./activity-link";

export const PublishingActivity = () => (
  <LatestActivity link={activityLink} all={<Link to="/dashboard/activity">All activity</Link>} />
);
