// This file, and the scripts that import it first, must parse on Node 12 or newer, so that an old
// Node gets this message instead of a syntax error. Everything newer is imported dynamically.
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Node 20.19 or newer is needed and this is Node ${process.versions.node}: get it at https://nodejs.org.`,
  );
  process.exit(1);
}
