"""Renders templates with Jinja2: reads one JSON object a line, and answers with one."""

import json
import sys

from jinja2 import Environment

environments = {html: Environment(autoescape=html) for html in (True, False)}

for line in sys.stdin:
    order = json.loads(line)
    try:
        template = environments[order["isHtml"]].from_string(order["template"])
        answer = {"text": template.render(order["variables"])}
    except Exception as error:
        answer = {"error": f"{type(error).__name__}: {error}"}
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
