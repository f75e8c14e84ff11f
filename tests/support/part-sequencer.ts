import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Quick, and each of them about everything. */
const always: readonly string[] = ["unit", "walk"];

/** With `--shard`, runs a part of the files of most projects, and all files of those above. */
export class PartSequencer extends BaseSequencer {
  override async shard(files: TestSpecification[]) {
    const isAlways = ({ project }: TestSpecification) => always.includes(project.name);
    const drawn = await super.shard(files.filter((file) => !isAlways(file)));
    return [...files.filter(isAlways), ...drawn];
  }
}
