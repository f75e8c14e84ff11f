// Any Node from 12 on must be able to read this file and the scripts that import it first: they
// load everything newer only once this has passed.
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Node 20.19 or newer is needed and this is Node ${process.versions.node}: get it at https://nodejs.org.`,
  );
  process.exit(1);
}
