"""A backend of the product's spec, as its author would write it with FastAPI.

Its data differ from what the built-in server sends, each in a way that real backends have: ids of
CockroachDB as numbers, times as drivers write them, decimals as texts, NaN, null in place of a list.
"""

import base64
import json
import secrets
from typing import Any, Optional

from fastapi import APIRouter, Depends, HTTPException, Query, Response
from fastapi.responses import RedirectResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, constr, root_validator

WINTER = 1857219384719237121
SUMMER = 1857219384719237122

sessions: set[str] = set()


def current_operator(credentials: HTTPAuthorizationCredentials = Depends(HTTPBearer())) -> str:
    if credentials.credentials not in sessions:
        raise HTTPException(403, "Could not validate credentials")
    return "ana"


# Sign-in

login = APIRouter()


@login.get("/login/discord")
def log_in(origin: str) -> RedirectResponse:
    token = secrets.token_urlsafe()
    sessions.add(token)
    return RedirectResponse(f"{origin}/auth/callback?token={token}", 302)


@login.delete("/login/sessions", status_code=204)
def end_all_sessions() -> Response:
    sessions.clear()
    return Response(status_code=204)


# Images, for everybody

IMAGE = "/api/media/scarf.png"

media = APIRouter()


@media.get(IMAGE)
def scarf() -> Response:
    pixel = (
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"
        "YPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
    )
    return Response(base64.b64decode(pixel), media_type="image/png")


# Publishing


class Group(BaseModel):
    id: int
    name: str
    description: Optional[str] = None
    ai_mascot_image_path: Optional[str] = None
    ai_mascot_description: Optional[str] = None
    focus_media_type: str = "image"
    logo_url: Optional[str] = None
    proxy_server: Optional[str] = None
    proxy_username: Optional[str] = None
    proxy_password_set: bool = False
    integrations: Optional[list[Any]] = None


class NewGroup(BaseModel):
    name: str
    description: Optional[str] = None


class NewCategory(BaseModel):
    name: str
    category_type: str
    image_posts_per_day: int = 1
    video_posts_per_day: int = 0
    text_posts_per_day: int = 0

    @root_validator
    def a_shop_has_images(cls, values: dict[str, Any]) -> dict[str, Any]:
        if values.get("category_type") == "sales" and not values.get("image_posts_per_day"):
            raise ValueError("a sales category needs at least one image post per day")
        return values


groups = [Group(id=WINTER, name="Winter"), Group(id=SUMMER, name="Summer")]

# The same moment as different databases, drivers and languages write it.
ONE_MOMENT = [
    "2026-12-05T09:00:00",
    "2026-12-05 09:00:00+00",
    "2026-12-05T10:00:00+01",
    "2026-12-05 09:00:00 UTC",
    "Sat, 05 Dec 2026 09:00:00 GMT",
    "2026-12-05T09:00:00+00:00Z",
]

publishing = APIRouter(
    prefix="/api/v1/publishing", tags=["publishing"], dependencies=[Depends(current_operator)]
)


def of_group(group_id: int) -> Group:
    for group in groups:
        if group.id == group_id:
            return group
    raise HTTPException(404, "Group not found")


def queue_item(item_id: int, text: str) -> dict[str, Any]:
    return {
        "id": item_id,
        "status": "pending_approval",
        "text_content": text,
        "image_url": IMAGE,
        "video_url": None,
        "thumbnail_url": None,
        "media_type": "image",
    }


def scheduled_post(post_id: int, status: str, publish_at: str) -> dict[str, Any]:
    return {
        "id": post_id,
        "status": status,
        "publish_at": publish_at,
        "retry_count": 0,
        "social_account": {
            "platform_type": "bluesky",
            "platform_username": f"winter-{post_id}.example",
            "last_known_error": None,
        },
        "content_queue_item": queue_item(100 + post_id, f"Post number {post_id}"),
    }


@publishing.get("/account-groups", response_model=list[Group])
def list_groups() -> list[Group]:
    return groups


@publishing.post("/account-groups", response_model=Group, status_code=201)
def add_group(body: NewGroup) -> Group:
    group = Group(id=SUMMER + len(groups), **body.dict())
    groups.append(group)
    return group


@publishing.get("/account-groups/{group_id}/accounts")
def list_accounts(group: Group = Depends(of_group)) -> list[dict[str, Any]]:
    return [
        {
            "id": group.id + 1000,
            "platform_type": "bluesky",
            "platform_username": f"{group.name.lower()}.example",
            "is_active": True,
            "last_known_error": None,
        }
    ]


@publishing.get("/account-groups/{group_id}/categories")
def list_categories(group: Group = Depends(of_group)) -> list[dict[str, Any]]:
    return [
        {
            "id": group.id + 2000,
            "name": "Daily thoughts",
            "category_type": "evergreen",
            "image_posts_per_day": 1,
            "video_posts_per_day": 0,
            "text_posts_per_day": 0,
            "daily_generation_active": True,
        }
    ]


@publishing.post("/account-groups/{group_id}/categories", status_code=201)
def add_category(body: NewCategory, group: Group = Depends(of_group)) -> dict[str, Any]:
    return {"id": group.id + 3000, **body.dict()}


@publishing.get("/account-groups/{group_id}/integrations")
def list_integrations(group: Group = Depends(of_group)) -> list[dict[str, Any]]:
    return []


@publishing.get("/categories/{category_id}/items")
def list_items(category_id: int) -> list[dict[str, Any]]:
    return [
        {
            **queue_item(1, "A scarf in the snow"),
            "is_active": True,
            "last_used_at": "2026-11-20 09:00:00+00",
        }
    ]


