import { Link } from "@tanstack/react-router";
import { ContentGenerator, GenerationStatus } from "@/features/generation";
import { buttonProps } from "@/shared/ui/button";
import { NeedGroup } from "../shell/need-group";

export function ContentPage() {
  return (
    <NeedGroup
      title="Content Library"
      none="Please select or create an account group to manage its content library."
    >
      {({ id }) => (
        <>
          <GenerationStatus
            group={id}
            settings={
              <Link to="/dashboard/config" search={{ tab: "evergreen" }} {...buttonProps()}>
                Add a category
              </Link>
            }
          />
          <ContentGenerator key={id} group={id} />
        </>
      )}
    </NeedGroup>
  );
}
