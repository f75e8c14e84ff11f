"""Serves an app of this folder, named by its module, behind a small proxy: `start.py plain {port}`.

The proxy passes only /api and /login on, as many do, and counts the requests. Prints the port.
"""

import importlib
import socket
import sys

import uvicorn
from starlette.datastructures import MutableHeaders
from starlette.responses import JSONResponse, PlainTextResponse

module, port = sys.argv[1:]
app = importlib.import_module(module).app
requests: list[str] = []
drops_authorization = False


async def proxy(scope, receive, send):
    global drops_authorization
    if scope["type"] != "http":
        return await app(scope, receive, send)
    method, path = scope["method"], scope["path"]
    if path == "/proxy/requests":
        return await JSONResponse(requests)(scope, receive, send)
    if path == "/proxy/drop-authorization":
        drops_authorization = method == "PUT"
        return await JSONResponse(drops_authorization)(scope, receive, send)
    requests.append(f"{method} {path}")
    if not path.startswith(("/api/", "/login/")):
        return await PlainTextResponse("Not Found", 404)(scope, receive, send)
    headers = MutableHeaders(scope=scope)
    if drops_authorization and "authorization" in headers:
        del headers["authorization"]
    await app(scope, receive, send)


listener = socket.socket()
listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listener.bind(("127.0.0.1", int(port)))
# From here on connections wait until the app takes them.
listener.listen()
print(listener.getsockname()[1], flush=True)
uvicorn.Server(uvicorn.Config(proxy, log_level="error")).run(sockets=[listener])
