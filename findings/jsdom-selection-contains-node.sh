#!/usr/bin/env bash
# jsdom 28.1.0: Selection.containsNode(node, true) asks whether the selection begins before the node
# or ends after it, not whether the two overlap.
#
# https://w3c.github.io/selection-api/#dom-selection-containsnode: with allowPartialContainment the
# answer is true if the selection holds a part of the node. Browsers answer so, and jsdom's own
# Range.intersectsNode does.
#
# Seen: text marked inside of the first row is in the second row, and not in the first.
# Code that decides by it which rows are copied, or whether a click ended a drag, takes the wrong rows
# in tests and the right ones in browsers.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts jsdom@28.1.0
cat >ask.cjs <<'JS'
const { JSDOM } = require("jsdom");
const { window } = new JSDOM("<ul><li id=a>first row</li><li id=b>second row</li></ul>");
const [a, b] = ["a", "b"].map((id) => window.document.getElementById(id));
const selection = window.getSelection();
// 'irst' of 'first row'
selection.setBaseAndExtent(a.firstChild, 1, a.firstChild, 5);
const range = selection.getRangeAt(0);
for (const [name, row] of [["first", a], ["second", b]]) {
  console.log(`${name}: containsNode ${selection.containsNode(row, true)}, intersectsNode ${range.intersectsNode(row)}`);
}
JS
node --version
seen=$(node ask.cjs)
echo "$seen"
expected="first: containsNode false, intersectsNode true
second: containsNode true, intersectsNode false"
if [ "$seen" != "$expected" ]; then
  echo "jsdom answers otherwise now." >&2
  exit 1
fi
