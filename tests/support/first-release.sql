-- The database of the first release, as pg_dump of PostgreSQL 15 wrote it after one call of each endpoint.
-- Never regenerated: later migrations are tested on it. tests/server/db/first-release.test.ts checks its
-- content. Its secrets are sealed with the key of tests/support/ports.ts.

CREATE SCHEMA drizzle;

CREATE SCHEMA pgboss;

CREATE TYPE pgboss.job_state AS ENUM (
    'created',
    'retry',
    'active',
    'completed',
    'cancelled',
    'failed'
);

CREATE FUNCTION pgboss.create_queue(queue_name text, options json) RETURNS void
    LANGUAGE plpgsql
    AS $_$
    DECLARE
      table_name varchar := 'j' || encode(sha224(queue_name::bytea), 'hex');
      queue_created_on timestamptz;
    BEGIN

      WITH q as (
      INSERT INTO pgboss.queue (
        name,
        policy,
        retry_limit,
        retry_delay,
        retry_backoff,
        expire_seconds,
        retention_minutes,
        dead_letter,
        partition_name
      )
      VALUES (
        queue_name,
        options->>'policy',
        (options->>'retryLimit')::int,
        (options->>'retryDelay')::int,
        (options->>'retryBackoff')::bool,
        (options->>'expireInSeconds')::int,
        (options->>'retentionMinutes')::int,
        options->>'deadLetter',
        table_name
      )
      ON CONFLICT DO NOTHING
      RETURNING created_on
      )
      SELECT created_on into queue_created_on from q;

      IF queue_created_on IS NULL THEN
        RETURN;
      END IF;

      EXECUTE format('CREATE TABLE pgboss.%I (LIKE pgboss.job INCLUDING DEFAULTS)', table_name);

      EXECUTE format('ALTER TABLE pgboss.%1$I ADD PRIMARY KEY (name, id)', table_name);
      EXECUTE format('ALTER TABLE pgboss.%1$I ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
      EXECUTE format('ALTER TABLE pgboss.%1$I ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i1 ON pgboss.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''created'' AND policy = ''short''', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i2 ON pgboss.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''active'' AND policy = ''singleton''', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i3 ON pgboss.%1$I (name, state, COALESCE(singleton_key, '''')) WHERE state <= ''active'' AND policy = ''stately''', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i4 ON pgboss.%1$I (name, singleton_on, COALESCE(singleton_key, '''')) WHERE state <> ''cancelled'' AND singleton_on IS NOT NULL', table_name);
      EXECUTE format('CREATE INDEX %1$s_i5 ON pgboss.%1$I (name, start_after) INCLUDE (priority, created_on, id) WHERE state < ''active''', table_name);

      EXECUTE format('ALTER TABLE pgboss.%I ADD CONSTRAINT cjc CHECK (name=%L)', table_name, queue_name);
      EXECUTE format('ALTER TABLE pgboss.job ATTACH PARTITION pgboss.%I FOR VALUES IN (%L)', table_name, queue_name);
    END;
    $_$;

CREATE FUNCTION pgboss.delete_queue(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      table_name varchar;
    BEGIN
      WITH deleted as (
        DELETE FROM pgboss.queue
        WHERE name = queue_name
        RETURNING partition_name
      )
      SELECT partition_name from deleted INTO table_name;

      EXECUTE format('DROP TABLE IF EXISTS pgboss.%I', table_name);
    END;
    $$;

CREATE TABLE drizzle.__drizzle_migrations (
    id integer NOT NULL,
    hash text NOT NULL,
    created_at bigint
);

CREATE SEQUENCE drizzle.__drizzle_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE drizzle.__drizzle_migrations_id_seq OWNED BY drizzle.__drizzle_migrations.id;

CREATE TABLE pgboss.archive (
    id uuid NOT NULL,
    name text NOT NULL,
    priority integer NOT NULL,
    data jsonb,
    state pgboss.job_state NOT NULL,
    retry_limit integer NOT NULL,
    retry_count integer NOT NULL,
    retry_delay integer NOT NULL,
    retry_backoff boolean NOT NULL,
    start_after timestamp with time zone NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval NOT NULL,
    created_on timestamp with time zone NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    archived_on timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE pgboss.job (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text
)
PARTITION BY LIST (name);

CREATE TABLE pgboss.j20fe8e4341f87d57ba5b26816aabd65ff7cc2e3f6ee4036a896630ea (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'rotate-sales'::text))
);

CREATE TABLE pgboss.j4f2b4a504fc74db2cd55f6f9aa66801767e7c86294a42b3125bcaa71 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'newsletter'::text))
);

CREATE TABLE pgboss.j5ad86b4dd15b30176b8bbf0a25aebff89ade7d53619988e71051ef82 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'publish'::text))
);

CREATE TABLE pgboss.j9fc2a88b43f5222c630dfee61921430768d8653f95ab7a11632d3586 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'metrics'::text))
);

CREATE TABLE pgboss.jbad01d4df2490b8997d1ac02ed570d937ea68f8de412aa999f61a70b (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'send-newsletter'::text))
);

CREATE TABLE pgboss.jd6a83c30828714b0f36365b85ffeddafe624518df65e74e5ce3e50e0 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'generate'::text))
);

CREATE TABLE pgboss.je7802a54efb978bad3cd2ad9cf8c2e8b7a16c3d07b57c43bc2b3b913 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'sync-products'::text))
);

CREATE TABLE pgboss.jf6b37b087356f5fa91d6d273ecff6c24317c811d2ef85836c35fe2a8 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'rotate-sale'::text))
);

CREATE TABLE pgboss.jf9219dcfb105e2fe856fd062bde0f95cbe29bbcc6d13969f556052e2 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'plan-day'::text))
);

