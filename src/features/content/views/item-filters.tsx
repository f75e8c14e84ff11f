import { Checkbox } from "@/shared/ui/form-controls/checkbox";
import { Segmented } from "@/shared/ui/form-controls/segmented";
import type { PoolFilter } from "../filter";

type ItemFiltersProps = {
  filter: PoolFilter;
  onChange: (change: Partial<PoolFilter>) => void;
};

const statuses = [
  { value: "active", label: "Active" },
  { value: "inactive", label: "Inactive" },
  { value: "all", label: "All" },
] as const;

const media = [
  { value: "all", label: "All" },
  { value: "image", label: "Image" },
  { value: "video", label: "Video" },
] as const;

export const ItemFilters = ({ filter, onChange }: ItemFiltersProps) => (
  <>
    <Segmented
      label="Status"
      size="sm"
      value={filter.status}
      options={statuses}
      onChange={(status) => onChange({ status })}
    />
    <Segmented
      label="Media type"
      size="sm"
      value={filter.media}
      options={media}
      onChange={(chosen) => onChange({ media: chosen })}
    />
    <Checkbox
      label="Unused only"
      checked={filter.unused}
      onCheckedChange={(unused) => onChange({ unused })}
    />
  </>
);
