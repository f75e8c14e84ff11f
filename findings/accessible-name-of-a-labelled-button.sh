#!/usr/bin/env bash
# dom-accessibility-api 0.5.16, which Testing Library's getByRole asks, and 0.7.1: where an element is
# named by its content, a button in it counts with its text alone. Its aria-label is ignored.
#
# https://www.w3.org/TR/accname-1.2/#computation-steps, 2C Embedded Control: only text boxes, comboboxes,
# listboxes and ranges are embedded controls; a button in the content has its own name, so its
# aria-label (2D). Chromium names the row header below 'Post about tea', by its accessibility tree.
#
# Seen: a row header whose only content is a button with an aria-label has an empty name, so
# getByRole("rowheader", { name }) finds nothing, while the button itself is found by that name.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts jsdom@28.1.0 \
  old@npm:dom-accessibility-api@0.5.16 new@npm:dom-accessibility-api@0.7.1
cat >ask.cjs <<'JS'
const { JSDOM } = require("jsdom");
const page = `<table><tr><th scope="row"><button aria-label="Post about tea"></button></th></tr>
<tr><th scope="row"><span role="img" aria-label="Post about tea"></span></th></tr></table>`;
const { window } = new JSDOM(page);
Object.assign(globalThis, { window, document: window.document, Node: window.Node, Element: window.Element, HTMLElement: window.HTMLElement });
const [row, other] = window.document.querySelectorAll("th");
for (const version of ["old", "new"]) {
  const { computeAccessibleName } = require(version);
  const names = [row, row.firstElementChild, other].map((it) => JSON.stringify(computeAccessibleName(it)));
  console.log(`${version}: row header ${names[0]}, its button ${names[1]}, row header of an image ${names[2]}`);
}
JS
node --version
seen=$(node ask.cjs)
echo "$seen"
expected='old: row header "", its button "Post about tea", row header of an image "Post about tea"
new: row header "", its button "Post about tea", row header of an image "Post about tea"'
if [ "$seen" != "$expected" ]; then
  echo "dom-accessibility-api answers otherwise now." >&2
  exit 1
fi