CREATE TABLE pgboss.queue (
    name text NOT NULL,
    policy text,
    retry_limit integer,
    retry_delay integer,
    retry_backoff boolean,
    expire_seconds integer,
    retention_minutes integer,
    dead_letter text,
    partition_name text,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE pgboss.schedule (
    name text NOT NULL,
    cron text NOT NULL,
    timezone text,
    data jsonb,
    options jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE pgboss.subscription (
    event text NOT NULL,
    name text NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE pgboss.version (
    version integer NOT NULL,
    maintained_on timestamp with time zone,
    cron_on timestamp with time zone,
    monitored_on timestamp with time zone
);

CREATE TABLE public.accounts (
    id integer NOT NULL,
    group_id integer NOT NULL,
    platform_type text NOT NULL,
    platform_username text,
    credentials text,
    is_active boolean NOT NULL,
    last_known_error text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.accounts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.accounts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.categories (
    id integer NOT NULL,
    group_id integer NOT NULL,
    name text NOT NULL,
    category_type text NOT NULL,
    image_posts_per_day integer NOT NULL,
    video_posts_per_day integer NOT NULL,
    text_posts_per_day integer NOT NULL,
    daily_generation_active boolean DEFAULT true NOT NULL,
    category_prompt text,
    auto_approve_content_types jsonb DEFAULT '{"text": false, "image": false, "video": false}'::jsonb NOT NULL,
    use_ai_mascot boolean DEFAULT false NOT NULL,
    shopify_sales_channel text,
    shopify_product_tag text,
    enabled_platforms jsonb,
    reddit_settings jsonb,
    last_meme_template_index integer DEFAULT 0 NOT NULL,
    last_product_index integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.categories ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.categories_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.content_items (
    id integer NOT NULL,
    category_id integer NOT NULL,
    text_content text NOT NULL,
    title text,
    reddit_title text,
    reddit_body text,
    image_url text,
    image_prompt text,
    video_url text,
    thumbnail_url text,
    media_type text,
    is_active boolean DEFAULT true NOT NULL,
    last_used_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.content_items ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.content_items_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.groups (
    id integer NOT NULL,
    name text NOT NULL,
    description text,
    logo_url text,
    focus_media_type text DEFAULT 'image'::text NOT NULL,
    ai_mascot_image_path text,
    ai_mascot_description text,
    proxy_server text,
    proxy_username text,
    proxy_password text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.groups ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.groups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.idempotency_keys (
    user_id text NOT NULL,
    key text NOT NULL,
    request_hash text NOT NULL,
    status integer NOT NULL,
    body text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.integrations (
    id integer NOT NULL,
    group_id integer NOT NULL,
    platform text NOT NULL,
    store_name text NOT NULL,
    credentials text NOT NULL,
    synced_at timestamp(3) with time zone,
    last_known_error text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.integrations ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.integrations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.mails (
    id integer NOT NULL,
    group_id integer NOT NULL,
    subscriber_id integer,
    origin text NOT NULL,
    recipient text NOT NULL,
    status text NOT NULL,
    error text,
    created_at timestamp(3) with time zone NOT NULL,
    sent_at timestamp(3) with time zone
);

ALTER TABLE public.mails ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.mails_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.meme_templates (
    id integer NOT NULL,
    name text NOT NULL,
    template_image_url text NOT NULL,
    usage_explanation text NOT NULL,
    humor_explanation text NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.meme_templates ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.meme_templates_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.metrics_snapshots (
    id integer NOT NULL,
    post_id integer NOT NULL,
    snapshot_time timestamp(3) with time zone NOT NULL,
    raw_data jsonb NOT NULL
);

ALTER TABLE public.metrics_snapshots ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.metrics_snapshots_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.newsletter_settings (
    group_id integer NOT NULL,
    is_active boolean NOT NULL,
    integration_id integer,
    sender_email text,
    subject_template text NOT NULL,
    mjml_template text NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.products (
    id integer NOT NULL,
    name text NOT NULL,
    product_image_url text NOT NULL,
    description text NOT NULL,
    call_to_action_url text,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.products ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.products_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.queue_items (
    id integer NOT NULL,
    category_id integer,
    content_item_id integer,
    status text NOT NULL,
    text_content text NOT NULL,
    title text,
    reddit_title text,
    reddit_body text,
    image_url text,
    image_prompt text,
    video_url text,
    thumbnail_url text,
    media_type text,
    origin text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.queue_items ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.queue_items_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.sale_runs (
    id integer NOT NULL,
    group_id integer NOT NULL,
    integration_id integer,
    kind text NOT NULL,
    origin text NOT NULL,
    started_by text,
    status text NOT NULL,
    worker text,
    started_at timestamp(3) with time zone NOT NULL,
    active_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone
);

ALTER TABLE public.sale_runs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sale_runs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.sale_settings (
    group_id integer NOT NULL,
    is_active boolean NOT NULL,
    rotator_count integer NOT NULL,
    rotator_no_change_count integer NOT NULL,
    print_count integer NOT NULL,
    cooldown_days integer NOT NULL,
    rotator_discount_percent integer NOT NULL,
    print_discount_percent integer NOT NULL,
    sale_tag text NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.sale_steps (
    run_id integer NOT NULL,
    "position" integer NOT NULL,
    product_id text NOT NULL,
    product_name text NOT NULL,
    action text NOT NULL,
    status text NOT NULL,
    original_price double precision NOT NULL,
    original_compare_at_price double precision,
    new_price double precision NOT NULL,
    compare_at_price double precision,
    tags_to_add jsonb NOT NULL,
    tags_to_remove jsonb NOT NULL,
    done_at timestamp(3) with time zone
);

CREATE TABLE public.sandbox_mails (
    id integer NOT NULL,
    sender text NOT NULL,
    recipient text NOT NULL,
    subject text NOT NULL,
    html text NOT NULL,
    unsubscribe_url text NOT NULL,
    sent_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE public.sandbox_mails ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sandbox_mails_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.sandbox_products (
    store text NOT NULL,
    product_id text NOT NULL,
    title text NOT NULL,
    price double precision NOT NULL,
    compare_at_price double precision,
    image_url text NOT NULL,
    tags jsonb NOT NULL,
    units_sold integer NOT NULL,
    changes integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.scheduled_posts (
    id integer NOT NULL,
    queue_item_id integer NOT NULL,
    group_id integer NOT NULL,
    category_id integer,
    account_id integer,
    platform_type text NOT NULL,
    platform_username text,
    status text DEFAULT 'scheduled'::text NOT NULL,
    publish_at timestamp(3) with time zone NOT NULL,
    started_at timestamp(3) with time zone,
    published_at timestamp(3) with time zone,
    retry_count integer DEFAULT 0 NOT NULL,
    error text,
    external_id text,
    published_post_url text,
    measurements integer DEFAULT 0 NOT NULL,
    measured_at timestamp(3) with time zone,
    impressions bigint,
    video_views bigint,
    likes bigint,
    comments bigint,
    shares bigint,
    engagement_rate double precision
);

ALTER TABLE public.scheduled_posts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.scheduled_posts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.sessions (
    id integer NOT NULL,
    token_hash text NOT NULL,
    user_id text NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_seen_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone
);

ALTER TABLE public.sessions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.shop_products (
    integration_id integer NOT NULL,
    product_id text NOT NULL,
    title text NOT NULL,
    price double precision NOT NULL,
    compare_at_price double precision,
    image_url text,
    product_url text,
    tags jsonb NOT NULL,
    units_sold integer NOT NULL
);

CREATE TABLE public.subscribers (
    id integer NOT NULL,
    group_id integer NOT NULL,
    email text NOT NULL,
    name text,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.subscribers ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.subscribers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.j20fe8e4341f87d57ba5b26816aabd65ff7cc2e3f6ee4036a896630ea FOR VALUES IN ('rotate-sales');

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.j4f2b4a504fc74db2cd55f6f9aa66801767e7c86294a42b3125bcaa71 FOR VALUES IN ('newsletter');

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.j5ad86b4dd15b30176b8bbf0a25aebff89ade7d53619988e71051ef82 FOR VALUES IN ('publish');

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.j9fc2a88b43f5222c630dfee61921430768d8653f95ab7a11632d3586 FOR VALUES IN ('metrics');

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.jbad01d4df2490b8997d1ac02ed570d937ea68f8de412aa999f61a70b FOR VALUES IN ('send-newsletter');

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.jd6a83c30828714b0f36365b85ffeddafe624518df65e74e5ce3e50e0 FOR VALUES IN ('generate');

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.je7802a54efb978bad3cd2ad9cf8c2e8b7a16c3d07b57c43bc2b3b913 FOR VALUES IN ('sync-products');

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.jf6b37b087356f5fa91d6d273ecff6c24317c811d2ef85836c35fe2a8 FOR VALUES IN ('rotate-sale');

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.jf9219dcfb105e2fe856fd062bde0f95cbe29bbcc6d13969f556052e2 FOR VALUES IN ('plan-day');

ALTER TABLE ONLY drizzle.__drizzle_migrations ALTER COLUMN id SET DEFAULT nextval('drizzle.__drizzle_migrations_id_seq'::regclass);

INSERT INTO drizzle.__drizzle_migrations VALUES
	(1, '75019700766bcd99de6912b99a0e4dde232292da7171fcf8a8e2671e80b6f2e1', 1795285762527),
	(2, '2e9398c7ab6767528c134da43e85a99e3de5870745d902906e1ca029a4ae6e23', 1795287981210),
	(3, '15d5c0cb714791b2639fcfeebf21e71159668b02775cc1d979c597fc9daa7386', 1795292218674),
	(4, 'e23c2eb3a852480543225dd62d422b1c3ab4bf3d9205841329ef7b6618c24b70', 1795352722361);

INSERT INTO pgboss.j5ad86b4dd15b30176b8bbf0a25aebff89ade7d53619988e71051ef82 VALUES
	('aeab495f-a4d0-482e-890c-df5131f177a9', 'publish', 0, '{"postId": 9}', 'created', 3, 0, 5, true, '2026-11-25 23:28:18.572+00', NULL, 'publish:9', NULL, '00:15:00', '2026-11-25 23:27:18.498325+00', NULL, '2026-12-09 23:28:18.572+00', NULL, NULL, 'short');

INSERT INTO pgboss.j9fc2a88b43f5222c630dfee61921430768d8653f95ab7a11632d3586 VALUES
	('f11f7ae6-24e0-4d43-81dd-15720b168ec8', 'metrics', 0, '{"round": 0, "postId": 2}', 'created', 3, 0, 5, true, '2026-11-25 23:27:43.572+00', NULL, '106f756e-5f35-4710-8f28-a7171a3a45d3', NULL, '00:15:00', '2026-11-25 23:27:13.572162+00', NULL, '2026-12-09 23:27:43.572+00', NULL, NULL, 'short'),
	('bbd87287-d054-4878-89b9-1474ab1aac84', 'metrics', 0, '{"round": 0, "postId": 3}', 'created', 3, 0, 5, true, '2026-11-25 23:27:43.582+00', NULL, '9d273ee9-b116-4f5e-a72e-3ba71d382cae', NULL, '00:15:00', '2026-11-25 23:27:13.58223+00', NULL, '2026-12-09 23:27:43.582+00', NULL, NULL, 'short'),
	('edd370e1-0cc0-4971-b490-43ac9901c4bf', 'metrics', 0, '{"round": 0, "postId": 4}', 'created', 3, 0, 5, true, '2026-11-25 23:27:43.777+00', NULL, '99397a02-32c2-448f-88f0-458fbf927d4e', NULL, '00:15:00', '2026-11-25 23:27:13.777186+00', NULL, '2026-12-09 23:27:43.777+00', NULL, NULL, 'short');

INSERT INTO pgboss.queue VALUES
	('generate', 'short', NULL, NULL, NULL, NULL, NULL, NULL, 'jd6a83c30828714b0f36365b85ffeddafe624518df65e74e5ce3e50e0', '2026-11-25 23:27:07.31548+00', '2026-11-25 23:27:07.31548+00'),
	('publish', 'short', NULL, NULL, NULL, NULL, NULL, NULL, 'j5ad86b4dd15b30176b8bbf0a25aebff89ade7d53619988e71051ef82', '2026-11-25 23:27:07.349395+00', '2026-11-25 23:27:07.349395+00'),
	('plan-day', 'short', NULL, NULL, NULL, NULL, NULL, NULL, 'jf9219dcfb105e2fe856fd062bde0f95cbe29bbcc6d13969f556052e2', '2026-11-25 23:27:07.372587+00', '2026-11-25 23:27:07.372587+00'),
	('metrics', 'short', NULL, NULL, NULL, NULL, NULL, NULL, 'j9fc2a88b43f5222c630dfee61921430768d8653f95ab7a11632d3586', '2026-11-25 23:27:07.389363+00', '2026-11-25 23:27:07.389363+00'),
	('sync-products', 'short', NULL, NULL, NULL, NULL, NULL, NULL, 'je7802a54efb978bad3cd2ad9cf8c2e8b7a16c3d07b57c43bc2b3b913', '2026-11-25 23:27:07.429296+00', '2026-11-25 23:27:07.429296+00'),
	('rotate-sales', 'short', NULL, NULL, NULL, NULL, NULL, NULL, 'j20fe8e4341f87d57ba5b26816aabd65ff7cc2e3f6ee4036a896630ea', '2026-11-25 23:27:07.436345+00', '2026-11-25 23:27:07.436345+00'),
	('rotate-sale', 'short', NULL, NULL, NULL, NULL, NULL, NULL, 'jf6b37b087356f5fa91d6d273ecff6c24317c811d2ef85836c35fe2a8', '2026-11-25 23:27:07.456864+00', '2026-11-25 23:27:07.456864+00'),
	('newsletter', 'short', NULL, NULL, NULL, NULL, NULL, NULL, 'j4f2b4a504fc74db2cd55f6f9aa66801767e7c86294a42b3125bcaa71', '2026-11-25 23:27:07.470315+00', '2026-11-25 23:27:07.470315+00'),
	('send-newsletter', 'short', NULL, NULL, NULL, NULL, NULL, NULL, 'jbad01d4df2490b8997d1ac02ed570d937ea68f8de412aa999f61a70b', '2026-11-25 23:27:07.488933+00', '2026-11-25 23:27:07.488933+00');

INSERT INTO pgboss.schedule VALUES
	('plan-day', '0 6 * * *', 'UTC', '{}', '{"tz": "UTC", "singletonKey": "plan-day"}', '2026-11-25 23:27:37.821366+00', '2026-11-25 23:27:37.821366+00'),
	('rotate-sales', '0 1 * * 1', 'UTC', '{}', '{"tz": "UTC", "singletonKey": "rotate-sales"}', '2026-11-25 23:27:37.821366+00', '2026-11-25 23:27:37.821366+00'),
	('newsletter', '0 8 * * 1', 'UTC', '{}', '{"tz": "UTC", "singletonKey": "newsletter"}', '2026-11-25 23:27:37.821366+00', '2026-11-25 23:27:37.821366+00');

INSERT INTO pgboss.version VALUES
	(24, NULL, NULL, NULL);

INSERT INTO public.accounts OVERRIDING SYSTEM VALUE VALUES
	(1, 6, 'bluesky', '20a44e88.bsky.social', 'v1.8Yq5qb_WXT3SDpWHc7HEVHq-QLtsoT5nw5MKQve6UJk8Fi6mm_7AOuP1l8eLzD3MlrBCek1upoqPGVVV504TUzuUZveRuG5u6Oue2IoWgmcVdUfq_LniHuiVKw2lDcZu', true, NULL, '2026-11-25 23:27:12.802+00'),
	(2, 7, 'bluesky', '9b03ddf7.bsky.social', 'v1.lCI24iK8P6lf1tMOJfsgZKK2-BJWOVwNFy_JSF8z3GftWQDIrlEYwpkvTnkuKJHbA20OBoEfK1TfRHhEbmlWuLmEzo-xI1AcBXnQwvex6EqVMd1VgZSQUa53tWwMk8711zg', true, NULL, '2026-11-25 23:27:12.872+00'),
	(3, 8, 'bluesky', '66cf8d25.bsky.social', NULL, false, NULL, '2026-11-25 23:27:12.953+00'),
	(4, 9, 'bluesky', '8996dda8.bsky.social', 'v1.Wdr9BKdlfKFrC9T0_U9xOqyo01ZvyexExjQuT7m_OEPa3bDYYDFszxdlNf-_kyIyHAVTqrZ7HEot7i2rZZZGokEFh3f3mhyoHCcZw8J6MAIX24rWo9dHmvokMrsNJdZV', true, NULL, '2026-11-25 23:27:13.007+00'),
	(5, 10, 'tiktok', 'fea7e231', NULL, true, NULL, '2026-11-25 23:27:13.033+00'),
	(6, 11, 'bluesky', '49b19543.bsky.social', 'v1.28WOA8XheoBXDl5PpgtvcuCgRUQ3wpXm-udt5sUmg90utW31KqYieXNzMGkQcyXTI4-KCMQhbXGe8vGQ2A2FxlFwg91JZuCyKjwqrkGaxdR9QkFXpkoJboA2Gs8hegfWcIk', true, NULL, '2026-11-25 23:27:13.094+00'),
	(7, 12, 'bluesky', '2d1f9aad.bsky.social', 'v1.WJW84blLgRtITTBuPucCo3PG7DHSu7DkOHkyrMPd6I3ZdFCQEOfagxzH-aSrAwfHnBmJEI-kBaUKoeGYUxpPfNlklnggffNVRSOpZQc4a38tc_c2XOaT5NJD7d9LcBzb3wk', true, NULL, '2026-11-25 23:27:13.129+00'),
	(9, 18, 'reddit', 'zimska', 'v1.4iDbJhLRHReJJieu0Vh7W_cimXb9fMwfr2pdOaWJXd9FVVhcYAbUEc0qM2PUc-mINai8BpaGoa-lEFFXI3cZ73N8Ll8G', true, NULL, '2026-11-25 23:27:13.316+00'),
	(10, 24, 'bluesky', '8073e146.bsky.social', 'v1.d4Zz0RTwO_pZ6P__NDTfH2kWCfzJ9n2Kz2QY1Wi8EH41qj50C0x5kAXLmpHbVZX2o7VyWkE7tecze3qgmWVjvuUv_iGtPQhdUhPO5UX-l6BJ7QSSc4bgJtW0BpoGCIaKMy8', true, NULL, '2026-11-25 23:27:13.533+00'),
	(11, 24, 'bluesky', '65cfe12c.bsky.social', 'v1.yeTdLlzmy2Ad5vykR5khRE5NnslbBx_iKJZ9cXHaxzGUx9URBwcnxh1Fx4gyRRoCZglM7lqz-3XC1ocOJidy1I8XprcTOhweU8j9NL519YDqMiE9D17ysHdKttY4XnUxH7w', true, NULL, '2026-11-25 23:27:13.54+00'),
	(12, 26, 'bluesky', '898928f5.bsky.social', 'v1.ji5XdVWYsCqInEK1oOpgO9VoHTm5WWL_jSeGqoyXzyKjRVUwH0NgZ2TDlqc5hBEF9aGhIoXjCaI6g3wfp53tetx7bJ_kY1M-CO1rUFu2z511mtnOn-h1ARNqfvnSEoXKPNs', true, NULL, '2026-11-25 23:27:13.708+00'),
	(13, 35, 'bluesky', 'fa9f44f3.bsky.social', 'v1.2Fg_W8BLbRzLa7cyhZelioMvSm08Z3Sz-xOV3fNK5obY4E81NYHHMMce2rNOwPYZA716juFsMDArQYCdhKArjb119igOTxsOiDUF-pyf3wRVhUkX2rBU3uEzPmC56atfNOc', true, NULL, '2026-11-25 23:27:14.001+00'),
	(14, 37, 'bluesky', '1c22ceb3.bsky.social', 'v1.Zq27CmdhhuJzNEjz_E7_T4cIylpjRWXFsis0uBzhCkSQNMacbt7iqG10nQJeOz0nxCTc39BQfBHCE_bRNBM4yQRieJpz00hawdQ5SsjL50ClSU7shW493N-iE_hZGBO8NM8', true, NULL, '2026-11-25 23:27:14.031+00'),
	(15, 39, 'bluesky', 'b2d749de.bsky.social', 'v1.PcSCg4MVMetfNZ6gBNaYcHWwdruwpsnCTzhekrSfjgxBi7ClNWtz4LEfr7L5WAHix2vDDsZo0XAIZqyUSEcSoqIZ_avTy3clTGvw1rOHO1042Pm9rXxVWBP0GpErGUFwMWw', true, NULL, '2026-11-25 23:27:14.052+00'),
	(16, 41, 'bluesky', '152b3695.bsky.social', 'v1.Fq2Usl1ZdZXSp6x74akuYohtTNsWdjrtYY1tdgVo4dZK0r2dh4i2xzsPKIYeOkm7CNWhKjO4tro-j2YAbNU1Zx5fLYdMqa9YCZvdzoqh5LWMcxfd0gCh4Khh0FrhvlCP1s0', true, NULL, '2026-11-25 23:27:14.078+00'),
	(17, 43, 'instagram', 'c29597f7', 'v1.mQ7f9cFa1_EnX9wIxdBrhBYDyAvRQDpbjZ3zzebsP2xQEzXx7JaQQqnHuOEG8udSxXFo8_plnxo9CXpjvb6Tt4Xwa7dSvZPUqCPuykhl5iJUMyld-pUZ', true, NULL, '2026-11-25 23:27:14.094+00'),
	(18, 61, 'bluesky', 'prvo.bsky.social', 'v1.stMTICeWpwmqmCWfVZCFSxHMd-ibr7Z7fG4SU9zY1w80cZZtQ0Sgwy7ASdFJ7oSB2tJO1mrb2zZKHb12E8CTqS6qnrx-B8gfbYntrxqv5j8dJ6fo7zUkYx4NiW723Q', true, NULL, '2026-11-25 23:27:18.345+00');

INSERT INTO public.categories OVERRIDING SYSTEM VALUE VALUES
	(1, 13, 'Kategorija 89d0a94a-7718-44d2-bf3f-1a99e304c70f', 'evergreen', 1, 0, 0, true, NULL, '{"text": false, "image": false, "video": false}', false, 'Online Store', NULL, NULL, NULL, 0, 0, '2026-11-25 23:27:13.149+00'),
	(2, 16, 'Kategorija acc4149b', 'sales', 1, 0, 2, true, 'Kratko i toplo.', '{"text": false, "image": false, "video": false}', false, 'Online Store', 'zima', NULL, NULL, 0, 0, '2026-11-25 23:27:13.262+00'),
	(3, 17, 'Promenjena 9fd7ac5a', 'weekly_sale', 2, 1, 0, false, NULL, '{"text": true, "image": false, "video": false}', true, 'Online Store', NULL, '["bluesky", "reddit"]', '{"flairs": [{"id": "2f5e1c3a", "text": "Trip report", "subreddit": "hiking"}], "subreddits": ["serbia", "hiking"]}', 0, 0, '2026-11-25 23:27:13.282+00'),
	(4, 19, 'Kategorija 033961b1-9f0b-4030-bd88-e1c15f92cd68', 'evergreen', 1, 0, 0, true, NULL, '{"text": false, "image": false, "video": false}', false, 'Online Store', NULL, NULL, NULL, 0, 0, '2026-11-25 23:27:13.337+00'),
	(5, 20, 'Kategorija fc79acab-75c3-452c-b1b0-bc4bdec7ef76', 'evergreen', 1, 0, 0, true, NULL, '{"text": false, "image": false, "video": false}', false, 'Online Store', NULL, NULL, NULL, 0, 0, '2026-11-25 23:27:13.365+00'),
	(6, 21, 'Kategorija bdd850bc-07db-4c7c-a8c0-e32d0b24e833', 'evergreen', 1, 0, 0, true, NULL, '{"text": false, "image": false, "video": false}', false, 'Online Store', NULL, NULL, NULL, 0, 0, '2026-11-25 23:27:13.394+00'),
	(7, 22, 'Kategorija 4337ecb2-36cf-4f51-8911-c8beb1fb9266', 'evergreen', 1, 0, 0, true, NULL, '{"text": false, "image": false, "video": false}', false, 'Online Store', NULL, NULL, NULL, 0, 0, '2026-11-25 23:27:13.415+00'),
	(8, 23, 'Kategorija 62c0d2d4-54fe-4a75-ba07-a91a972f1405', 'evergreen', 1, 0, 0, true, NULL, '{"text": false, "image": false, "video": false}', false, 'Online Store', NULL, NULL, NULL, 0, 0, '2026-11-25 23:27:13.437+00'),
	(9, 24, 'Kategorija 017ffb7e-0e33-4a0b-b0fa-e5d41e0cd6bc', 'evergreen', 1, 0, 0, true, NULL, '{"text": false, "image": false, "video": false}', false, 'Online Store', NULL, NULL, NULL, 0, 0, '2026-11-25 23:27:13.525+00'),
	(10, 25, 'Kategorija 5980e067-c6e8-40da-b5b0-1e0a9ab3387e', 'evergreen', 1, 0, 0, true, NULL, '{"text": false, "image": false, "video": false}', false, 'Online Store', NULL, NULL, NULL, 0, 0, '2026-11-25 23:27:13.634+00'),
	(11, 28, 'Kategorija 5b024471-c448-491b-8da9-8c88a888320d', 'evergreen', 1, 0, 0, true, NULL, '{"text": false, "image": false, "video": false}', false, 'Online Store', NULL, NULL, NULL, 0, 0, '2026-11-25 23:27:13.864+00'),
	(12, 29, 'Kategorija 750bad18-c592-4e52-81fe-e6fb65145294', 'evergreen', 1, 0, 0, true, NULL, '{"text": false, "image": false, "video": false}', false, 'Online Store', NULL, NULL, NULL, 0, 0, '2026-11-25 23:27:13.874+00'),
	(13, 30, 'Kategorija c56cb2e5-75b7-4c43-8a43-6f04786c7d68', 'evergreen', 1, 0, 0, true, NULL, '{"text": false, "image": false, "video": false}', false, 'Online Store', NULL, NULL, NULL, 0, 0, '2026-11-25 23:27:13.886+00'),
	(14, 31, 'Kategorija d33de2fd-16e9-4e0f-a731-20bbdb482735', 'evergreen', 1, 0, 0, true, NULL, '{"text": false, "image": false, "video": false}', false, 'Online Store', NULL, NULL, NULL, 0, 0, '2026-11-25 23:27:13.899+00'),
	(15, 32, 'Kategorija 6f3f41ab-2113-41cc-9d85-fc00025d0cd8', 'evergreen', 1, 0, 0, true, NULL, '{"text": false, "image": false, "video": false}', false, 'Online Store', NULL, NULL, NULL, 0, 0, '2026-11-25 23:27:13.949+00'),
	(16, 33, 'Kategorija be0dc1f9-f3ec-4014-8db3-b84c26227121', 'evergreen', 1, 0, 0, true, NULL, '{"text": false, "image": false, "video": false}', false, 'Online Store', NULL, NULL, NULL, 0, 0, '2026-11-25 23:27:13.964+00'),
	(17, 34, 'Kategorija 625d8bb2-b974-4876-b747-333e62a8c709', 'evergreen', 1, 0, 0, true, NULL, '{"text": false, "image": false, "video": false}', false, 'Online Store', NULL, NULL, NULL, 0, 0, '2026-11-25 23:27:13.982+00'),
	(18, 36, 'Kategorija c4d4218f-cecb-4ebd-9a34-2d962e689da6', 'evergreen', 1, 0, 0, true, NULL, '{"text": false, "image": false, "video": false}', false, 'Online Store', NULL, NULL, NULL, 0, 0, '2026-11-25 23:27:14.005+00'),
	(19, 38, 'Kategorija 45b2e2d0-8ff6-41b3-bf58-9f9795c017f9', 'evergreen', 1, 0, 0, true, NULL, '{"text": false, "image": false, "video": false}', false, 'Online Store', NULL, NULL, NULL, 0, 0, '2026-11-25 23:27:14.035+00'),
	(20, 40, 'Kategorija 0d57fe80-4274-4bd7-90dd-5e1e7961482d', 'evergreen', 1, 0, 0, true, NULL, '{"text": false, "image": false, "video": false}', false, 'Online Store', NULL, NULL, NULL, 0, 0, '2026-11-25 23:27:14.059+00'),
	(21, 42, 'Kategorija 85e0101a-a542-4dbe-99c9-56e1aa352f2d', 'evergreen', 1, 0, 0, true, NULL, '{"text": false, "image": false, "video": false}', false, 'Online Store', NULL, NULL, NULL, 0, 0, '2026-11-25 23:27:14.082+00'),
	(22, 61, 'Kategorija 34dea09e-f475-4954-9118-e77e82129009', 'evergreen', 1, 0, 1, true, NULL, '{"text": false, "image": false, "video": false}', false, 'Online Store', NULL, NULL, NULL, 0, 0, '2026-11-25 23:27:18.357+00');

INSERT INTO public.content_items OVERRIDING SYSTEM VALUE VALUES
	(1, 5, 'Savršeno popodne.', 'Popodne', 'Šta vama treba?', 'Nama čaj.', 'https://cdn.example.com/caj.jpg', 'A cup of tea', NULL, NULL, 'image', true, NULL, '2026-11-25 23:27:13.372+00'),
	(2, 6, 'Čaj, ćebe i dobra knjiga.', NULL, NULL, NULL, '/media/sandbox/abc1234.svg', NULL, NULL, NULL, 'image', false, NULL, '2026-11-25 23:27:13.396+00'),
	(3, 6, 'Čaj, ćebe i dobra knjiga.', NULL, NULL, NULL, NULL, NULL, '/media/sandbox/clip.mp4?v=aj1nq', '/media/sandbox/abc1234.svg', 'video', true, NULL, '2026-11-25 23:27:13.406+00'),
	(4, 7, 'Čaj, ćebe i dobra knjiga.', NULL, NULL, NULL, NULL, NULL, '/media/sandbox/clip.mp4?v=1uocnxk', '/media/sandbox/abc1234.svg', 'video', true, NULL, '2026-11-25 23:27:13.418+00'),
	(5, 8, 'Čaj, ćebe i dobra knjiga.', NULL, NULL, NULL, '/media/sandbox/abc1234.svg', NULL, NULL, NULL, 'image', true, NULL, '2026-11-25 23:27:13.455+00'),
	(6, 9, 'Čaj, ćebe i dobra knjiga.', NULL, NULL, NULL, '/media/sandbox/abc1234.svg', NULL, NULL, NULL, 'image', true, '2026-11-25 23:27:13.582+00', '2026-11-25 23:27:13.53+00'),
	(8, 11, 'Iza svake dobre stvari stoji neko ko je ostao još pola sata. Hvala vam, ekipo! Lep dan!', 'Iza svake dobre stvari stoji neko ko je ostao još pola sata', 'Iza svake dobre stvari stoji neko ko je ostao još pola sata', NULL, '/media/sandbox/0axexg8.svg', 'Tall plants in front of a low sun, flat illustration', NULL, NULL, 'image', true, NULL, '2026-11-25 23:27:17.657+00'),
	(9, 15, 'Nova kolekcija je stigla.', NULL, NULL, NULL, '/media/sandbox/0tgui1k.svg', 'A folded wool jacket', NULL, NULL, 'image', true, NULL, '2026-11-25 23:27:17.681+00'),
	(10, 14, 'Tri stvari za danas: čaša vode, deset minuta napolju, jedna lepa reč nekome. Šta vi mislite?', 'Tri stvari za danas', 'Tri stvari za danas', NULL, '/media/sandbox/13vko5v.svg', 'Simple geometric shapes in harmonious colours', NULL, NULL, 'image', true, NULL, '2026-11-25 23:27:17.693+00'),
	(11, 13, 'Šta vas je danas nasmejalo? Pišite nam, čitamo svaki komentar. Lep dan!', 'Šta vas je danas nasmejalo?', 'Šta vas je danas nasmejalo?', NULL, '/media/sandbox/0f9a6b7.svg', 'Tall plants in front of a low sun, flat illustration', NULL, NULL, 'image', true, NULL, '2026-11-25 23:27:17.711+00'),
	(12, 12, 'Petak je dobar dan da se završi ono što je ponedeljak započeo. Označite nekoga kome ovo treba.', 'Petak je dobar dan da se završi ono što je ponedeljak započeo', 'Petak je dobar dan da se završi ono što je ponedeljak započeo', NULL, '/media/sandbox/018yzh4.svg', 'Tall plants in front of a low sun, flat illustration', NULL, NULL, 'image', true, NULL, '2026-11-25 23:27:17.777+00'),
	(13, 22, 'Mali korak svakog dana. Za godinu dana to je ceo put. Označite nekoga kome ovo treba.', 'Mali korak svakog dana', 'Mali korak svakog dana', NULL, '/media/sandbox/17gxtn2.svg', 'Simple geometric shapes in harmonious colours', NULL, NULL, 'image', true, NULL, '2026-11-25 23:27:18.388+00'),
	(14, 22, 'Šta vas je danas nasmejalo? Pišite nam, čitamo svaki komentar.', 'Šta vas je danas nasmejalo?', 'Šta vas je danas nasmejalo?', NULL, '/media/sandbox/0os5tuq.svg', 'Tall plants in front of a low sun, flat illustration', NULL, NULL, 'image', true, NULL, '2026-11-25 23:27:18.437+00');

INSERT INTO public.groups OVERRIDING SYSTEM VALUE VALUES
	(1, 'Nova ab6702ea', 'Jakne i duksevi.', NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:12.255+00'),
	(2, 'Grupa 3c122b7e', NULL, '/logos/zima.png', 'video', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:12.32+00'),
	(3, 'Grupa cc039925', NULL, NULL, 'image', '/mascots/zimko.png', 'Zimko.', NULL, NULL, NULL, '2026-11-25 23:27:12.44+00'),
	(4, 'Grupa 47168c63', NULL, NULL, 'image', NULL, NULL, 'http://proxy.example.com:8080', 'zimska', 'v1.DHDwFrkksdh9ljbCCKXN85Oq194v5vp7qJWsQxTjWFkgvhR9jbXBCIA', '2026-11-25 23:27:12.529+00'),
	(5, 'Grupa cd0523c9', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:12.629+00'),
	(6, 'Grupa 41d85000', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:12.753+00'),
	(7, 'Grupa f4528094', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:12.832+00'),
	(8, 'Grupa 872480b8', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:12.929+00'),
	(9, 'Grupa 718b453d', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.001+00'),
	(10, 'Grupa faf855d0', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.016+00'),
	(11, 'Grupa 070d6143', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.078+00'),
	(12, 'Grupa 0efa04f3', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.114+00'),
	(13, 'Grupa e1584eff', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.135+00'),
	(14, 'Grupa 0345c251', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.213+00'),
	(15, 'Grupa a78395e9', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.226+00'),
	(16, 'Grupa 5d04a045', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.241+00'),
	(17, 'Grupa b3503338', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.276+00'),
	(18, 'Grupa c5660a60', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.313+00'),
	(19, 'Grupa baad24e1', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.327+00'),
	(20, 'Grupa 20784968', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.354+00'),
	(21, 'Grupa 77147fd0', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.385+00'),
	(22, 'Grupa 0e6fb026', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.41+00'),
	(23, 'Grupa 95f5774f', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.426+00'),
	(24, 'Grupa 9065a4ca', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.513+00'),
	(25, 'Grupa 69a399c6', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.626+00'),
	(26, 'Grupa 9b83d279', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.677+00'),
	(27, 'Grupa 9b03a771', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.842+00'),
	(28, 'Grupa 422027b4', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.851+00'),
	(29, 'Grupa d56c84fe', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.872+00'),
	(30, 'Grupa e536074b', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.881+00'),
	(31, 'Grupa d09ddeb1', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.895+00'),
	(32, 'Grupa e35e8768', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.945+00'),
	(33, 'Grupa dcf0b79d', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.962+00'),
	(34, 'Grupa 31a3e667', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.98+00'),
	(35, 'Grupa 3aaf35bb', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.998+00'),
	(36, 'Grupa da2d27f2', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:14.003+00'),
	(37, 'Grupa fe4785b5', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:14.029+00'),
	(38, 'Grupa 09252f6a', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:14.033+00'),
	(39, 'Grupa 7114692f', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:14.049+00'),
	(40, 'Grupa 8da35077', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:14.054+00'),
	(41, 'Grupa abae6869', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:14.075+00'),
	(42, 'Grupa 65037d30', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:14.08+00'),
	(43, 'Grupa 805c89b3', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:14.091+00'),
	(44, 'Grupa 6f87d92d', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:14.129+00'),
	(45, 'Grupa 9af3fa63', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:14.133+00'),
	(46, 'Grupa b42bb307', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:16.161+00'),
	(47, 'Grupa 0ff70837', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:16.227+00'),
	(48, 'Grupa 0303b869', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:16.241+00'),
	(49, 'Grupa c8c49fa4', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:16.281+00'),
	(50, 'Grupa 8bb20cfe', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:16.441+00'),
	(51, 'Grupa 18e84d27', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:16.477+00'),
	(52, 'Grupa 47e964ee', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:16.549+00'),
	(53, 'Grupa 85df43be', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:16.594+00'),
	(54, 'Grupa 42f73ab5', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:16.617+00'),
	(55, 'Grupa 4f804f71', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:16.677+00'),
	(56, 'Grupa a8326a1f', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:16.701+00'),
	(57, 'Grupa 698ec6cc', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:16.719+00'),
	(58, 'Grupa 629d8a5a', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:16.727+00'),
	(59, 'Grupa fce923c3', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:17.325+00'),
	(60, 'Grupa 417343e0', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:17.522+00'),
	(61, 'Prvo izdanje', NULL, NULL, 'image', NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:18.326+00');

INSERT INTO public.idempotency_keys VALUES
	('administrator', 'first-release-groups-create', 'lZR5T6Bd_NAJZ8WWrqVmIyhyC8RbFYPIBIRgC5q_LgU', 201, '{"id":1,"name":"Nova ab6702ea","description":"Jakne i duksevi.","logo_url":null,"focus_media_type":"image","ai_mascot_image_path":null,"ai_mascot_description":null,"proxy_server":null,"proxy_username":null,"proxy_password_set":false}', '2026-11-25 23:27:12.253+00'),
	('administrator', 'first-release-groups-change', '_dZqWXTRVRJZ0nJfuyI0FtEiXJfDhHvI5gCVMEXwZdQ', 200, '{"id":2,"name":"Grupa 3c122b7e","description":null,"logo_url":"/logos/zima.png","focus_media_type":"video","ai_mascot_image_path":null,"ai_mascot_description":null,"proxy_server":null,"proxy_username":null,"proxy_password_set":false}', '2026-11-25 23:27:12.387+00'),
	('administrator', 'first-release-groups-setMascot', 'p6LUUnoC9psNeVVM-sp5uU5KB9TnV7kw0JN6puKociQ', 200, '{"id":3,"name":"Grupa cc039925","description":null,"logo_url":null,"focus_media_type":"image","ai_mascot_image_path":"/mascots/zimko.png","ai_mascot_description":"Zimko.","proxy_server":null,"proxy_username":null,"proxy_password_set":false}', '2026-11-25 23:27:12.464+00'),
	('administrator', 'first-release-groups-setProxy', 'nUCPLlGBS6K1LO52zHPVw6kYpOLpx76N8I_9qpmuz2c', 200, '{"id":4,"name":"Grupa 47168c63","description":null,"logo_url":null,"focus_media_type":"image","ai_mascot_image_path":null,"ai_mascot_description":null,"proxy_server":"http://proxy.example.com:8080","proxy_username":"zimska","proxy_password_set":true}', '2026-11-25 23:27:12.576+00'),
	('administrator', 'first-release-accounts-add', 'M_bhJuuK4z35Ox1PtQ4amm2wop5VeEK43qXKWdaB4JI', 201, '{"id":1,"platform_type":"bluesky","platform_username":"20a44e88.bsky.social","is_active":true,"last_known_error":null}', '2026-11-25 23:27:12.781+00'),
	('administrator', 'first-release-accounts-test', 'KcmLuFebGpZ86LJQhbS6_hm29u7h2AupF_sXaaRE6cg', 200, '{"message":"The credentials work."}', '2026-11-25 23:27:12.883+00'),
	('administrator', 'first-release-accounts-clearCredentials', 'O_dgolii6vq9ngkTj-u_UCNjOZFE8vcQib45MRHAqZk', 200, '{"id":3,"platform_type":"bluesky","platform_username":"66cf8d25.bsky.social","is_active":false,"last_known_error":null}', '2026-11-25 23:27:12.99+00'),
	('administrator', 'first-release-accounts-setCredentials', 'i5ogMoYy_v58T4YJ2AzA4HkmRME1ERW18wq_zN22OkY', 200, '{"id":4,"platform_type":"bluesky","platform_username":"8996dda8.bsky.social","is_active":true,"last_known_error":null}', '2026-11-25 23:27:13.011+00'),
	('administrator', 'first-release-accounts-primeSession', 'BoEoTgmjuy5Y5g9uosDjnfUs9eJWk4dlbDKYDJTfHuc', 200, '{"message":"The session is primed: the account can publish."}', '2026-11-25 23:27:13.045+00'),
	('administrator', 'first-release-accounts-backfillPerformance', 'tZSo2-0eQkFtPIpsz-qjHMiBk2SyF30OCZAH0hgC48k', 202, '{"message":"Measuring 0 published posts."}', '2026-11-25 23:27:13.099+00'),
	('administrator', 'first-release-accounts-testPerformanceFetch', 'KefKotzWf_AuRRn3VMK5nss98uOfZdi6FMXpUcuJ34s', 200, '{"success":true,"message":"Post 1: 46 impressions, 0 likes, 0 comments, 0 shares.","error":null}', '2026-11-25 23:27:13.17+00'),
	('administrator', 'first-release-accounts-remove', 'OS2m8AUZzVhf_0sXY1KkH8BcrL1LIohg4HODktIRZb0', 204, NULL, '2026-11-25 23:27:13.22+00'),
	('administrator', 'first-release-categories-add', 'xeyR2uBSFlMr2rB9TpPplbSjqCkRe7B01WvUkb-K5kE', 201, '{"id":2,"name":"Kategorija acc4149b","category_type":"sales","image_posts_per_day":1,"video_posts_per_day":0,"text_posts_per_day":2,"daily_generation_active":true,"category_prompt":"Kratko i toplo.","auto_approve_content_types":{"text":false,"image":false,"video":false},"use_ai_mascot":false,"shopify_sales_channel":"Online Store","shopify_product_tag":"zima","enabled_platforms":null,"reddit_settings":null,"last_meme_template_index":0,"last_product_index":0}', '2026-11-25 23:27:13.249+00'),
	('administrator', 'first-release-categories-change', 'U0E0UL3gUnw5Ec0eIG95xJC-DHkM8eyLio7qdOicnyU', 200, '{"id":3,"name":"Promenjena 9fd7ac5a","category_type":"weekly_sale","image_posts_per_day":2,"video_posts_per_day":1,"text_posts_per_day":0,"daily_generation_active":false,"category_prompt":null,"auto_approve_content_types":{"text":true,"image":false,"video":false},"use_ai_mascot":true,"shopify_sales_channel":"Online Store","shopify_product_tag":null,"enabled_platforms":["bluesky","reddit"],"reddit_settings":{"flairs":[{"id":"2f5e1c3a","text":"Trip report","subreddit":"hiking"}],"subreddits":["serbia","hiking"]},"last_meme_template_index":0,"last_product_index":0}', '2026-11-25 23:27:13.292+00'),
	('administrator', 'first-release-content-add', 'kro2_yCu4OqvLWA8xRRHQGLej1oxjhfiT-_6ubosQSM', 201, '{"id":1,"category_id":5,"text_content":"Savršeno popodne.","title":"Popodne","reddit_title":"Šta vama treba?","reddit_body":"Nama čaj.","image_url":"https://cdn.example.com/caj.jpg","image_prompt":"A cup of tea","video_url":null,"thumbnail_url":null,"media_type":"image","is_active":true,"last_used_at":null,"created_at":"2026-11-25T23:27:13.372Z"}', '2026-11-25 23:27:13.371+00'),
	('administrator', 'first-release-content-convertToVideo', 'BgvneregXDX7D8hsj00J1DYHFMLc1y66JP96AhDxpFA', 201, '{"id":3,"category_id":6,"text_content":"Čaj, ćebe i dobra knjiga.","title":null,"reddit_title":null,"reddit_body":null,"image_url":null,"image_prompt":null,"video_url":"/media/sandbox/clip.mp4?v=aj1nq","thumbnail_url":"/media/sandbox/abc1234.svg","media_type":"video","is_active":true,"last_used_at":null,"created_at":"2026-11-25T23:27:13.406Z"}', '2026-11-25 23:27:13.398+00'),
	('administrator', 'first-release-content-reconvertVideo', '6n2R7AmTPZOwE9CZ-Slxy5YvS-gXKyAhowZKOfu75UM', 200, '{"id":4,"category_id":7,"text_content":"Čaj, ćebe i dobra knjiga.","title":null,"reddit_title":null,"reddit_body":null,"image_url":null,"image_prompt":null,"video_url":"/media/sandbox/clip.mp4?v=1uocnxk","thumbnail_url":"/media/sandbox/abc1234.svg","media_type":"video","is_active":true,"last_used_at":null,"created_at":"2026-11-25T23:27:13.418Z"}', '2026-11-25 23:27:13.419+00'),
	('administrator', 'first-release-content-clearLastUsed', 'cenv_nWVHdjnfiYN2sUPx2gOTcgh3y6SNde1RSk-DoQ', 200, '{"id":5,"category_id":8,"text_content":"Čaj, ćebe i dobra knjiga.","title":null,"reddit_title":null,"reddit_body":null,"image_url":"/media/sandbox/abc1234.svg","image_prompt":null,"video_url":null,"thumbnail_url":null,"media_type":"image","is_active":true,"last_used_at":null,"created_at":"2026-11-25T23:27:13.455Z"}', '2026-11-25 23:27:13.461+00'),
	('administrator', 'first-release-content-postNow', 'gX5BLWTKlgUa_XE31ryg2cLcBYJje4JHy3309tIRS7w', 200, '{"publishing_results":[{"social_account_id":10,"platform_type":"bluesky","platform_username":"8073e146.bsky.social","status":"published","error":null,"published_post_url":"/sandbox/posts/2","scheduled_post_id":2},{"social_account_id":11,"platform_type":"bluesky","platform_username":"65cfe12c.bsky.social","status":"published","error":null,"published_post_url":"/sandbox/posts/3","scheduled_post_id":3}]}', '2026-11-25 23:27:13.545+00'),
	('administrator', 'first-release-content-remove', 'zKLDFhAOhWDMHuVd4K5Lp8MrwWcKgYnQ5n4Bfho-KTA', 204, NULL, '2026-11-25 23:27:13.647+00'),
	('administrator', 'first-release-content-publish', 'szJxFxThQCYthTI0FfSJEklstvc6LY2Ep_BsnBHcrUU', 200, '{"publishing_results":[{"social_account_id":12,"platform_type":"bluesky","platform_username":"898928f5.bsky.social","status":"published","error":null,"published_post_url":"/sandbox/posts/4","scheduled_post_id":4}],"message":"Published on 1 of 1 account."}', '2026-11-25 23:27:13.719+00'),
	('administrator', 'first-release-generation-trigger', 'WYy32rWll1loxrSZDlRsPgE0BBKn0HzOGV76ECJfzrM', 202, '{"message":"Generation of 1 image post for Kategorija 5b024471-c448-491b-8da9-8c88a888320d is queued.","task_id":"ff0839ec-2475-4264-b094-2b64969e53ce"}', '2026-11-25 23:27:13.867+00'),
	('administrator', 'first-release-generation-triggerGroupQuota', 'tX6tVNpe86A0ga86-vK9H1Q5SBVBgD9jW5yIdUxZIMk', 202, '{"message":"Generation of 1 image post in 1 category is queued.","task_id":"8ece622b-1fa7-4750-a44e-6ad91a2b890a"}', '2026-11-25 23:27:13.877+00'),
	('administrator', 'first-release-generation-fillCategoryQuota', '6Jlb2dkUWD4NKw3QnYI29UTsbYmcfASRe4cC9gP7AX0', 202, '{"message":"Generation of 1 image post for Kategorija c56cb2e5-75b7-4c43-8a43-6f04786c7d68 is queued.","task_id":"82ebee5c-5070-4a43-b76f-ae42be14f781"}', '2026-11-25 23:27:13.888+00'),
	('administrator', 'first-release-generation-fillGroupQuota', '3O89LhDQ5Gr84fCDYqcMIU7P5polhrG9Xc66RMQjavI', 202, '{"message":"Generation of 1 image post in 1 category is queued.","task_id":"ddf3c693-ca09-4dac-8538-8c8b3948231a"}', '2026-11-25 23:27:13.907+00'),
	('administrator', 'first-release-generation-generateAndApprove', 'nJ_6r1c7rVLlqrzX-wbh618n-UtHFEGIcmeRigpPPgQ', 202, '{"message":"Generation of 1 post for Kategorija 6f3f41ab-2113-41cc-9d85-fc00025d0cd8 is queued.","task_id":"726c31f3-48ab-49c6-b860-6f7e2098029e"}', '2026-11-25 23:27:13.952+00'),
	('administrator', 'first-release-queue-approve', 'jNhF3-qY0Tl3aa-cDsWYL34ymEWIDZPDxghRdRUeK0Q', 200, '{"id":4,"status":"approved","text_content":"Čaj, ćebe i dobra knjiga.","title":null,"image_url":null,"video_url":null,"thumbnail_url":null,"media_type":null,"group_name":"Grupa dcf0b79d","category_name":"Kategorija be0dc1f9-f3ec-4014-8db3-b84c26227121","created_at":"2026-11-25T23:27:13.966Z","updated_at":"2026-11-25T23:27:13.973Z"}', '2026-11-25 23:27:13.969+00'),
	('administrator', 'first-release-queue-reject', 'p6ZzKmqHqwOJa1q3AxRezr0fPJ5G-lGkIAp03a4x0Wk', 200, '{"id":5,"status":"rejected","text_content":"Čaj, ćebe i dobra knjiga.","title":null,"image_url":null,"video_url":null,"thumbnail_url":null,"media_type":null,"group_name":"Grupa 31a3e667","category_name":"Kategorija 625d8bb2-b974-4876-b747-333e62a8c709","created_at":"2026-11-25T23:27:13.984Z","updated_at":"2026-11-25T23:27:13.985Z"}', '2026-11-25 23:27:13.985+00'),
	('administrator', 'first-release-scheduler-retry', 'tFrVvNCZX3Y_PeGugw_zPSp7G3ei1zDp_6ZRgM5OfBQ', 200, '{"message":"The post is queued again."}', '2026-11-25 23:27:14.01+00'),
	('administrator', 'first-release-scheduler-runDailyPlanner', 'CqJzgfaHZ1NucyjHrzBBtcDhk-YunKh1Uv7_MB8SoiU', 202, '{"message":"The daily planner is queued, but it schedules nothing for today after 20:00 UTC."}', '2026-11-25 23:27:14.015+00'),
	('administrator', 'first-release-scheduler-clearFailed', 'QciB_51vGRQDw-a7BqwuJw-wXaoaSN_LUr2O1FaIedo', 200, '{"message":"Cleared 0 failed posts."}', '2026-11-25 23:27:14.019+00'),
	('administrator', 'first-release-scheduler-clearScheduled', 'g1m2tynNsHkYV8y2YtfmUw7EYpIwqCHgGfy1tZabCao', 200, '{"message":"Cleared 1 scheduled post."}', '2026-11-25 23:27:14.023+00'),
	('administrator', 'first-release-performance-refreshInstagram', 'Xi8m6bGRtN6CwgnC0-k9TDToh9Kgw-EqcPskJDJDTiU', 202, '{"message":"Measuring 0 published Instagram posts."}', '2026-11-25 23:27:14.096+00'),
	('administrator', 'first-release-memeTemplates-add', 'oYVGB2gmxBq6VhmSSkDyRgK3f_qh8QPTLsBQX7b6UYs', 201, '{"id":1,"name":"Šablon b9a114b4","template_image_url":"https://cdn.example.com/memes/dva-dugmeta.png","usage_explanation":"Two buttons with one wish each.","humor_explanation":"Both wishes are right.","is_active":true}', '2026-11-25 23:27:14.104+00'),
	('administrator', 'first-release-memeTemplates-update', 'z2qIGp_mHOR2XNjJ047x3Al0Tn2jE1qR2AE_It137fw', 200, '{"id":2,"name":"Šablon 8ed95e41","template_image_url":"https://cdn.example.com/memes/dva-dugmeta.png","usage_explanation":"Two buttons with one wish each.","humor_explanation":"Both wishes are right.","is_active":true}', '2026-11-25 23:27:14.108+00'),
	('administrator', 'first-release-memeTemplates-remove', 'hcOhBvZ4GRcimcPRPRldsvtm2C9dpM2j3XcnXRt7soc', 204, NULL, '2026-11-25 23:27:14.111+00'),
	('administrator', 'first-release-products-add', '3vCNhxjHVVBUF4b7dUNT8fyBybX4K4V7pv_JC4BL1-E', 201, '{"id":1,"name":"Proizvod b23dc487","product_image_url":"https://cdn.example.com/products/sal.jpg","description":"A hand-knitted scarf.","call_to_action_url":"https://shop.example.com/sal","is_active":true}', '2026-11-25 23:27:14.118+00'),
	('administrator', 'first-release-products-update', 'EteFIEy9uo1cdW8CJ_ZxoviKEvgWjpfVCTSjRJ0dGjc', 200, '{"id":2,"name":"Proizvod 81cf1d03","product_image_url":"https://cdn.example.com/products/sal.jpg","description":"A hand-knitted scarf.","call_to_action_url":"https://shop.example.com/sal","is_active":true}', '2026-11-25 23:27:14.122+00'),
	('administrator', 'first-release-products-remove', 'mW-VZIrPQzKsZfqH_zK6vp80B8EdCbTZXeCnK64ydZs', 204, NULL, '2026-11-25 23:27:14.126+00'),
	('administrator', 'first-release-newsletter-saveSettings', 'TM05zwKfjjzcGOag7xjpruqP5GCkcpVVEO9K7hw-ZTk', 200, '{"is_active":true,"integration_id":1,"sender_email":"novosti@zimska.example.com","subject_template":"Zdravo {{ subscriber_name }}","mjml_template":"<mjml>\n<mj-body>\n<mj-section>\n<mj-column>\n<mj-text>{{ subscriber_name }}, evo: {% for product in products %}{{ product.name }} {% endfor %}<a href=\"{{ unsubscribe_url }}\">Odjava</a></mj-text>\n</mj-column>\n</mj-section>\n</mj-body>\n</mjml>"}', '2026-11-25 23:27:14.142+00'),
	('administrator', 'first-release-newsletter-addSubscriber', 'izyGkn4e0vuQTkUvLcO6GfNdn_tGsFDSzS94DVAmTV4', 201, '{"id":3,"email":"6b8888f8@example.com","name":"Đorđe","is_active":true}', '2026-11-25 23:27:16.232+00'),
	('administrator', 'first-release-newsletter-removeSubscriber', 'tu99YoyKBBX74A6LdM9zR9Moc0yuQcSwYzvWoXVASQk', 204, NULL, '2026-11-25 23:27:16.261+00'),
	('administrator', 'first-release-newsletter-sendTest', 'zJNyVDhRAV0IHHfAdoip1EXhPrTnNyQfqIHQ3FezBew', 200, '{"message":"Test email sent to novosti@zimska.example.com."}', '2026-11-25 23:27:16.396+00'),
	('administrator', 'first-release-integrations-add', 'fFvf8AbfQUByhQQJ7tkeo5kYgskt4RxxpDtVFZDe10Y', 201, '{"id":4,"platform":"shopify","store_name":"33f6e72a.myshopify.com","account_group_id":51,"synced_at":null,"last_known_error":null}', '2026-11-25 23:27:16.483+00'),
	('administrator', 'first-release-integrations-remove', '5rLbY1paC2kvv7oL4Zs0jikuvUQkWSINN4BEpLL-S_k', 204, NULL, '2026-11-25 23:27:16.582+00'),
	('administrator', 'first-release-integrations-copy', 'FLi0QKhExEckO5CDpbdlWxU-7cnMXtszsBpa0HwN_yE', 201, '{"id":7,"platform":"shopify","store_name":"31ceff9e.myshopify.com","account_group_id":54,"synced_at":null,"last_known_error":null}', '2026-11-25 23:27:16.638+00'),
	('administrator', 'first-release-integrations-adAccounts', 'aolHW4WJVzQe0Qulvit4_iSVctkoh2n50afqnZ56MX8', 200, '[{"id":"act_111111611295737","name":"Glavni oglasni nalog"},{"id":"act_111113270651388","name":"Probne kampanje"}]', '2026-11-25 23:27:16.671+00'),
	('administrator', 'first-release-integrations-syncProducts', 'ElqnDBcayslyAjXEqCKvlVFasPBK_pdu9plT9WmNTy8', 202, '{"message":"The products of 247c27cd.myshopify.com are being synced."}', '2026-11-25 23:27:16.684+00'),
	('administrator', 'first-release-saleRotator-saveSettings', '3mM_WNgVKzP7E9ryzQn2Q6HYT8JgPp3F0ZqiqS_lIMQ', 200, '{"is_active":true,"rotator_count":3,"rotator_no_change_count":2,"print_count":1,"cooldown_days":14,"rotator_discount_percent":20,"print_discount_percent":15,"sale_tag":"sale"}', '2026-11-25 23:27:16.722+00'),
	('administrator', 'first-release-saleRotator-trigger', 'kNwxTIDVlwtk-9YcM2gm6XyEM3QNWRyX3SPsU0WR408', 200, '{"summary":{"total_updates":7,"total_removals":6,"products_to_add_to_sale":[{"product_name":"Majica „Prvi sneg“","product_id":"7149326522202","original_price":2490,"new_price":2117,"compare_at_price":2490,"tags_to_add":["sale"]},{"product_name":"Duks „Prvi sneg“","product_id":"7149326522224","original_price":4390,"new_price":3732,"compare_at_price":4390,"tags_to_add":["sale"]},{"product_name":"Platnena torba „Kalemegdan“","product_id":"7149326522201","original_price":1990,"new_price":1592,"compare_at_price":1990,"tags_to_add":["sale"]},{"product_name":"Poster „Dunavska zora“","product_id":"7149326522203","original_price":1590,"new_price":1272,"compare_at_price":1590,"tags_to_add":["sale"]},{"product_name":"Šolja „Zlatiborski vetar“","product_id":"7149326522205","original_price":1290,"new_price":1032,"compare_at_price":1290,"tags_to_add":["sale"]},{"product_name":"Duks „Petrovaradin“","product_id":"7149326522211","original_price":6090,"new_price":6090,"compare_at_price":null,"tags_to_add":["sale"]},{"product_name":"Platnena torba „Ćirilica“","product_id":"7149326522217","original_price":1990,"new_price":1990,"compare_at_price":null,"tags_to_add":["sale"]}],"products_to_remove_from_sale":[{"product_name":"Majica „Petrovaradin“","product_id":"7149326522215","current_price":2152,"restored_price":2690,"compare_at_price":null,"tags_to_remove":["sale"]},{"product_name":"Duks „Košava“","product_id":"7149326522216","current_price":4312,"restored_price":5390,"compare_at_price":null,"tags_to_remove":["sale"]},{"product_name":"Duks „Kalemegdan“","product_id":"7149326522219","current_price":4472,"restored_price":5590,"compare_at_price":null,"tags_to_remove":["sale"]},{"product_name":"Duks „Gibanica“","product_id":"7149326522227","current_price":4872,"restored_price":6090,"compare_at_price":null,"tags_to_remove":["sale"]},{"product_name":"Majica „Gibanica“","product_id":"7149326522239","current_price":2232,"restored_price":2790,"compare_at_price":null,"tags_to_remove":["sale"]},{"product_name":"Majica „Šumska staza“","product_id":"7149326522243","current_price":2072,"restored_price":2590,"compare_at_price":null,"tags_to_remove":["sale"]}]}}', '2026-11-25 23:27:16.775+00'),
	('administrator', 'first-release-saleRotator-triggerStep', 'L3hT4OCNk4ukvUEc4PS8BttrRtErDMx8G52QqLbd9rI', 200, '{"is_complete":false,"completed_action":{"product_name":"Majica „Šumska staza“","product_id":"7041087499615","tags_to_remove":["sale"],"price":2490,"compare_at_price":null},"remaining_updates":[{"product_name":"Duks „Stari most“","product_id":"7041087499600","original_price":5490,"new_price":4667,"compare_at_price":5490,"tags_to_add":["sale"],"run_id":2},{"product_name":"Majica „Stari most“","product_id":"7041087499630","original_price":2790,"new_price":2372,"compare_at_price":2790,"tags_to_add":["sale"],"run_id":2},{"product_name":"Šolja „Šumska staza“","product_id":"7041087499602","original_price":1690,"new_price":1352,"compare_at_price":1690,"tags_to_add":["sale"],"run_id":2},{"product_name":"Majica „Kalemegdan“","product_id":"7041087499604","original_price":2190,"new_price":1752,"compare_at_price":2190,"tags_to_add":["sale"],"run_id":2},{"product_name":"Poster „Rudnik jutra“","product_id":"7041087499610","original_price":2190,"new_price":1752,"compare_at_price":2190,"tags_to_add":["sale"],"run_id":2},{"product_name":"Šolja „Zvezde nad Tarom“","product_id":"7041087499603","original_price":1390,"new_price":1390,"compare_at_price":null,"tags_to_add":["sale"],"run_id":2},{"product_name":"Majica „Rudnik jutra“","product_id":"7041087499605","original_price":2290,"new_price":2290,"compare_at_price":null,"tags_to_add":["sale"],"run_id":2}],"remaining_removals":[{"product_name":"Kačket „Prvi sneg“","product_id":"7041087499624","current_price":1672,"restored_price":2090,"compare_at_price":null,"tags_to_remove":["sale"],"run_id":2},{"product_name":"Duks „Zvezde nad Tarom“","product_id":"7041087499632","current_price":4312,"restored_price":5390,"compare_at_price":null,"tags_to_remove":["sale"],"run_id":2},{"product_name":"Duks „Dunavska zora“","product_id":"7041087499642","current_price":4952,"restored_price":6190,"compare_at_price":null,"tags_to_remove":["sale"],"run_id":2},{"product_name":"Platnena torba „Zvezde nad Tarom“","product_id":"7041087499649","current_price":1192,"restored_price":1490,"compare_at_price":null,"tags_to_remove":["sale"],"run_id":2},{"product_name":"Majica „Dunavska zora“","product_id":"7041087499655","current_price":2072,"restored_price":2590,"compare_at_price":null,"tags_to_remove":["sale"],"run_id":2}],"summary":"Majica „Šumska staza“ is off sale: 1,992 → 2,490 RSD. Left: 7 updates, 5 removals.","run_id":2}', '2026-11-25 23:27:17.435+00'),
	('administrator', 'first-release-saleRotator-stop', '7-FHdjtGnh1OIdL0nRuoQ4De7w0dbfZTtpCuvPB7E7Y', 200, '{"message":"No confirmed run is under way."}', '2026-11-25 23:27:17.611+00');

INSERT INTO public.integrations OVERRIDING SYSTEM VALUE VALUES
	(1, 45, 'amazon_ses', 'novosti@zimska.example.com', 'v1.X_z6ysGWj1fOb5OfhMIJ928oRDjHPxCn-vYv1XzUad1dxbFtCrWUsqN_HOM81ztQ66Jf-ZzlrTbqha4hdsov-nf7kL_gQnsYw7oUuWqnsLhx3G45C2foaZIulgewdVLRN3Z_ZiJYxrzKVdQXG6uwru5HCtZMVJCH4En4elPPCq2lxtw', NULL, NULL, '2026-11-25 23:27:14.139+00'),
	(2, 49, 'amazon_ses', 'novosti@zimska.example.com', 'v1.hlhZO_K0JAOmQ-7HD-aQM_fd8oQm6eJpcOzlobBrm-nEsfdwk-JN8QR4cP211OhLz5ro_z4CGMR0OApat6ypffyWv9lKsjnokrDilsF2gBo5Pc_lns8demULNCH35dhV3_88OS-kz4fyMgzJgI3NtYvZA3No4kGMemktuatnASFVBmo', NULL, NULL, '2026-11-25 23:27:16.308+00'),
	(9, 58, 'shopify', '293dee09.myshopify.com', 'v1.Mo6q_WUtvBXo7Sa4MiQEToC7k-kpDb7grgk_SQ8Rvo9Rms-OTahr72pSaJoxXN7iAToY1Gc0OlDE3wKPhXNjC0hb4ax2oTCq63XNQ-EfMrnm0HXOPH8YbqdPhcEKfrmkasvtgqWB2Oi75cx7TU73iolYyCRyNwcdDeSD_1cxSCP42ievOg', '2026-11-25 23:27:17.803+00', NULL, '2026-11-25 23:27:16.743+00'),
	(3, 50, 'shopify', '9e67243c.myshopify.com', 'v1.79r3A_wGc0CKyk46Ro8UkMC0IkkqUF1QDhPMeUt2DYkv_jN5v3ZJXyXtaID3Ij84ZEREKCzYMa8bXg6jGLh75nKkIXsrZSVGRBAVY7fQyBvIw4iqbhhQpsK9xeqEPC1tE3dZmVhfWpXxxWL_8INeRwSlcJsFQrLachyxzv6gJ7l18DKbzQ', '2026-11-25 23:27:17.869+00', NULL, '2026-11-25 23:27:16.451+00'),
	(4, 51, 'shopify', '33f6e72a.myshopify.com', 'v1.b7hyfVC1cP13ScgQUSGcDbosP_kzlr_Cz-nrh4lUoKxRytigufDnuuqOr8FvYtsvXTzJ9z5IW-CqfICL6bqMLFX-WDCLPd4NhTFaLH6SX08feHIPKy41WVRtTMzj7weL9Ub0WOifYOF0MYCCVQ_kMqkR0uJOqyoE-K6ee1Ox0pJDj0SzpA', '2026-11-25 23:27:17.924+00', NULL, '2026-11-25 23:27:16.493+00'),
	(6, 53, 'shopify', '31ceff9e.myshopify.com', 'v1.QJe6y5VfcYvHXjDZ5nzqsiOBjE7VzJwmEDQ8PVnC6DICd24tzetVd_2wwKXdDgCFffWebh4srnmX0m-mnu6cnkK2S4QR1hJF0_Gm4AH9hRM3D_dlvqXJKu2EywLaM8vS0ny6boD1yO5UUFr9glX2IbypbMlFNI0XfRqicGQSeeyYI5rNOg', '2026-11-25 23:27:17.977+00', NULL, '2026-11-25 23:27:16.598+00'),
	(10, 59, 'shopify', 'a2aa18f9.myshopify.com', 'v1.6momwI73mPpV9FN3n2DmkZdrlcAQUDDu3WbRWjIHuNdtFolO9WVlyKPh7sNsaZ7d7omQHgseuUHF7P042zMbhenfwnoZUR4_y7xkLrvkJPBjIkzEQ_d865x7zacuPNVjy4wXvaxjh2hxaYD-G_i3E0ZtBEXQSmorGWq3q-7rhQPcozehcA', '2026-11-25 23:27:18.108+00', NULL, '2026-11-25 23:27:17.353+00'),
	(8, 55, 'shopify', '247c27cd.myshopify.com', 'v1.XjLrWgpj5UKg8gFNCKqwjojKfo26EzpX3yZQSXszg7qoG_1jWntIPOt3M_p3TP-h0lttqsyVBcAIH3iHN7FWvxVNa_jHYEqi1Ewc1TmPl-EGN579ew6s5zFmMUjy0cMJasYlhgYeC_7Y6A1FC1lHgs10XJ3UWq1tKtct9Hxbyemqteu2yw', '2026-11-25 23:27:18.143+00', NULL, '2026-11-25 23:27:16.681+00'),
	(7, 54, 'shopify', '31ceff9e.myshopify.com', 'v1.QJe6y5VfcYvHXjDZ5nzqsiOBjE7VzJwmEDQ8PVnC6DICd24tzetVd_2wwKXdDgCFffWebh4srnmX0m-mnu6cnkK2S4QR1hJF0_Gm4AH9hRM3D_dlvqXJKu2EywLaM8vS0ny6boD1yO5UUFr9glX2IbypbMlFNI0XfRqicGQSeeyYI5rNOg', '2026-11-25 23:27:18.173+00', NULL, '2026-11-25 23:27:16.65+00'),
	(11, 60, 'shopify', '8575589b.myshopify.com', 'v1.bnO0Q9FC6krOdp46uKqiz6fICjYy8e_EhwkQtlPuSyDd8dwn_JFR_Fq0rwnX9okx-ZFejzcky8SpRA5rUNzp9UKcDb9F-auoIJlsUCTnAFXjQMAXYTAX7Aueh_1CRLW5ts8p2IBUkwNAE_8noytoW2mpUoV-FaG19bxxlS3J_FJnZyQVIA', '2026-11-25 23:27:18.195+00', NULL, '2026-11-25 23:27:17.566+00');

INSERT INTO public.mails OVERRIDING SYSTEM VALUE VALUES
	(1, 49, NULL, 'test:["administrator","first-release-newsletter-sendTest"]', 'novosti@zimska.example.com', 'sent', NULL, '2026-11-25 23:27:16.425+00', '2026-11-25 23:27:16.428+00');

INSERT INTO public.meme_templates OVERRIDING SYSTEM VALUE VALUES
	(1, 'Šablon b9a114b4', 'https://cdn.example.com/memes/dva-dugmeta.png', 'Two buttons with one wish each.', 'Both wishes are right.', true, '2026-11-25 23:27:14.104+00'),
	(2, 'Šablon 8ed95e41', 'https://cdn.example.com/memes/dva-dugmeta.png', 'Two buttons with one wish each.', 'Both wishes are right.', true, '2026-11-25 23:27:14.106+00');

INSERT INTO public.metrics_snapshots OVERRIDING SYSTEM VALUE VALUES
	(1, 1, '2026-11-26 00:27:13.157+00', '{"likes": 1, "impressions": 10}'),
	(2, 2, '2026-11-26 00:27:13.572+00', '{"likes": 1, "impressions": 10}'),
	(3, 3, '2026-11-26 00:27:13.582+00', '{"likes": 1, "impressions": 10}'),
	(4, 4, '2026-11-26 00:27:13.777+00', '{"likes": 1, "impressions": 10}'),
	(5, 6, '2026-11-26 00:27:14.041+00', '{"likes": 1, "impressions": 10}'),
	(6, 7, '2026-11-26 00:27:14.061+00', '{"likes": 1, "impressions": 10}'),
	(7, 8, '2026-11-26 00:27:14.083+00', '{"likes": 1, "impressions": 10}'),
	(8, 1, '2026-11-26 01:27:13.157+00', '{"likes": 2, "impressions": 20}'),
	(9, 2, '2026-11-26 01:27:13.572+00', '{"likes": 2, "impressions": 20}'),
	(10, 3, '2026-11-26 01:27:13.582+00', '{"likes": 2, "impressions": 20}'),
	(11, 4, '2026-11-26 01:27:13.777+00', '{"likes": 2, "impressions": 20}'),
	(12, 6, '2026-11-26 01:27:14.041+00', '{"likes": 2, "impressions": 20}'),
	(13, 7, '2026-11-26 01:27:14.061+00', '{"likes": 2, "impressions": 20}'),
	(14, 8, '2026-11-26 01:27:14.083+00', '{"likes": 2, "impressions": 20}');

INSERT INTO public.newsletter_settings VALUES
	(45, true, 1, 'novosti@zimska.example.com', 'Zdravo {{ subscriber_name }}', '<mjml>
<mj-body>
<mj-section>
<mj-column>
<mj-text>{{ subscriber_name }}, evo: {% for product in products %}{{ product.name }} {% endfor %}<a href="{{ unsubscribe_url }}">Odjava</a></mj-text>
</mj-column>
</mj-section>
</mj-body>
</mjml>', '2026-11-25 23:27:16.14+00'),
	(49, true, 2, 'novosti@zimska.example.com', 'Zdravo {{ subscriber_name }}', '<mjml>
<mj-body>
<mj-section>
<mj-column>
<mj-text>{{ subscriber_name }}, evo: {% for product in products %}{{ product.name }} {% endfor %}<a href="{{ unsubscribe_url }}">Odjava</a></mj-text>
</mj-column>
</mj-section>
</mj-body>
</mjml>', '2026-11-25 23:27:16.392+00');

INSERT INTO public.products OVERRIDING SYSTEM VALUE VALUES
	(1, 'Proizvod b23dc487', 'https://cdn.example.com/products/sal.jpg', 'A hand-knitted scarf.', 'https://shop.example.com/sal', true, '2026-11-25 23:27:14.119+00'),
	(2, 'Proizvod 81cf1d03', 'https://cdn.example.com/products/sal.jpg', 'A hand-knitted scarf.', 'https://shop.example.com/sal', true, '2026-11-25 23:27:14.121+00');

INSERT INTO public.queue_items OVERRIDING SYSTEM VALUE VALUES
	(1, 1, NULL, 'approved', 'Čaj, ćebe i dobra knjiga.', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.156+00', '2026-11-25 23:27:13.156+00'),
	(2, 9, 6, 'approved', 'Čaj, ćebe i dobra knjiga.', NULL, NULL, NULL, '/media/sandbox/abc1234.svg', NULL, NULL, NULL, 'image', 'post-now:6:["administrator","first-release-content-postNow"]', '2026-11-25 23:27:13.551+00', '2026-11-25 23:27:13.551+00'),
	(3, NULL, NULL, 'approved', 'Sutra radimo do 22 h.', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'publish:["administrator","first-release-content-publish"]', '2026-11-25 23:27:13.73+00', '2026-11-25 23:27:13.73+00'),
	(4, 16, NULL, 'approved', 'Čaj, ćebe i dobra knjiga.', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.966+00', '2026-11-25 23:27:13.973+00'),
	(5, 17, NULL, 'rejected', 'Čaj, ćebe i dobra knjiga.', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:13.984+00', '2026-11-25 23:27:13.985+00'),
	(6, 18, NULL, 'rejected', 'Čaj, ćebe i dobra knjiga.', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:14.007+00', '2026-11-25 23:27:14.023+00'),
	(7, 19, NULL, 'approved', 'Čaj, ćebe i dobra knjiga.', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:14.041+00', '2026-11-25 23:27:14.041+00'),
	(8, 20, NULL, 'approved', 'Čaj, ćebe i dobra knjiga.', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:14.061+00', '2026-11-25 23:27:14.061+00'),
	(9, 21, NULL, 'approved', 'Čaj, ćebe i dobra knjiga.', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:27:14.083+00', '2026-11-25 23:27:14.083+00'),
	(10, 11, 8, 'pending_approval', 'Iza svake dobre stvari stoji neko ko je ostao još pola sata. Hvala vam, ekipo! Lep dan!', 'Iza svake dobre stvari stoji neko ko je ostao još pola sata', 'Iza svake dobre stvari stoji neko ko je ostao još pola sata', NULL, '/media/sandbox/0axexg8.svg', 'Tall plants in front of a low sun, flat illustration', NULL, NULL, 'image', 'ff0839ec-2475-4264-b094-2b64969e53ce:11:0', '2026-11-25 23:27:17.657+00', '2026-11-25 23:27:17.657+00'),
	(11, 15, 9, 'approved', 'Nova kolekcija je stigla.', NULL, NULL, NULL, '/media/sandbox/0tgui1k.svg', 'A folded wool jacket', NULL, NULL, 'image', '726c31f3-48ab-49c6-b860-6f7e2098029e:15:0', '2026-11-25 23:27:17.681+00', '2026-11-25 23:27:17.681+00'),
	(12, 14, 10, 'pending_approval', 'Tri stvari za danas: čaša vode, deset minuta napolju, jedna lepa reč nekome. Šta vi mislite?', 'Tri stvari za danas', 'Tri stvari za danas', NULL, '/media/sandbox/13vko5v.svg', 'Simple geometric shapes in harmonious colours', NULL, NULL, 'image', 'ddf3c693-ca09-4dac-8538-8c8b3948231a-image:14:0', '2026-11-25 23:27:17.693+00', '2026-11-25 23:27:17.693+00'),
	(13, 13, 11, 'pending_approval', 'Šta vas je danas nasmejalo? Pišite nam, čitamo svaki komentar. Lep dan!', 'Šta vas je danas nasmejalo?', 'Šta vas je danas nasmejalo?', NULL, '/media/sandbox/0f9a6b7.svg', 'Tall plants in front of a low sun, flat illustration', NULL, NULL, 'image', '82ebee5c-5070-4a43-b76f-ae42be14f781-image:13:0', '2026-11-25 23:27:17.711+00', '2026-11-25 23:27:17.711+00'),
	(14, 12, 12, 'pending_approval', 'Petak je dobar dan da se završi ono što je ponedeljak započeo. Označite nekoga kome ovo treba.', 'Petak je dobar dan da se završi ono što je ponedeljak započeo', 'Petak je dobar dan da se završi ono što je ponedeljak započeo', NULL, '/media/sandbox/018yzh4.svg', 'Tall plants in front of a low sun, flat illustration', NULL, NULL, 'image', '8ece622b-1fa7-4750-a44e-6ad91a2b890a:12:0', '2026-11-25 23:27:17.777+00', '2026-11-25 23:27:17.777+00'),
	(15, 22, 13, 'pending_approval', 'Mali korak svakog dana. Za godinu dana to je ceo put. Označite nekoga kome ovo treba.', 'Mali korak svakog dana', 'Mali korak svakog dana', NULL, '/media/sandbox/17gxtn2.svg', 'Simple geometric shapes in harmonious colours', NULL, NULL, 'image', 'e6ea6f52-98b2-4ad9-aab8-72d8bd6f9a35:22:0', '2026-11-25 23:27:18.388+00', '2026-11-25 23:27:18.388+00'),
	(16, 22, 14, 'approved', 'Šta vas je danas nasmejalo? Pišite nam, čitamo svaki komentar.', 'Šta vas je danas nasmejalo?', 'Šta vas je danas nasmejalo?', NULL, '/media/sandbox/0os5tuq.svg', 'Tall plants in front of a low sun, flat illustration', NULL, NULL, 'image', 'e6ea6f52-98b2-4ad9-aab8-72d8bd6f9a35:22:1', '2026-11-25 23:27:18.437+00', '2026-11-25 23:27:18.521+00');

INSERT INTO public.sale_runs OVERRIDING SYSTEM VALUE VALUES
	(1, 58, 9, 'live', '["administrator","first-release-saleRotator-trigger"]', 'Administrator', 'finished', NULL, '2026-11-25 23:27:16.844+00', '2026-11-25 23:27:17.277+00', '2026-11-25 23:27:17.285+00'),
	(2, 59, 10, 'confirmed', '07e86136-4994-4685-a8df-7f8e1587be31', 'Administrator', 'running', NULL, '2026-11-25 23:27:17.429+00', '2026-11-25 23:27:17.512+00', NULL);

INSERT INTO public.sale_settings VALUES
	(57, true, 3, 2, 1, 14, 20, 15, 'sale', '2026-11-25 23:27:16.722+00'),
	(58, true, 3, 2, 1, 14, 20, 15, 'sale', '2026-11-25 23:27:16.757+00'),
	(59, true, 3, 2, 1, 14, 20, 15, 'sale', '2026-11-25 23:27:17.373+00'),
	(60, true, 3, 2, 1, 14, 20, 15, 'sale', '2026-11-25 23:27:17.602+00');

INSERT INTO public.sale_steps VALUES
	(1, 0, '7149326522215', 'Majica „Petrovaradin“', 'remove', 'done', 2152, 2690, 2690, NULL, '[]', '["sale"]', '2026-11-25 23:27:16.896+00'),
	(2, 0, '7041087499615', 'Majica „Šumska staza“', 'remove', 'done', 1992, 2490, 2490, NULL, '[]', '["sale"]', '2026-11-25 23:27:17.508+00'),
	(1, 1, '7149326522216', 'Duks „Košava“', 'remove', 'done', 4312, 5390, 5390, NULL, '[]', '["sale"]', '2026-11-25 23:27:16.909+00'),
	(1, 2, '7149326522219', 'Duks „Kalemegdan“', 'remove', 'done', 4472, 5590, 5590, NULL, '[]', '["sale"]', '2026-11-25 23:27:16.921+00'),
	(1, 3, '7149326522227', 'Duks „Gibanica“', 'remove', 'done', 4872, 6090, 6090, NULL, '[]', '["sale"]', '2026-11-25 23:27:16.967+00'),
	(1, 4, '7149326522239', 'Majica „Gibanica“', 'remove', 'done', 2232, 2790, 2790, NULL, '[]', '["sale"]', '2026-11-25 23:27:17.032+00'),
	(1, 5, '7149326522243', 'Majica „Šumska staza“', 'remove', 'done', 2072, 2590, 2590, NULL, '[]', '["sale"]', '2026-11-25 23:27:17.072+00'),
	(1, 6, '7149326522202', 'Majica „Prvi sneg“', 'add', 'done', 2490, NULL, 2117, 2490, '["sale"]', '[]', '2026-11-25 23:27:17.106+00'),
	(1, 7, '7149326522224', 'Duks „Prvi sneg“', 'add', 'done', 4390, NULL, 3732, 4390, '["sale"]', '[]', '2026-11-25 23:27:17.132+00'),
	(1, 8, '7149326522201', 'Platnena torba „Kalemegdan“', 'add', 'done', 1990, NULL, 1592, 1990, '["sale"]', '[]', '2026-11-25 23:27:17.162+00'),
	(1, 9, '7149326522203', 'Poster „Dunavska zora“', 'add', 'done', 1590, NULL, 1272, 1590, '["sale"]', '[]', '2026-11-25 23:27:17.223+00'),
	(1, 10, '7149326522205', 'Šolja „Zlatiborski vetar“', 'add', 'done', 1290, NULL, 1032, 1290, '["sale"]', '[]', '2026-11-25 23:27:17.233+00'),
	(1, 11, '7149326522211', 'Duks „Petrovaradin“', 'add', 'done', 6090, NULL, 6090, NULL, '["sale"]', '[]', '2026-11-25 23:27:17.27+00'),
	(1, 12, '7149326522217', 'Platnena torba „Ćirilica“', 'add', 'done', 1990, NULL, 1990, NULL, '["sale"]', '[]', '2026-11-25 23:27:17.276+00'),
	(2, 1, '7041087499624', 'Kačket „Prvi sneg“', 'remove', 'planned', 1672, 2090, 2090, NULL, '[]', '["sale"]', NULL),
	(2, 2, '7041087499632', 'Duks „Zvezde nad Tarom“', 'remove', 'planned', 4312, 5390, 5390, NULL, '[]', '["sale"]', NULL),
	(2, 3, '7041087499642', 'Duks „Dunavska zora“', 'remove', 'planned', 4952, 6190, 6190, NULL, '[]', '["sale"]', NULL),
	(2, 4, '7041087499649', 'Platnena torba „Zvezde nad Tarom“', 'remove', 'planned', 1192, 1490, 1490, NULL, '[]', '["sale"]', NULL),
	(2, 5, '7041087499655', 'Majica „Dunavska zora“', 'remove', 'planned', 2072, 2590, 2590, NULL, '[]', '["sale"]', NULL),
	(2, 6, '7041087499600', 'Duks „Stari most“', 'add', 'planned', 5490, NULL, 4667, 5490, '["sale"]', '[]', NULL),
	(2, 7, '7041087499630', 'Majica „Stari most“', 'add', 'planned', 2790, NULL, 2372, 2790, '["sale"]', '[]', NULL),
	(2, 8, '7041087499602', 'Šolja „Šumska staza“', 'add', 'planned', 1690, NULL, 1352, 1690, '["sale"]', '[]', NULL),
	(2, 9, '7041087499604', 'Majica „Kalemegdan“', 'add', 'planned', 2190, NULL, 1752, 2190, '["sale"]', '[]', NULL),
	(2, 10, '7041087499610', 'Poster „Rudnik jutra“', 'add', 'planned', 2190, NULL, 1752, 2190, '["sale"]', '[]', NULL),
	(2, 11, '7041087499603', 'Šolja „Zvezde nad Tarom“', 'add', 'planned', 1390, NULL, 1390, NULL, '["sale"]', '[]', NULL),
	(2, 12, '7041087499605', 'Majica „Rudnik jutra“', 'add', 'planned', 2290, NULL, 2290, NULL, '["sale"]', '[]', NULL);

INSERT INTO public.sandbox_mails OVERRIDING SYSTEM VALUE VALUES
	(1, 'novosti@zimska.example.com', 'novosti@zimska.example.com', 'Zdravo Milica', '<!DOCTYPE html><html lang="und" dir="auto" xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><head>
    <title></title>
    <!--[if !mso]><!-->
    <meta http-equiv="X-UA-Compatible" content="IE=edge">
    <!--<![endif]-->
    <meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <style type="text/css">
      #outlook a { padding:0; }
      body { margin:0;padding:0;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%; }
      table, td { border-collapse:collapse;mso-table-lspace:0pt;mso-table-rspace:0pt; }
      img { border:0;height:auto;line-height:100%; outline:none;text-decoration:none;-ms-interpolation-mode:bicubic; }
      p { display:block;margin:13px 0; }
    </style>
    <!--[if mso]>
    <noscript>
    <xml>
    <o:OfficeDocumentSettings>
      <o:AllowPNG/>
      <o:PixelsPerInch>96</o:PixelsPerInch>
    </o:OfficeDocumentSettings>
    </xml>
    </noscript>
    <![endif]-->
    <!--[if lte mso 11]>
    <style type="text/css">
      .mj-outlook-group-fix { width:100% !important; }
    </style>
    <![endif]-->
    
    
    <style type="text/css">
      @media only screen and (min-width:480px) {
        .mj-column-per-100 { width:100% !important; max-width: 100%; }
      }
    </style>
    <style media="screen and (min-width:480px)">
      .moz-text-html .mj-column-per-100 { width:100% !important; max-width: 100%; }
    </style>
    
    
  
    
    
    
  </head>
  
      <body style="word-spacing:normal;">
        
        <div aria-roledescription="email" role="article" lang="und" dir="auto" style="word-spacing:normal;">
        
      
      <!--[if mso | IE]><table align="center" border="0" cellpadding="0" cellspacing="0" class="" role="presentation" style="width:600px;" width="600" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
    
      
      <div style="margin:0px auto;max-width:600px;">
        
        <table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="width:100%;">
          <tbody>
            <tr>
              <td style="direction:ltr;font-size:0px;padding:20px 0;text-align:center;">
                <!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:600px;" ><![endif]-->
            
      <div class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;">
        
      <table border="0" cellpadding="0" cellspacing="0" role="presentation" style="vertical-align:top;" width="100%">
        <tbody>
          
              <tr>
                <td align="left" style="font-size:0px;padding:10px 25px;word-break:break-word;">
                  
      <div style="font-family:Ubuntu, Helvetica, Arial, sans-serif;font-size:13px;line-height:1;text-align:left;color:#000000;">Milica, evo: Vuneni šal „Kopaonik“ Duks sa kapuljačom „Đerdap“ Šolja „Čaj &amp; ćebe“ <a href="http://localhost:4100/newsletter/unsubscribe?token=v1.B0DyM_mdfafwtUAvJZuBBezS_JBKjoJTD1ajSR1_hvJkP_WAkkVkffjGyhw">Odjava</a></div>
    
                </td>
              </tr>
            
        </tbody>
      </table>
    
      </div>
    
          <!--[if mso | IE]></td></tr></table><![endif]-->
              </td>
            </tr>
          </tbody>
        </table>
        
      </div>
    
      
      <!--[if mso | IE]></td></tr></table><![endif]-->
    
    
      </div>
      
    

  </body></html>', 'http://localhost:4100/newsletter/unsubscribe?token=v1.dGq2HJ0wTz0ciwCF6L1qGBVzacj2wOmgvZrJD-zTn_xApXzXfvsRbepTOe8', '2026-11-25 23:27:16.427+00');

INSERT INTO public.sandbox_products VALUES
	('9e67243c.myshopify.com', '7008990934200', 'Majica „Čaj i ćebe“', 1832, 2290, '/media/sandbox/1pt09md.svg', '["rotator", "sale"]', 66, 0),
	('9e67243c.myshopify.com', '7008990934201', 'Kačket „Petrovaradin“', 2290, NULL, '/media/sandbox/0tmmlpg.svg', '["rotator"]', 27, 0),
	('9e67243c.myshopify.com', '7008990934202', 'Duks „Đerdap“', 4990, NULL, '/media/sandbox/1pb0m98.svg', '["rotator-no-change"]', 124, 0),
	('9e67243c.myshopify.com', '7008990934203', 'Duks „Ptica lastavica“', 4590, NULL, '/media/sandbox/1joaz6t.svg', '["print", "print:ptica-lastavica"]', 0, 0),
	('9e67243c.myshopify.com', '7008990934204', 'Majica „Noćni voz za Bar“', 2290, NULL, '/media/sandbox/1kb6nie.svg', '["print", "print:nocni-voz-za-bar"]', 163, 0),
	('9e67243c.myshopify.com', '7008990934205', 'Majica „Stari most“', 2590, NULL, '/media/sandbox/1a7vcdi.svg', '[]', 188, 0),
	('9e67243c.myshopify.com', '7008990934206', 'Šolja „Zvezde nad Tarom“', 1290, NULL, '/media/sandbox/17jd55a.svg', '["rotator"]', 265, 0),
	('9e67243c.myshopify.com', '7008990934207', 'Majica „Ptica lastavica“', 2490, NULL, '/media/sandbox/1joaz6t.svg', '["print", "print:ptica-lastavica"]', 90, 0),
	('9e67243c.myshopify.com', '7008990934208', 'Šolja „Košava“', 1690, NULL, '/media/sandbox/0rc5p4i.svg', '[]', 39, 0),
	('9e67243c.myshopify.com', '7008990934209', 'Platnena torba „Košava“', 2090, NULL, '/media/sandbox/1dmkt2s.svg', '["rotator"]', 234, 0),
	('9e67243c.myshopify.com', '7008990934210', 'Šolja „Divlji ruzmarin“', 1290, NULL, '/media/sandbox/0i333j5.svg', '[]', 37, 0),
	('9e67243c.myshopify.com', '7008990934211', 'Duks „Gibanica“', 5112, 6390, '/media/sandbox/05pkcq7.svg', '["print", "print:gibanica", "sale"]', 94, 0),
	('9e67243c.myshopify.com', '7008990934212', 'Duks „Petrovaradin“', 4890, NULL, '/media/sandbox/139catd.svg', '[]', 13, 0),
	('9e67243c.myshopify.com', '7008990934213', 'Majica „Zlatiborski vetar“', 2290, NULL, '/media/sandbox/14727a5.svg', '["print", "print:zlatiborski-vetar"]', 107, 0),
	('9e67243c.myshopify.com', '7008990934214', 'Majica „Prvi sneg“', 2290, NULL, '/media/sandbox/0ln8z36.svg', '["print", "print:prvi-sneg"]', 31, 0),
	('9e67243c.myshopify.com', '7008990934215', 'Majica „Košava“', 2490, NULL, '/media/sandbox/0x6nq4v.svg', '[]', 24, 0),
	('9e67243c.myshopify.com', '7008990934216', 'Poster „Đerdap“', 1790, NULL, '/media/sandbox/1mvl3wm.svg', '[]', 0, 0),
	('9e67243c.myshopify.com', '7008990934217', 'Kačket „Kalemegdan“', 1890, NULL, '/media/sandbox/17xgxqk.svg', '["rotator"]', 182, 0),
	('9e67243c.myshopify.com', '7008990934218', 'Duks „Prvi sneg“', 4890, NULL, '/media/sandbox/0ln8z36.svg', '["print", "print:prvi-sneg"]', 278, 0),
	('9e67243c.myshopify.com', '7008990934219', 'Platnena torba „Kalemegdan“', 2190, NULL, '/media/sandbox/1i8ah7u.svg', '[]', 234, 0),
	('9e67243c.myshopify.com', '7008990934220', 'Šolja „Petrovaradin“', 1490, NULL, '/media/sandbox/1bhsjzo.svg', '[]', 11, 0),
	('9e67243c.myshopify.com', '7008990934221', 'Kačket „Divlji ruzmarin“', 1690, NULL, '/media/sandbox/1ws2oxo.svg', '["rotator-no-change"]', 396, 0),
	('9e67243c.myshopify.com', '7008990934222', 'Poster „Stari most“', 1672, 2090, '/media/sandbox/15z1oga.svg', '["rotator", "sale"]', 469, 0),
	('9e67243c.myshopify.com', '7008990934223', 'Poster „Košava“', 1790, NULL, '/media/sandbox/0pt4dqc.svg', '["rotator-no-change"]', 31, 0),
	('9e67243c.myshopify.com', '7008990934224', 'Majica „Divlji ruzmarin“', 2090, NULL, '/media/sandbox/143d7dp.svg', '["rotator-no-change"]', 346, 0),
	('9e67243c.myshopify.com', '7008990934225', 'Platnena torba „Stari most“', 1352, 1690, '/media/sandbox/10val25.svg', '["rotator", "sale"]', 63, 0),
	('9e67243c.myshopify.com', '7008990934226', 'Kačket „Zvezde nad Tarom“', 1990, NULL, '/media/sandbox/0cyabzj.svg', '["rotator"]', 144, 0),
	('9e67243c.myshopify.com', '7008990934227', 'Majica „Zvezde nad Tarom“', 2390, NULL, '/media/sandbox/1kysn07.svg', '[]', 51, 0),
	('9e67243c.myshopify.com', '7008990934228', 'Duks „Zvezde nad Tarom“', 4072, 5090, '/media/sandbox/1beuncf.svg', '["rotator", "sale"]', 41, 0),
	('9e67243c.myshopify.com', '7008990934229', 'Poster „Zvezde nad Tarom“', 2190, NULL, '/media/sandbox/1gu2jwu.svg', '["rotator"]', 19, 0),
	('9e67243c.myshopify.com', '7008990934230', 'Duks „Noćni voz za Bar“', 5590, NULL, '/media/sandbox/1kb6nie.svg', '["print", "print:nocni-voz-za-bar"]', 151, 0),
	('9e67243c.myshopify.com', '7008990934231', 'Majica „Gibanica“', 1912, 2390, '/media/sandbox/05pkcq7.svg', '["print", "print:gibanica", "sale"]', 358, 0),
	('9e67243c.myshopify.com', '7008990934232', 'Platnena torba „Divlji ruzmarin“', 2190, NULL, '/media/sandbox/19f9op3.svg', '["rotator"]', 178, 0),
	('9e67243c.myshopify.com', '7008990934233', 'Majica „Dunavska zora“', 2590, NULL, '/media/sandbox/0g8nqh3.svg', '["print", "print:dunavska-zora"]', 34, 0),
	('9e67243c.myshopify.com', '7008990934234', 'Duks „Stari most“', 5690, NULL, '/media/sandbox/1gqocjb.svg', '[]', 166, 0),
	('9e67243c.myshopify.com', '7008990934235', 'Duks „Zlatiborski vetar“', 5090, NULL, '/media/sandbox/14727a5.svg', '["print", "print:zlatiborski-vetar"]', 453, 0),
	('9e67243c.myshopify.com', '7008990934236', 'Platnena torba „Đerdap“', 2190, NULL, '/media/sandbox/0afs9nz.svg', '["rotator-no-change"]', 112, 0),
	('9e67243c.myshopify.com', '7008990934237', 'Šolja „Stari most“', 1290, NULL, '/media/sandbox/1i063hn.svg', '["rotator"]', 90, 0),
	('9e67243c.myshopify.com', '7008990934238', 'Majica „Šumska staza“', 2090, NULL, '/media/sandbox/0rcbch9.svg', '["print", "print:sumska-staza"]', 12, 0),
	('9e67243c.myshopify.com', '7008990934239', 'Duks „Divlji ruzmarin“', 4890, NULL, '/media/sandbox/0f5wd35.svg', '["rotator-no-change"]', 197, 0),
	('9e67243c.myshopify.com', '7008990934240', 'Duks „Rudnik jutra“', 5390, NULL, '/media/sandbox/1kdcpzc.svg', '["print", "print:rudnik-jutra"]', 146, 0),
	('9e67243c.myshopify.com', '7008990934241', 'Duks „Kalemegdan“', 6290, NULL, '/media/sandbox/0at29za.svg', '["rotator"]', 323, 0),
	('9e67243c.myshopify.com', '7008990934242', 'Majica „Petrovaradin“', 2390, NULL, '/media/sandbox/18avs3u.svg', '["rotator"]', 6, 0),
	('9e67243c.myshopify.com', '7008990934243', 'Kačket „Stari most“', 1690, NULL, '/media/sandbox/15b3y54.svg', '["rotator"]', 248, 0),
	('9e67243c.myshopify.com', '7008990934244', 'Majica „Đerdap“', 2390, NULL, '/media/sandbox/1t765pp.svg', '["rotator-no-change"]', 394, 0),
	('9e67243c.myshopify.com', '7008990934245', 'Šolja „Đerdap“', 1390, NULL, '/media/sandbox/0lpnn9g.svg', '["rotator-no-change"]', 178, 0),
	('9e67243c.myshopify.com', '7008990934246', 'Duks „Košava“', 5090, NULL, '/media/sandbox/0w9eebr.svg', '["rotator"]', 37, 0),
	('9e67243c.myshopify.com', '7008990934247', 'Poster „Divlji ruzmarin“', 1490, NULL, '/media/sandbox/07nom98.svg', '[]', 169, 0),
	('9e67243c.myshopify.com', '7008990934248', 'Poster „Petrovaradin“', 1490, NULL, '/media/sandbox/0fa39ys.svg', '["rotator"]', 16, 0),
	('9e67243c.myshopify.com', '7008990934249', 'Platnena torba „Zvezde nad Tarom“', 2190, NULL, '/media/sandbox/1oy4d08.svg', '[]', 279, 0),
	('9e67243c.myshopify.com', '7008990934250', 'Šolja „Kalemegdan“', 1590, NULL, '/media/sandbox/18r2clz.svg', '["rotator-no-change"]', 39, 0),
	('9e67243c.myshopify.com', '7008990934251', 'Majica „Kalemegdan“', 2290, NULL, '/media/sandbox/1lyjc3w.svg', '["rotator"]', 475, 0),
	('9e67243c.myshopify.com', '7008990934252', 'Duks „Dunavska zora“', 6490, NULL, '/media/sandbox/0g8nqh3.svg', '["print", "print:dunavska-zora"]', 108, 0),
	('9e67243c.myshopify.com', '7008990934253', 'Duks „Šumska staza“', 5790, NULL, '/media/sandbox/0rcbch9.svg', '["print", "print:sumska-staza"]', 97, 0),
	('9e67243c.myshopify.com', '7008990934254', 'Kačket „Košava“', 1690, NULL, '/media/sandbox/0w7mqfo.svg', '["rotator-no-change"]', 288, 0),
	('9e67243c.myshopify.com', '7008990934255', 'Platnena torba „Petrovaradin“', 2090, NULL, '/media/sandbox/07o81cn.svg', '["rotator-no-change"]', 106, 0),
	('9e67243c.myshopify.com', '7008990934256', 'Majica „Rudnik jutra“', 2690, NULL, '/media/sandbox/1kdcpzc.svg', '["print", "print:rudnik-jutra"]', 203, 0),
	('9e67243c.myshopify.com', '7008990934257', 'Duks „Vršačka kula“', 5390, NULL, '/media/sandbox/111ylr4.svg', '["rotator"]', 212, 0),
	('9e67243c.myshopify.com', '7008990934258', 'Majica „Vršačka kula“', 2290, NULL, '/media/sandbox/1fccqqq.svg', '["rotator"]', 284, 0),
	('9e67243c.myshopify.com', '7008990934259', 'Poster „Kalemegdan“', 1390, NULL, '/media/sandbox/1ggzcoa.svg', '["rotator-no-change"]', 2, 0);

INSERT INTO public.scheduled_posts OVERRIDING SYSTEM VALUE VALUES
	(1, 1, 12, 1, 7, 'bluesky', 'zimska.bsky.social', 'published', '2026-11-25 23:27:13.157+00', NULL, '2026-11-25 23:27:13.157+00', 0, NULL, 'sandbox_1', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	(2, 2, 24, 9, 10, 'bluesky', '8073e146.bsky.social', 'published', '2026-11-25 23:27:13.551+00', '2026-11-25 23:27:13.551+00', '2026-11-25 23:27:13.572+00', 0, NULL, 'sandbox_530810836', '/sandbox/posts/2', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	(3, 2, 24, 9, 11, 'bluesky', '65cfe12c.bsky.social', 'published', '2026-11-25 23:27:13.551+00', '2026-11-25 23:27:13.551+00', '2026-11-25 23:27:13.582+00', 0, NULL, 'sandbox_1517606220', '/sandbox/posts/3', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	(4, 3, 26, NULL, 12, 'bluesky', '898928f5.bsky.social', 'published', '2026-11-25 23:27:13.73+00', '2026-11-25 23:27:13.73+00', '2026-11-25 23:27:13.777+00', 0, NULL, 'sandbox_1919708152', '/sandbox/posts/4', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	(6, 7, 37, 19, 14, 'bluesky', 'zimska.bsky.social', 'published', '2026-11-25 23:27:14.041+00', NULL, '2026-11-25 23:27:14.041+00', 0, NULL, 'sandbox_1', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	(7, 8, 39, 20, 15, 'bluesky', 'zimska.bsky.social', 'published', '2026-11-25 23:27:14.061+00', NULL, '2026-11-25 23:27:14.061+00', 0, NULL, 'sandbox_1', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	(8, 9, 41, 21, 16, 'bluesky', 'zimska.bsky.social', 'published', '2026-11-25 23:27:14.083+00', NULL, '2026-11-25 23:27:14.083+00', 0, NULL, 'sandbox_1', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	(9, 16, 61, 22, 18, 'bluesky', 'prvo.bsky.social', 'scheduled', '2026-11-25 23:28:18.572+00', NULL, NULL, 0, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL);

INSERT INTO public.sessions OVERRIDING SYSTEM VALUE VALUES
	(1, 'QSB9Mtyb03OwWsPTkoOtEcE4QNk6mMbV9kM_F482Sx8', 'administrator', 'Administrator', '2026-11-25 23:27:12.187+00', '2026-11-25 23:27:12.187+00', '2026-12-25 23:27:12.187+00', NULL);

INSERT INTO public.shop_products VALUES
	(3, '7008990934200', 'Majica „Čaj i ćebe“', 1832, 2290, '/media/sandbox/1pt09md.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934200', '["rotator", "sale"]', 66),
	(3, '7008990934201', 'Kačket „Petrovaradin“', 2290, NULL, '/media/sandbox/0tmmlpg.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934201', '["rotator"]', 27),
	(3, '7008990934202', 'Duks „Đerdap“', 4990, NULL, '/media/sandbox/1pb0m98.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934202', '["rotator-no-change"]', 124),
	(3, '7008990934203', 'Duks „Ptica lastavica“', 4590, NULL, '/media/sandbox/1joaz6t.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934203', '["print", "print:ptica-lastavica"]', 0),
	(3, '7008990934204', 'Majica „Noćni voz za Bar“', 2290, NULL, '/media/sandbox/1kb6nie.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934204', '["print", "print:nocni-voz-za-bar"]', 163),
	(3, '7008990934205', 'Majica „Stari most“', 2590, NULL, '/media/sandbox/1a7vcdi.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934205', '[]', 188),
	(3, '7008990934206', 'Šolja „Zvezde nad Tarom“', 1290, NULL, '/media/sandbox/17jd55a.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934206', '["rotator"]', 265),
	(3, '7008990934207', 'Majica „Ptica lastavica“', 2490, NULL, '/media/sandbox/1joaz6t.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934207', '["print", "print:ptica-lastavica"]', 90),
	(3, '7008990934208', 'Šolja „Košava“', 1690, NULL, '/media/sandbox/0rc5p4i.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934208', '[]', 39),
	(3, '7008990934209', 'Platnena torba „Košava“', 2090, NULL, '/media/sandbox/1dmkt2s.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934209', '["rotator"]', 234),
	(3, '7008990934210', 'Šolja „Divlji ruzmarin“', 1290, NULL, '/media/sandbox/0i333j5.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934210', '[]', 37),
	(3, '7008990934211', 'Duks „Gibanica“', 5112, 6390, '/media/sandbox/05pkcq7.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934211', '["print", "print:gibanica", "sale"]', 94),
	(3, '7008990934212', 'Duks „Petrovaradin“', 4890, NULL, '/media/sandbox/139catd.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934212', '[]', 13),
	(3, '7008990934213', 'Majica „Zlatiborski vetar“', 2290, NULL, '/media/sandbox/14727a5.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934213', '["print", "print:zlatiborski-vetar"]', 107),
	(3, '7008990934214', 'Majica „Prvi sneg“', 2290, NULL, '/media/sandbox/0ln8z36.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934214', '["print", "print:prvi-sneg"]', 31),
	(3, '7008990934215', 'Majica „Košava“', 2490, NULL, '/media/sandbox/0x6nq4v.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934215', '[]', 24),
	(3, '7008990934216', 'Poster „Đerdap“', 1790, NULL, '/media/sandbox/1mvl3wm.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934216', '[]', 0),
	(3, '7008990934217', 'Kačket „Kalemegdan“', 1890, NULL, '/media/sandbox/17xgxqk.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934217', '["rotator"]', 182),
	(3, '7008990934218', 'Duks „Prvi sneg“', 4890, NULL, '/media/sandbox/0ln8z36.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934218', '["print", "print:prvi-sneg"]', 278),
	(3, '7008990934219', 'Platnena torba „Kalemegdan“', 2190, NULL, '/media/sandbox/1i8ah7u.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934219', '[]', 234),
	(3, '7008990934220', 'Šolja „Petrovaradin“', 1490, NULL, '/media/sandbox/1bhsjzo.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934220', '[]', 11),
	(3, '7008990934221', 'Kačket „Divlji ruzmarin“', 1690, NULL, '/media/sandbox/1ws2oxo.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934221', '["rotator-no-change"]', 396),
	(3, '7008990934222', 'Poster „Stari most“', 1672, 2090, '/media/sandbox/15z1oga.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934222', '["rotator", "sale"]', 469),
	(3, '7008990934223', 'Poster „Košava“', 1790, NULL, '/media/sandbox/0pt4dqc.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934223', '["rotator-no-change"]', 31),
	(3, '7008990934224', 'Majica „Divlji ruzmarin“', 2090, NULL, '/media/sandbox/143d7dp.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934224', '["rotator-no-change"]', 346),
	(3, '7008990934225', 'Platnena torba „Stari most“', 1352, 1690, '/media/sandbox/10val25.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934225', '["rotator", "sale"]', 63),
	(3, '7008990934226', 'Kačket „Zvezde nad Tarom“', 1990, NULL, '/media/sandbox/0cyabzj.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934226', '["rotator"]', 144),
	(3, '7008990934227', 'Majica „Zvezde nad Tarom“', 2390, NULL, '/media/sandbox/1kysn07.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934227', '[]', 51),
	(3, '7008990934228', 'Duks „Zvezde nad Tarom“', 4072, 5090, '/media/sandbox/1beuncf.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934228', '["rotator", "sale"]', 41),
	(3, '7008990934229', 'Poster „Zvezde nad Tarom“', 2190, NULL, '/media/sandbox/1gu2jwu.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934229', '["rotator"]', 19),
	(3, '7008990934230', 'Duks „Noćni voz za Bar“', 5590, NULL, '/media/sandbox/1kb6nie.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934230', '["print", "print:nocni-voz-za-bar"]', 151),
	(3, '7008990934231', 'Majica „Gibanica“', 1912, 2390, '/media/sandbox/05pkcq7.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934231', '["print", "print:gibanica", "sale"]', 358),
	(3, '7008990934232', 'Platnena torba „Divlji ruzmarin“', 2190, NULL, '/media/sandbox/19f9op3.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934232', '["rotator"]', 178),
	(3, '7008990934233', 'Majica „Dunavska zora“', 2590, NULL, '/media/sandbox/0g8nqh3.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934233', '["print", "print:dunavska-zora"]', 34),
	(3, '7008990934234', 'Duks „Stari most“', 5690, NULL, '/media/sandbox/1gqocjb.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934234', '[]', 166),
	(3, '7008990934235', 'Duks „Zlatiborski vetar“', 5090, NULL, '/media/sandbox/14727a5.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934235', '["print", "print:zlatiborski-vetar"]', 453),
	(3, '7008990934236', 'Platnena torba „Đerdap“', 2190, NULL, '/media/sandbox/0afs9nz.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934236', '["rotator-no-change"]', 112),
	(3, '7008990934237', 'Šolja „Stari most“', 1290, NULL, '/media/sandbox/1i063hn.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934237', '["rotator"]', 90),
	(3, '7008990934238', 'Majica „Šumska staza“', 2090, NULL, '/media/sandbox/0rcbch9.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934238', '["print", "print:sumska-staza"]', 12),
	(3, '7008990934239', 'Duks „Divlji ruzmarin“', 4890, NULL, '/media/sandbox/0f5wd35.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934239', '["rotator-no-change"]', 197),
	(3, '7008990934240', 'Duks „Rudnik jutra“', 5390, NULL, '/media/sandbox/1kdcpzc.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934240', '["print", "print:rudnik-jutra"]', 146),
	(3, '7008990934241', 'Duks „Kalemegdan“', 6290, NULL, '/media/sandbox/0at29za.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934241', '["rotator"]', 323),
	(3, '7008990934242', 'Majica „Petrovaradin“', 2390, NULL, '/media/sandbox/18avs3u.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934242', '["rotator"]', 6),
	(3, '7008990934243', 'Kačket „Stari most“', 1690, NULL, '/media/sandbox/15b3y54.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934243', '["rotator"]', 248),
	(3, '7008990934244', 'Majica „Đerdap“', 2390, NULL, '/media/sandbox/1t765pp.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934244', '["rotator-no-change"]', 394),
	(3, '7008990934245', 'Šolja „Đerdap“', 1390, NULL, '/media/sandbox/0lpnn9g.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934245', '["rotator-no-change"]', 178),
	(3, '7008990934246', 'Duks „Košava“', 5090, NULL, '/media/sandbox/0w9eebr.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934246', '["rotator"]', 37),
	(3, '7008990934247', 'Poster „Divlji ruzmarin“', 1490, NULL, '/media/sandbox/07nom98.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934247', '[]', 169),
	(3, '7008990934248', 'Poster „Petrovaradin“', 1490, NULL, '/media/sandbox/0fa39ys.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934248', '["rotator"]', 16),
	(3, '7008990934249', 'Platnena torba „Zvezde nad Tarom“', 2190, NULL, '/media/sandbox/1oy4d08.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934249', '[]', 279),
	(3, '7008990934250', 'Šolja „Kalemegdan“', 1590, NULL, '/media/sandbox/18r2clz.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934250', '["rotator-no-change"]', 39),
	(3, '7008990934251', 'Majica „Kalemegdan“', 2290, NULL, '/media/sandbox/1lyjc3w.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934251', '["rotator"]', 475),
	(3, '7008990934252', 'Duks „Dunavska zora“', 6490, NULL, '/media/sandbox/0g8nqh3.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934252', '["print", "print:dunavska-zora"]', 108),
	(3, '7008990934253', 'Duks „Šumska staza“', 5790, NULL, '/media/sandbox/0rcbch9.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934253', '["print", "print:sumska-staza"]', 97),
	(3, '7008990934254', 'Kačket „Košava“', 1690, NULL, '/media/sandbox/0w7mqfo.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934254', '["rotator-no-change"]', 288),
	(3, '7008990934255', 'Platnena torba „Petrovaradin“', 2090, NULL, '/media/sandbox/07o81cn.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934255', '["rotator-no-change"]', 106),
	(3, '7008990934256', 'Majica „Rudnik jutra“', 2690, NULL, '/media/sandbox/1kdcpzc.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934256', '["print", "print:rudnik-jutra"]', 203),
	(3, '7008990934257', 'Duks „Vršačka kula“', 5390, NULL, '/media/sandbox/111ylr4.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934257', '["rotator"]', 212),
	(3, '7008990934258', 'Majica „Vršačka kula“', 2290, NULL, '/media/sandbox/1fccqqq.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934258', '["rotator"]', 284),
	(3, '7008990934259', 'Poster „Kalemegdan“', 1390, NULL, '/media/sandbox/1ggzcoa.svg', '/sandbox/shop/9e67243c.myshopify.com#7008990934259', '["rotator-no-change"]', 2);

INSERT INTO public.subscribers OVERRIDING SYSTEM VALUE VALUES
	(1, 46, 'a@example.com', NULL, true, '2026-11-25 23:27:16.178+00'),
	(2, 46, 'b@example.com', NULL, true, '2026-11-25 23:27:16.178+00'),
	(3, 47, '6b8888f8@example.com', 'Đorđe', true, '2026-11-25 23:27:16.234+00');

SELECT pg_catalog.setval('drizzle.__drizzle_migrations_id_seq', 4, true);

SELECT pg_catalog.setval('public.accounts_id_seq', 18, true);

SELECT pg_catalog.setval('public.categories_id_seq', 22, true);

SELECT pg_catalog.setval('public.content_items_id_seq', 14, true);

SELECT pg_catalog.setval('public.groups_id_seq', 61, true);

SELECT pg_catalog.setval('public.integrations_id_seq', 11, true);

SELECT pg_catalog.setval('public.mails_id_seq', 1, true);

SELECT pg_catalog.setval('public.meme_templates_id_seq', 3, true);

SELECT pg_catalog.setval('public.metrics_snapshots_id_seq', 14, true);

SELECT pg_catalog.setval('public.products_id_seq', 3, true);

SELECT pg_catalog.setval('public.queue_items_id_seq', 16, true);

SELECT pg_catalog.setval('public.sale_runs_id_seq', 2, true);

SELECT pg_catalog.setval('public.sandbox_mails_id_seq', 1, true);

SELECT pg_catalog.setval('public.scheduled_posts_id_seq', 9, true);

SELECT pg_catalog.setval('public.sessions_id_seq', 1, true);

SELECT pg_catalog.setval('public.subscribers_id_seq', 4, true);

ALTER TABLE ONLY drizzle.__drizzle_migrations
    ADD CONSTRAINT __drizzle_migrations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY pgboss.archive
    ADD CONSTRAINT archive_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.j20fe8e4341f87d57ba5b26816aabd65ff7cc2e3f6ee4036a896630ea
    ADD CONSTRAINT j20fe8e4341f87d57ba5b26816aabd65ff7cc2e3f6ee4036a896630ea_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.j4f2b4a504fc74db2cd55f6f9aa66801767e7c86294a42b3125bcaa71
    ADD CONSTRAINT j4f2b4a504fc74db2cd55f6f9aa66801767e7c86294a42b3125bcaa71_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.j5ad86b4dd15b30176b8bbf0a25aebff89ade7d53619988e71051ef82
    ADD CONSTRAINT j5ad86b4dd15b30176b8bbf0a25aebff89ade7d53619988e71051ef82_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.j9fc2a88b43f5222c630dfee61921430768d8653f95ab7a11632d3586
    ADD CONSTRAINT j9fc2a88b43f5222c630dfee61921430768d8653f95ab7a11632d3586_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.jbad01d4df2490b8997d1ac02ed570d937ea68f8de412aa999f61a70b
    ADD CONSTRAINT jbad01d4df2490b8997d1ac02ed570d937ea68f8de412aa999f61a70b_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.jd6a83c30828714b0f36365b85ffeddafe624518df65e74e5ce3e50e0
    ADD CONSTRAINT jd6a83c30828714b0f36365b85ffeddafe624518df65e74e5ce3e50e0_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.je7802a54efb978bad3cd2ad9cf8c2e8b7a16c3d07b57c43bc2b3b913
    ADD CONSTRAINT je7802a54efb978bad3cd2ad9cf8c2e8b7a16c3d07b57c43bc2b3b913_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.jf6b37b087356f5fa91d6d273ecff6c24317c811d2ef85836c35fe2a8
    ADD CONSTRAINT jf6b37b087356f5fa91d6d273ecff6c24317c811d2ef85836c35fe2a8_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.jf9219dcfb105e2fe856fd062bde0f95cbe29bbcc6d13969f556052e2
    ADD CONSTRAINT jf9219dcfb105e2fe856fd062bde0f95cbe29bbcc6d13969f556052e2_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (name);

ALTER TABLE ONLY pgboss.schedule
    ADD CONSTRAINT schedule_pkey PRIMARY KEY (name);

ALTER TABLE ONLY pgboss.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (event, name);

ALTER TABLE ONLY pgboss.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.categories
    ADD CONSTRAINT categories_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.content_items
    ADD CONSTRAINT content_items_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.groups
    ADD CONSTRAINT groups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_user_id_key_pk PRIMARY KEY (user_id, key);

ALTER TABLE ONLY public.integrations
    ADD CONSTRAINT integrations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_origin_unique UNIQUE (origin);

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.meme_templates
    ADD CONSTRAINT meme_templates_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.metrics_snapshots
    ADD CONSTRAINT metrics_snapshots_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.newsletter_settings
    ADD CONSTRAINT newsletter_settings_pkey PRIMARY KEY (group_id);

ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.queue_items
    ADD CONSTRAINT queue_items_origin_unique UNIQUE (origin);

ALTER TABLE ONLY public.queue_items
    ADD CONSTRAINT queue_items_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sale_runs
    ADD CONSTRAINT sale_runs_origin_unique UNIQUE (origin);

ALTER TABLE ONLY public.sale_runs
    ADD CONSTRAINT sale_runs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sale_settings
    ADD CONSTRAINT sale_settings_pkey PRIMARY KEY (group_id);

ALTER TABLE ONLY public.sale_steps
    ADD CONSTRAINT sale_steps_run_id_position_pk PRIMARY KEY (run_id, "position");

ALTER TABLE ONLY public.sandbox_mails
    ADD CONSTRAINT sandbox_mails_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sandbox_products
    ADD CONSTRAINT sandbox_products_store_product_id_pk PRIMARY KEY (store, product_id);

ALTER TABLE ONLY public.scheduled_posts
    ADD CONSTRAINT scheduled_posts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_token_hash_unique UNIQUE (token_hash);

ALTER TABLE ONLY public.shop_products
    ADD CONSTRAINT shop_products_integration_id_product_id_pk PRIMARY KEY (integration_id, product_id);

ALTER TABLE ONLY public.subscribers
    ADD CONSTRAINT subscribers_pkey PRIMARY KEY (id);

CREATE INDEX archive_i1 ON pgboss.archive USING btree (archived_on);

CREATE UNIQUE INDEX j20fe8e4341f87d57ba5b26816aabd65ff7cc2e3f6ee4036a896630ea_i1 ON pgboss.j20fe8e4341f87d57ba5b26816aabd65ff7cc2e3f6ee4036a896630ea USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));

CREATE UNIQUE INDEX j20fe8e4341f87d57ba5b26816aabd65ff7cc2e3f6ee4036a896630ea_i2 ON pgboss.j20fe8e4341f87d57ba5b26816aabd65ff7cc2e3f6ee4036a896630ea USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));

CREATE UNIQUE INDEX j20fe8e4341f87d57ba5b26816aabd65ff7cc2e3f6ee4036a896630ea_i3 ON pgboss.j20fe8e4341f87d57ba5b26816aabd65ff7cc2e3f6ee4036a896630ea USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));

CREATE UNIQUE INDEX j20fe8e4341f87d57ba5b26816aabd65ff7cc2e3f6ee4036a896630ea_i4 ON pgboss.j20fe8e4341f87d57ba5b26816aabd65ff7cc2e3f6ee4036a896630ea USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));

CREATE INDEX j20fe8e4341f87d57ba5b26816aabd65ff7cc2e3f6ee4036a896630ea_i5 ON pgboss.j20fe8e4341f87d57ba5b26816aabd65ff7cc2e3f6ee4036a896630ea USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);

CREATE UNIQUE INDEX j4f2b4a504fc74db2cd55f6f9aa66801767e7c86294a42b3125bcaa71_i1 ON pgboss.j4f2b4a504fc74db2cd55f6f9aa66801767e7c86294a42b3125bcaa71 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));

CREATE UNIQUE INDEX j4f2b4a504fc74db2cd55f6f9aa66801767e7c86294a42b3125bcaa71_i2 ON pgboss.j4f2b4a504fc74db2cd55f6f9aa66801767e7c86294a42b3125bcaa71 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));

CREATE UNIQUE INDEX j4f2b4a504fc74db2cd55f6f9aa66801767e7c86294a42b3125bcaa71_i3 ON pgboss.j4f2b4a504fc74db2cd55f6f9aa66801767e7c86294a42b3125bcaa71 USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));

CREATE UNIQUE INDEX j4f2b4a504fc74db2cd55f6f9aa66801767e7c86294a42b3125bcaa71_i4 ON pgboss.j4f2b4a504fc74db2cd55f6f9aa66801767e7c86294a42b3125bcaa71 USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));

CREATE INDEX j4f2b4a504fc74db2cd55f6f9aa66801767e7c86294a42b3125bcaa71_i5 ON pgboss.j4f2b4a504fc74db2cd55f6f9aa66801767e7c86294a42b3125bcaa71 USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);

CREATE UNIQUE INDEX j5ad86b4dd15b30176b8bbf0a25aebff89ade7d53619988e71051ef82_i1 ON pgboss.j5ad86b4dd15b30176b8bbf0a25aebff89ade7d53619988e71051ef82 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));

CREATE UNIQUE INDEX j5ad86b4dd15b30176b8bbf0a25aebff89ade7d53619988e71051ef82_i2 ON pgboss.j5ad86b4dd15b30176b8bbf0a25aebff89ade7d53619988e71051ef82 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));

CREATE UNIQUE INDEX j5ad86b4dd15b30176b8bbf0a25aebff89ade7d53619988e71051ef82_i3 ON pgboss.j5ad86b4dd15b30176b8bbf0a25aebff89ade7d53619988e71051ef82 USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));

CREATE UNIQUE INDEX j5ad86b4dd15b30176b8bbf0a25aebff89ade7d53619988e71051ef82_i4 ON pgboss.j5ad86b4dd15b30176b8bbf0a25aebff89ade7d53619988e71051ef82 USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));

CREATE INDEX j5ad86b4dd15b30176b8bbf0a25aebff89ade7d53619988e71051ef82_i5 ON pgboss.j5ad86b4dd15b30176b8bbf0a25aebff89ade7d53619988e71051ef82 USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);

CREATE UNIQUE INDEX j9fc2a88b43f5222c630dfee61921430768d8653f95ab7a11632d3586_i1 ON pgboss.j9fc2a88b43f5222c630dfee61921430768d8653f95ab7a11632d3586 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));

CREATE UNIQUE INDEX j9fc2a88b43f5222c630dfee61921430768d8653f95ab7a11632d3586_i2 ON pgboss.j9fc2a88b43f5222c630dfee61921430768d8653f95ab7a11632d3586 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));

CREATE UNIQUE INDEX j9fc2a88b43f5222c630dfee61921430768d8653f95ab7a11632d3586_i3 ON pgboss.j9fc2a88b43f5222c630dfee61921430768d8653f95ab7a11632d3586 USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));

CREATE UNIQUE INDEX j9fc2a88b43f5222c630dfee61921430768d8653f95ab7a11632d3586_i4 ON pgboss.j9fc2a88b43f5222c630dfee61921430768d8653f95ab7a11632d3586 USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));

CREATE INDEX j9fc2a88b43f5222c630dfee61921430768d8653f95ab7a11632d3586_i5 ON pgboss.j9fc2a88b43f5222c630dfee61921430768d8653f95ab7a11632d3586 USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);

CREATE UNIQUE INDEX jbad01d4df2490b8997d1ac02ed570d937ea68f8de412aa999f61a70b_i1 ON pgboss.jbad01d4df2490b8997d1ac02ed570d937ea68f8de412aa999f61a70b USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));

CREATE UNIQUE INDEX jbad01d4df2490b8997d1ac02ed570d937ea68f8de412aa999f61a70b_i2 ON pgboss.jbad01d4df2490b8997d1ac02ed570d937ea68f8de412aa999f61a70b USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));

CREATE UNIQUE INDEX jbad01d4df2490b8997d1ac02ed570d937ea68f8de412aa999f61a70b_i3 ON pgboss.jbad01d4df2490b8997d1ac02ed570d937ea68f8de412aa999f61a70b USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));

CREATE UNIQUE INDEX jbad01d4df2490b8997d1ac02ed570d937ea68f8de412aa999f61a70b_i4 ON pgboss.jbad01d4df2490b8997d1ac02ed570d937ea68f8de412aa999f61a70b USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));

CREATE INDEX jbad01d4df2490b8997d1ac02ed570d937ea68f8de412aa999f61a70b_i5 ON pgboss.jbad01d4df2490b8997d1ac02ed570d937ea68f8de412aa999f61a70b USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);

CREATE UNIQUE INDEX jd6a83c30828714b0f36365b85ffeddafe624518df65e74e5ce3e50e0_i1 ON pgboss.jd6a83c30828714b0f36365b85ffeddafe624518df65e74e5ce3e50e0 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));

CREATE UNIQUE INDEX jd6a83c30828714b0f36365b85ffeddafe624518df65e74e5ce3e50e0_i2 ON pgboss.jd6a83c30828714b0f36365b85ffeddafe624518df65e74e5ce3e50e0 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));

CREATE UNIQUE INDEX jd6a83c30828714b0f36365b85ffeddafe624518df65e74e5ce3e50e0_i3 ON pgboss.jd6a83c30828714b0f36365b85ffeddafe624518df65e74e5ce3e50e0 USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));

CREATE UNIQUE INDEX jd6a83c30828714b0f36365b85ffeddafe624518df65e74e5ce3e50e0_i4 ON pgboss.jd6a83c30828714b0f36365b85ffeddafe624518df65e74e5ce3e50e0 USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));

CREATE INDEX jd6a83c30828714b0f36365b85ffeddafe624518df65e74e5ce3e50e0_i5 ON pgboss.jd6a83c30828714b0f36365b85ffeddafe624518df65e74e5ce3e50e0 USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);

CREATE UNIQUE INDEX je7802a54efb978bad3cd2ad9cf8c2e8b7a16c3d07b57c43bc2b3b913_i1 ON pgboss.je7802a54efb978bad3cd2ad9cf8c2e8b7a16c3d07b57c43bc2b3b913 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));

CREATE UNIQUE INDEX je7802a54efb978bad3cd2ad9cf8c2e8b7a16c3d07b57c43bc2b3b913_i2 ON pgboss.je7802a54efb978bad3cd2ad9cf8c2e8b7a16c3d07b57c43bc2b3b913 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));

CREATE UNIQUE INDEX je7802a54efb978bad3cd2ad9cf8c2e8b7a16c3d07b57c43bc2b3b913_i3 ON pgboss.je7802a54efb978bad3cd2ad9cf8c2e8b7a16c3d07b57c43bc2b3b913 USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));

CREATE UNIQUE INDEX je7802a54efb978bad3cd2ad9cf8c2e8b7a16c3d07b57c43bc2b3b913_i4 ON pgboss.je7802a54efb978bad3cd2ad9cf8c2e8b7a16c3d07b57c43bc2b3b913 USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));

CREATE INDEX je7802a54efb978bad3cd2ad9cf8c2e8b7a16c3d07b57c43bc2b3b913_i5 ON pgboss.je7802a54efb978bad3cd2ad9cf8c2e8b7a16c3d07b57c43bc2b3b913 USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);

CREATE UNIQUE INDEX jf6b37b087356f5fa91d6d273ecff6c24317c811d2ef85836c35fe2a8_i1 ON pgboss.jf6b37b087356f5fa91d6d273ecff6c24317c811d2ef85836c35fe2a8 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));

CREATE UNIQUE INDEX jf6b37b087356f5fa91d6d273ecff6c24317c811d2ef85836c35fe2a8_i2 ON pgboss.jf6b37b087356f5fa91d6d273ecff6c24317c811d2ef85836c35fe2a8 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));

CREATE UNIQUE INDEX jf6b37b087356f5fa91d6d273ecff6c24317c811d2ef85836c35fe2a8_i3 ON pgboss.jf6b37b087356f5fa91d6d273ecff6c24317c811d2ef85836c35fe2a8 USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));

CREATE UNIQUE INDEX jf6b37b087356f5fa91d6d273ecff6c24317c811d2ef85836c35fe2a8_i4 ON pgboss.jf6b37b087356f5fa91d6d273ecff6c24317c811d2ef85836c35fe2a8 USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));

CREATE INDEX jf6b37b087356f5fa91d6d273ecff6c24317c811d2ef85836c35fe2a8_i5 ON pgboss.jf6b37b087356f5fa91d6d273ecff6c24317c811d2ef85836c35fe2a8 USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);

CREATE UNIQUE INDEX jf9219dcfb105e2fe856fd062bde0f95cbe29bbcc6d13969f556052e2_i1 ON pgboss.jf9219dcfb105e2fe856fd062bde0f95cbe29bbcc6d13969f556052e2 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));

CREATE UNIQUE INDEX jf9219dcfb105e2fe856fd062bde0f95cbe29bbcc6d13969f556052e2_i2 ON pgboss.jf9219dcfb105e2fe856fd062bde0f95cbe29bbcc6d13969f556052e2 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));

CREATE UNIQUE INDEX jf9219dcfb105e2fe856fd062bde0f95cbe29bbcc6d13969f556052e2_i3 ON pgboss.jf9219dcfb105e2fe856fd062bde0f95cbe29bbcc6d13969f556052e2 USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));

CREATE UNIQUE INDEX jf9219dcfb105e2fe856fd062bde0f95cbe29bbcc6d13969f556052e2_i4 ON pgboss.jf9219dcfb105e2fe856fd062bde0f95cbe29bbcc6d13969f556052e2 USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));

CREATE INDEX jf9219dcfb105e2fe856fd062bde0f95cbe29bbcc6d13969f556052e2_i5 ON pgboss.jf9219dcfb105e2fe856fd062bde0f95cbe29bbcc6d13969f556052e2 USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);

CREATE UNIQUE INDEX accounts_once_per_group ON public.accounts USING btree (group_id, platform_type, lower(platform_username));

CREATE INDEX categories_by_name ON public.categories USING btree (lower(name));

CREATE UNIQUE INDEX categories_name_once_per_group ON public.categories USING btree (group_id, lower(name));

CREATE INDEX content_items_by_category ON public.content_items USING btree (category_id, is_active, id);

CREATE UNIQUE INDEX groups_name_once ON public.groups USING btree (lower(name));

CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);

CREATE UNIQUE INDEX integrations_once_per_group ON public.integrations USING btree (group_id, platform, lower(store_name));

CREATE INDEX mails_by_age ON public.mails USING btree (created_at);

CREATE INDEX mails_by_status ON public.mails USING btree (status);

CREATE INDEX mails_by_subscriber ON public.mails USING btree (subscriber_id);

CREATE INDEX metrics_snapshots_by_post ON public.metrics_snapshots USING btree (post_id, snapshot_time, id);

CREATE INDEX queue_items_by_category ON public.queue_items USING btree (category_id, status, id);

CREATE INDEX queue_items_by_content_item ON public.queue_items USING btree (content_item_id);

CREATE INDEX queue_items_by_status ON public.queue_items USING btree (status, id);

CREATE INDEX sale_runs_by_group ON public.sale_runs USING btree (group_id, id);

CREATE INDEX sale_runs_by_integration ON public.sale_runs USING btree (integration_id);

CREATE UNIQUE INDEX sale_runs_one_at_a_time ON public.sale_runs USING btree (group_id) WHERE (ended_at IS NULL);

CREATE INDEX sale_steps_by_product ON public.sale_steps USING btree (product_id, done_at);

CREATE UNIQUE INDEX sale_steps_once_per_run ON public.sale_steps USING btree (run_id, product_id);

CREATE INDEX sandbox_mails_by_age ON public.sandbox_mails USING btree (sent_at);

CREATE INDEX scheduled_posts_by_account ON public.scheduled_posts USING btree (account_id, status, publish_at);

CREATE INDEX scheduled_posts_by_category ON public.scheduled_posts USING btree (category_id, COALESCE(published_at, publish_at));

CREATE INDEX scheduled_posts_by_comments ON public.scheduled_posts USING btree (comments, id) WHERE (status = 'published'::text);

CREATE INDEX scheduled_posts_by_engagement_rate ON public.scheduled_posts USING btree (engagement_rate, id) WHERE (status = 'published'::text);

CREATE INDEX scheduled_posts_by_impressions ON public.scheduled_posts USING btree (impressions, id) WHERE (status = 'published'::text);

CREATE INDEX scheduled_posts_by_likes ON public.scheduled_posts USING btree (likes, id) WHERE (status = 'published'::text);

CREATE INDEX scheduled_posts_by_queue_item ON public.scheduled_posts USING btree (queue_item_id);

CREATE INDEX scheduled_posts_by_shares ON public.scheduled_posts USING btree (shares, id) WHERE (status = 'published'::text);

CREATE INDEX scheduled_posts_by_video_views ON public.scheduled_posts USING btree (video_views, id) WHERE (status = 'published'::text);

CREATE INDEX scheduled_posts_failed ON public.scheduled_posts USING btree (publish_at, id) WHERE (status = ANY (ARRAY['failed'::text, 'unknown'::text]));

CREATE INDEX scheduled_posts_published ON public.scheduled_posts USING btree (published_at, id) WHERE (status = 'published'::text);

CREATE INDEX scheduled_posts_published_of_group ON public.scheduled_posts USING btree (group_id, published_at, id) WHERE (status = 'published'::text);

CREATE INDEX scheduled_posts_publishing ON public.scheduled_posts USING btree (started_at) WHERE (status = 'publishing'::text);

CREATE INDEX scheduled_posts_upcoming ON public.scheduled_posts USING btree (publish_at, id) WHERE (status = ANY (ARRAY['scheduled'::text, 'publishing'::text]));

CREATE INDEX shop_products_by_sales ON public.shop_products USING btree (integration_id, units_sold);

CREATE INDEX subscribers_by_group ON public.subscribers USING btree (group_id, id);

CREATE UNIQUE INDEX subscribers_once_per_group ON public.subscribers USING btree (group_id, lower(email));

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.j20fe8e4341f87d57ba5b26816aabd65ff7cc2e3f6ee4036a896630ea_pkey;

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.j4f2b4a504fc74db2cd55f6f9aa66801767e7c86294a42b3125bcaa71_pkey;

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.j5ad86b4dd15b30176b8bbf0a25aebff89ade7d53619988e71051ef82_pkey;

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.j9fc2a88b43f5222c630dfee61921430768d8653f95ab7a11632d3586_pkey;

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.jbad01d4df2490b8997d1ac02ed570d937ea68f8de412aa999f61a70b_pkey;

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.jd6a83c30828714b0f36365b85ffeddafe624518df65e74e5ce3e50e0_pkey;

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.je7802a54efb978bad3cd2ad9cf8c2e8b7a16c3d07b57c43bc2b3b913_pkey;

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.jf6b37b087356f5fa91d6d273ecff6c24317c811d2ef85836c35fe2a8_pkey;

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.jf9219dcfb105e2fe856fd062bde0f95cbe29bbcc6d13969f556052e2_pkey;

ALTER TABLE ONLY pgboss.j20fe8e4341f87d57ba5b26816aabd65ff7cc2e3f6ee4036a896630ea
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.j4f2b4a504fc74db2cd55f6f9aa66801767e7c86294a42b3125bcaa71
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.j5ad86b4dd15b30176b8bbf0a25aebff89ade7d53619988e71051ef82
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.j9fc2a88b43f5222c630dfee61921430768d8653f95ab7a11632d3586
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.jbad01d4df2490b8997d1ac02ed570d937ea68f8de412aa999f61a70b
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.jd6a83c30828714b0f36365b85ffeddafe624518df65e74e5ce3e50e0
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.je7802a54efb978bad3cd2ad9cf8c2e8b7a16c3d07b57c43bc2b3b913
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.jf6b37b087356f5fa91d6d273ecff6c24317c811d2ef85836c35fe2a8
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.jf9219dcfb105e2fe856fd062bde0f95cbe29bbcc6d13969f556052e2
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.j20fe8e4341f87d57ba5b26816aabd65ff7cc2e3f6ee4036a896630ea
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.j4f2b4a504fc74db2cd55f6f9aa66801767e7c86294a42b3125bcaa71
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.j5ad86b4dd15b30176b8bbf0a25aebff89ade7d53619988e71051ef82
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.j9fc2a88b43f5222c630dfee61921430768d8653f95ab7a11632d3586
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.jbad01d4df2490b8997d1ac02ed570d937ea68f8de412aa999f61a70b
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.jd6a83c30828714b0f36365b85ffeddafe624518df65e74e5ce3e50e0
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.je7802a54efb978bad3cd2ad9cf8c2e8b7a16c3d07b57c43bc2b3b913
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.jf6b37b087356f5fa91d6d273ecff6c24317c811d2ef85836c35fe2a8
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.jf9219dcfb105e2fe856fd062bde0f95cbe29bbcc6d13969f556052e2
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.queue
    ADD CONSTRAINT queue_dead_letter_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name);

ALTER TABLE ONLY pgboss.schedule
    ADD CONSTRAINT schedule_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE;

ALTER TABLE ONLY pgboss.subscription
    ADD CONSTRAINT subscription_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE;

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_group_id_groups_id_fk FOREIGN KEY (group_id) REFERENCES public.groups(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.categories
    ADD CONSTRAINT categories_group_id_groups_id_fk FOREIGN KEY (group_id) REFERENCES public.groups(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.content_items
    ADD CONSTRAINT content_items_category_id_categories_id_fk FOREIGN KEY (category_id) REFERENCES public.categories(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.integrations
    ADD CONSTRAINT integrations_group_id_groups_id_fk FOREIGN KEY (group_id) REFERENCES public.groups(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_group_id_groups_id_fk FOREIGN KEY (group_id) REFERENCES public.groups(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_subscriber_id_subscribers_id_fk FOREIGN KEY (subscriber_id) REFERENCES public.subscribers(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.metrics_snapshots
    ADD CONSTRAINT metrics_snapshots_post_id_scheduled_posts_id_fk FOREIGN KEY (post_id) REFERENCES public.scheduled_posts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.newsletter_settings
    ADD CONSTRAINT newsletter_settings_group_id_groups_id_fk FOREIGN KEY (group_id) REFERENCES public.groups(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.newsletter_settings
    ADD CONSTRAINT newsletter_settings_integration_id_integrations_id_fk FOREIGN KEY (integration_id) REFERENCES public.integrations(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.queue_items
    ADD CONSTRAINT queue_items_category_id_categories_id_fk FOREIGN KEY (category_id) REFERENCES public.categories(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.queue_items
    ADD CONSTRAINT queue_items_content_item_id_content_items_id_fk FOREIGN KEY (content_item_id) REFERENCES public.content_items(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.sale_runs
    ADD CONSTRAINT sale_runs_group_id_groups_id_fk FOREIGN KEY (group_id) REFERENCES public.groups(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sale_runs
    ADD CONSTRAINT sale_runs_integration_id_integrations_id_fk FOREIGN KEY (integration_id) REFERENCES public.integrations(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.sale_settings
    ADD CONSTRAINT sale_settings_group_id_groups_id_fk FOREIGN KEY (group_id) REFERENCES public.groups(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sale_steps
    ADD CONSTRAINT sale_steps_run_id_sale_runs_id_fk FOREIGN KEY (run_id) REFERENCES public.sale_runs(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.scheduled_posts
    ADD CONSTRAINT scheduled_posts_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.scheduled_posts
    ADD CONSTRAINT scheduled_posts_category_id_categories_id_fk FOREIGN KEY (category_id) REFERENCES public.categories(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.scheduled_posts
    ADD CONSTRAINT scheduled_posts_group_id_groups_id_fk FOREIGN KEY (group_id) REFERENCES public.groups(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.scheduled_posts
    ADD CONSTRAINT scheduled_posts_queue_item_id_queue_items_id_fk FOREIGN KEY (queue_item_id) REFERENCES public.queue_items(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.shop_products
    ADD CONSTRAINT shop_products_integration_id_integrations_id_fk FOREIGN KEY (integration_id) REFERENCES public.integrations(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.subscribers
    ADD CONSTRAINT subscribers_group_id_groups_id_fk FOREIGN KEY (group_id) REFERENCES public.groups(id) ON DELETE CASCADE;

