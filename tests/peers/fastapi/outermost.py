"""The backend with CORSMiddleware around the whole app, as docs/own-backend.md recommends."""

import os

from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware

from backend import admin, login, media, publishing

api = FastAPI()
api.include_router(login)
api.include_router(media)
api.include_router(publishing)
api.include_router(admin)
app = CORSMiddleware(
    api,
    allow_origins=[os.environ["CONSOLE"]],
    allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
    allow_headers=["Authorization", "Content-Type"],
    expose_headers=["Date", "Retry-After", "X-Request-Id"],
    max_age=600,
)