@publishing.get("/content-queue")
def list_queue(skip: int = 0, limit: int = 5) -> list[dict[str, Any]]:
    return [queue_item(51, "Tea at the window"), queue_item(52, "Snow on the roof")][skip:][:limit]


@publishing.post("/content-queue/{item_id}/approve")
def approve(item_id: int) -> dict[str, Any]:
    # The mistake that everybody makes once.
    accounts: dict[int, Any] = {}
    return accounts[item_id]


@publishing.post("/content-queue/{item_id}/reject")
def reject(item_id: int) -> None:
    raise HTTPException(503, "The queue is being moved to another server.")


@publishing.get("/scheduled-posts")
def list_scheduled(skip: int = 0, limit: int = 5) -> dict[str, Any]:
    return {"items": []}


# Declared with a slash at the end, which the console's calls do not have.
@publishing.get("/scheduler-status/")
def scheduler_status() -> dict[str, Any]:
    return {
        "failed_posts": None,
        "upcoming_posts": None,
        "recently_published": [
            scheduled_post(200 + index, "published", time) for index, time in enumerate(ONE_MOMENT)
        ],
    }


@publishing.get("/performance/posts")
def list_performance(
    sort_by: str = Query("publish_at", alias="sortBy"), group_id: Optional[int] = None
) -> Response:
    def record(post_id: int, **figures: Any) -> dict[str, Any]:
        return {
            "scheduled_post_id": post_id,
            "text_content": f"Published post number {post_id}",
            "media_type": "image",
            "platform": "instagram",
            "platform_username": "winter.photos",
            "category_name": "Daily thoughts",
            "publish_at": "2026-11-20 09:00:00+00",
            "last_updated": "2026-11-21 09:00:00+00",
            "published_post_url": None,
            "impressions": 1500,
            "video_views": None,
            "likes": 60,
            "comments": 4,
            "shares": 2,
            "engagement_rate": 0.055,
            **figures,
        }

    # Rates are means of a pandas column: some are NaN, which FastAPI's own answers refuse.
    records = [
        record(91),
        record(92, impressions="2E+3", comments="0E-8", engagement_rate=float("nan")),
        record(93, likes=float("inf"), shares=float("-inf")),
    ]
    return Response(json.dumps(records), media_type="application/json")


@publishing.get("/performance/summary/by-category")
def summary_by_category(group_id: int) -> dict[str, Any]:
    totals = {"posts": 0}
    return {"data": [{"average_engagement_rate": 3 / totals["posts"]}]}


# Admin

admin = APIRouter(prefix="/api/v1/admin", tags=["admin"], dependencies=[Depends(current_operator)])


@admin.get("/content-generation/status")
def generation_status(group_id: int) -> dict[str, Any]:
    return {
        "group_name": of_group(group_id).name,
        "group_focus_media_type": "image",
        "total_missing_for_quota": 0,
        "categories": None,
    }


class NewProduct(BaseModel):
    name: constr(max_length=40)
    product_image_url: str
    description: str
    call_to_action_url: Optional[str] = None
    is_active: bool = True


class Product(NewProduct):
    id: int


products = [
    Product(
        id=1,
        name="Wool scarf",
        product_image_url=IMAGE,
        description="Knitted by hand from merino wool.",
        call_to_action_url=None,
    )
]
PRODUCTS_A_DAY = 0


@admin.get("/products/", response_model=list[Product])
def list_products() -> list[Product]:
    return products


@admin.post("/products/", response_model=Product, status_code=201)
def add_product(body: NewProduct) -> Product:
    if any(product.name == body.name for product in products):
        raise HTTPException(409, ["Name is taken"])
    if "shop.example.com" not in (body.call_to_action_url or "shop.example.com"):
        raise HTTPException(400, {"error": "Links must lead to shop.example.com."})
    if PRODUCTS_A_DAY == 0:
        raise HTTPException(
            403, {"code": "QUOTA", "message": "The daily quota is used up."}
        )
    product = Product(id=len(products) + 1, **body.dict())
    products.append(product)
    return product


@admin.put("/products/{product_id}")
def change_product(product_id: int, body: dict[str, Any]) -> None:
    # What pydantic 2 says where a field may be a text or a number, and of a validator's ValueError.
    raise HTTPException(
        422,
        [
            {
                "type": "string_too_long",
                "loc": ["body", "name", "str"],
                "msg": "String should have at most 40 characters",
                "input": body.get("name"),
                "ctx": {"max_length": 40},
            },
            {
                "type": "value_error",
                "loc": ["body", "call_to_action_url", "function-after[check(), url]"],
                "msg": "Value error, the link must lead to shop.example.com",
                "input": body.get("call_to_action_url"),
                "ctx": {"error": {}},
            },
        ],
    )


# Declared without the slash that the console's calls have.
@admin.get("/meme-templates")
def list_templates() -> list[dict[str, Any]]:
    return [
        {
            "id": 121,
            "name": "Two buttons",
            "template_image_url": IMAGE,
            "usage_explanation": "One wish on each button.",
            "humor_explanation": "Both cannot come true.",
            "is_active": True,
        }
    ]


@admin.post("/meme-templates", status_code=201)
def add_template(body: dict[str, Any]) -> dict[str, Any]:
    return {"id": 122, **body}


@admin.get("/sale-rotator/settings/{group_id}")
def sale_settings(group: Group = Depends(of_group)) -> dict[str, Any]:
    return {
        "is_active": False,
        "rotator_count": 6,
        "rotator_no_change_count": 3,
        "print_count": 2,
        "cooldown_days": 14,
        "rotator_discount_percent": 20,
        "print_discount_percent": 15,
        "sale_tag": "sale",
    }
