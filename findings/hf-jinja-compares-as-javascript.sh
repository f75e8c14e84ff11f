#!/usr/bin/env bash
# @huggingface/jinja 0.5.11: '==' is JavaScript's loose comparison, and the filter 'int' its parseInt.
#
# https://jinja.palletsprojects.com/en/stable/templates/#comparisons: '==' compares two objects for
# equality, as in Python; #jinja-filters.int: if the conversion does not work, it returns 0. Jinja2 3.1.6
# prints 'True False False' and '0 2'.
#
# Seen: equal lists are not equal, an empty text equals 0, a number equals its text; and '12 pieces' is
# the number 12. `{% if products == [] %}` is never true, so 'Nothing is on sale' is never said.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @huggingface/jinja@0.5.11
cat >ask.cjs <<'JS'
const { Template } = require("@huggingface/jinja");
const say = (template) => console.log(new Template(template).render({ products: [] }));
say("{{ products == [] }} {{ '' == 0 }} {{ products | length == '0' }}");
say("{{ '12 pieces' | int }} {{ '2.5' | int }}");
say("{% if products == [] %}Nothing is on sale{% else %}These are on sale:{% endif %}");
JS
node --version
node ask.cjs | tee seen
cat >expected <<'TXT'
false true true
12 2
These are on sale:
TXT
diff expected seen
