export { MediaField } from "./forms/media-field";
