export { EditDialog as EditFailedPost } from "@/features/queue";
