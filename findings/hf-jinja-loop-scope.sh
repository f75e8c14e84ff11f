#!/usr/bin/env bash
# @huggingface/jinja 0.5.11: a variable that is set in one round of a for loop is still set in the next.
#
# https://jinja.palletsprojects.com/en/stable/templates/#assignments (Scoping Behavior): a variable set
# inside a loop is local to that round, which is what the `namespace` object is for. Jinja2 3.1.6 prints
# 'hat! scarf ' and '1 1 1 ' for the templates below.
#
# Seen: a flag that was meant for one product marks all products after it ('hat! scarf! '), and a counter
# counts ('1 2 3 '). Outside of the loop both are as in Jinja2, so a template that was tried with one
# record renders the same in both. A newsletter that is previewed with this library and sent by Jinja2
# says another thing than its preview.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @huggingface/jinja@0.5.11
cat >ask.cjs <<'JS'
const { Template } = require("@huggingface/jinja");
const products = [{ name: "hat", sale: true }, { name: "scarf", sale: false }];
const say = (template) => console.log(JSON.stringify(new Template(template).render({ products })));
say("{% for p in products %}{% if p.sale %}{% set mark = '!' %}{% endif %}{{ p.name }}{{ mark }} {% endfor %}");
say("{% set n = 0 %}{% for i in [7, 8, 9] %}{% set n = n + 1 %}{{ n }} {% endfor %}{{ n }}");
JS
node --version
node ask.cjs | tee seen
cat >expected <<'TXT'
"hat! scarf! "
"1 2 3 0"
TXT
diff expected seen
