export { MediaField, VideoField } from "./forms/media-field";
