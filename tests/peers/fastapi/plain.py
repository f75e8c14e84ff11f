"""The backend with CORSMiddleware as FastAPI's tutorial adds it."""

import os

from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware

from backend import admin, login, media, publishing

app = FastAPI()
app.add_middleware(
    CORSMiddleware,
    allow_origins=[os.environ["CONSOLE"]],
    allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
    allow_headers=["Authorization", "Content-Type"],
    expose_headers=["Date", "Retry-After", "X-Request-Id"],
    max_age=600,
)
app.include_router(login)
app.include_router(media)
app.include_router(publishing)
app.include_router(admin)
