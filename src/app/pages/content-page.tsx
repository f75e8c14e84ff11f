import { ContentGenerator, GenerationStatus } from "@/features/generation";
import { NeedGroup } from "../shell/need-group";

export function ContentPage() {
  return (
    <NeedGroup
      title="Content Library"
      none="Please select or create an account group to manage its content library."
    >
      {({ id }) => (
        <>
          <GenerationStatus group={id} />
          <ContentGenerator key={id} group={id} />
        </>
      )}
    </NeedGroup>
  );
}
