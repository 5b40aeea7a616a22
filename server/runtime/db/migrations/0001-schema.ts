import { type Kysely, sql } from 'kysely'
import { searchOf } from './0001-search.ts'
import { sumsOf } from './0001-sums.ts'
import type { Columns } from './columns.ts'

/** The whole schema of version 1.0.0. Times are ISO 8601 UTC, amounts integer cents, booleans 0 or 1, lists and objects JSON. */
export async function up(db: Kysely<unknown>, columns: Columns): Promise<void> {
  const statements = [
    ...orders(columns),
    ...licences,
    ...messages,
    ...people,
    ...bankStatements(columns),
    ...running,
    ...searchOf(columns.engine),
    ...sumsOf(columns.engine),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Whatever the checkout asks of a buyer is one column. What SQL seeks or sorts by is taken out of it. */
const buyer = (member: Columns['member']) => {
  const taken = (name: string) => `generated always as (${member('buyer', name)}) stored`
  return `buyer text not null,
    customer_name text not null ${taken('name')},
    customer_email text not null ${taken('email')},
    company_name text ${taken('companyName')},
    purchase_order text ${taken('purchaseOrder')}`
}

/** What was bought, its documents and its money. */
const orders = ({ bytes, member }: Columns) => [
  // Each text once.
  `create table accepted_terms (sha256 text primary key, text text not null, first_at text not null)`,
  `create table orders (
    id text primary key,
    number text not null unique,
    status text not null,
    currency text not null,
    total integer not null check (total >= 0),
    tax integer not null check (tax >= 0),
    refunded integer not null check (refunded >= 0),
    received_amount integer,
    received_currency text,
    payment_method text not null,
    session_id text unique,
    session_url text,
    payment_intent text,
    ${buyer(member)},
    price_version text not null,
    created_at text not null,
    paid_at text,
    checked_at text,
    next_check_at text,
    revision integer not null,
    link_generation integer not null default 0,
    discount integer not null default 0,
    tax_rule text,
    transfer_terms text,
    transfer_step_at text,
    payment_state text,
    refund_pending integer not null default 0,
    refund_failed integer not null default 0,
    refund_failure text,
    refund_repaid integer not null default 0,
    taken_back integer not null default 0,
    attention text,
    refund_failures integer not null default 0,
    taken_twice integer not null default 0,
    refund_to_send integer not null default 0 check (refund_to_send >= 0),
    refund_asked_at text,
    refund_due_on text,
    refund_account text,
    terms text references accepted_terms (sha256)
  )`,
  // Addresses are ASCII, so both engines fold their case alike.
  `create index orders_by_email on orders (lower(customer_email), created_at, id)`,
  `create index orders_by_total on orders (total, created_at, id)`,
  `create index orders_by_company on orders (company_name) where company_name is not null`,
  `create index orders_by_time on orders (created_at)`,
  `create index orders_to_check on orders (next_check_at) where next_check_at is not null`,
  `create index orders_by_payment on orders (payment_intent)`,
  `create index orders_by_status on orders (status, id)`,
  `create index orders_by_transfer_step on orders (transfer_step_at) where transfer_step_at is not null`,
  `create index orders_by_paid_at on orders (paid_at)`,
  `create index orders_by_state_and_time on orders (status, created_at, id)`,
  `create index orders_by_state_and_total on orders (status, total, created_at, id)`,
  `create index orders_listed on orders (created_at, id)`,
  `create index orders_awaiting_transfer on orders (created_at) where status = 'pending' and payment_method = 'invoice'`,
  `create index orders_by_attention on orders (created_at) where attention is not null`,
  `create index orders_by_refund_failed on orders (created_at) where refund_failed > 0`,
  `create index orders_by_refund_to_send on orders (refund_asked_at) where refund_to_send > 0`,
  `create table order_lines (
    id text primary key,
    order_id text not null references orders (id),
    position integer not null,
    sku text not null,
    name text not null,
    qty integer not null check (qty > 0),
    unit_amount integer not null,
    amount integer not null,
    tax integer not null,
    seats integer not null,
    updates_months integer not null,
    change text,
    discount integer not null default 0,
    discounts text not null default '[]',
    unique (order_id, position)
  )`,
  `create table order_events (
    id text primary key,
    order_id text not null references orders (id),
    at text not null,
    event text not null,
    detail text not null
  )`,
  `create index order_events_disputed on order_events (at, order_id) where event = 'order.disputed'`,
  `create index order_events_by_order on order_events (order_id, at)`,
  `create table invoices (
    id text primary key,
    order_id text not null references orders (id),
    kind text not null,
    number text not null,
    round integer not null default 0,
    refunded integer not null,
    correction integer not null default 0,
    replaces text,
    issued_at text not null,
    content text not null,
    pdf ${bytes} not null,
    total integer not null default 0,
    tax integer not null default 0,
    taxed integer not null default 0,
    tax_share integer,
    tax_net integer,
    unique (kind, number),
    unique (order_id, kind, round, refunded, correction)
  )`,
  `create index invoices_by_time on invoices (issued_at, id)`,
  `create index invoices_for_books on invoices (issued_at, id, kind, replaces, round, total, tax, taxed, tax_share, tax_net, number, order_id)`,
  `create index invoices_corrections on invoices (order_id, round) where replaces is not null`,
  `create table payments (
    id text primary key,
    order_id text not null references orders (id),
    dedupe_key text not null unique,
    amount integer not null,
    currency text not null,
    received_at text not null,
    reference text,
    source text not null,
    statement_line text,
    who text not null,
    created_at text not null
  )`,
  // What a bank's line brought, and how much of it is booked, to one order or several.
  `create table booked_lines (
    hash text primary key,
    amount integer not null,
    booked integer not null check (booked <= amount)
  )`,
  `create index payments_by_order on payments (order_id, received_at)`,
  `create index payments_by_amount on payments (amount, created_at)`,
  `create index payments_by_time on payments (received_at, id)`,
  `create index payments_by_line on payments (statement_line) where statement_line is not null`,
  `create table refunds (
    id text primary key,
    order_id text not null references orders (id),
    refunded integer not null,
    reason text,
    licence_ids text not null,
    who text not null,
    asked_at text not null,
    done_at text
  )`,
  `create index refunds_by_order on refunds (order_id, refunded)`,
  `create table quotes (
    id text primary key,
    number text not null unique,
    fingerprint text not null,
    created_at text not null,
    valid_until text not null,
    order_id text unique references orders (id),
    lines text not null,
    currency text not null,
    total integer not null,
    tax integer not null,
    discount integer not null,
    code text,
    tax_rule text,
    price_version text not null,
    ${buyer(member)},
    content text not null,
    pdf ${bytes} not null,
    withdrawn_at text,
    state text not null generated always as (case when order_id is not null then 'ordered' when withdrawn_at is not null then 'withdrawn' else 'waiting' end) stored
  )`,
  `create index quotes_listed on quotes (created_at, id)`,
  `create index quotes_by_state on quotes (state, created_at, id, valid_until)`,
  `create index quotes_by_end on quotes (valid_until, id)`,
  `create index quotes_by_state_and_end on quotes (state, valid_until, id)`,
  // Addresses are ASCII, so both engines fold their case alike.
  `create index quotes_by_email on quotes (lower(customer_email))`,
  `create index quotes_by_total on quotes (total, created_at, id)`,
  `create index quotes_by_company on quotes (company_name) where company_name is not null`,
  `create index quotes_by_code on quotes (code, valid_until) where code is not null and order_id is null`,
  `create table discount_codes (
    code text primary key,
    percent integer check (percent between 1 and 100),
    amount integer check (amount > 0),
    skus text,
    applies_to text not null,
    from_day text,
    to_day text,
    max_uses integer check (max_uses > 0),
    max_uses_per_address integer check (max_uses_per_address > 0),
    note text not null,
    created_at text not null,
    ended_at text
  )`,
  `create table code_uses (
    order_id text primary key references orders (id),
    code text not null references discount_codes (code),
    email text not null,
    place integer,
    address_place integer,
    discount integer not null,
    reserved_at text not null,
    counted_at text,
    given_back_at text
  )`,
  `create index code_uses_by_time on code_uses (code, reserved_at, order_id)`,
  `create unique index code_uses_place on code_uses (code, place) where given_back_at is null`,
  `create unique index code_uses_address on code_uses (code, email, address_place) where given_back_at is null`,
  `create table webhook_events (
    provider text not null,
    event_id text not null,
    type text not null,
    order_id text,
    payment_intent text,
    received_at text not null,
    processed_at text,
    next_attempt_at text not null default '',
    primary key (provider, event_id)
  )`,
  `create index webhook_events_done on webhook_events (processed_at) where processed_at is not null`,
  `create index webhook_events_due on webhook_events (next_attempt_at) where processed_at is null`,
  `create table payment_refusals (
    provider text primary key,
    refused_at text not null,
    answer text not null
  )`,
  `create table idempotency_keys (
    key_hash text primary key,
    fingerprint text not null,
    order_id text references orders (id),
    leased_until text,
    lease text,
    created_at text not null,
    made text,
    answer text
  )`,
  `create index idempotency_keys_by_time on idempotency_keys (created_at)`,
]

/** Licences, their machines and what changed them. */
const licences = [
  `create table licences (
    id text primary key,
    order_line_id text references order_lines (id),
    ordinal integer not null,
    key_lookup text not null unique,
    key_cipher text not null,
    key_hint text not null,
    known_as text,
    key_groups text not null default '',
    sku text not null,
    plan text not null,
    seat_limit integer not null check (seat_limit > 0),
    updates_until text not null,
    status text not null,
    suspended_by text,
    licensed_name text not null,
    licensed_company text,
    email text not null,
    created_at text not null,
    moved_at text,
    entitlements text,
    offline_days integer check (offline_days >= 0),
    external_id text,
    metadata text not null default '{}',
    unique (order_line_id, ordinal)
  )`,
  // Orders and licences name each other.
  `alter table order_lines add column licence_id text references licences (id)`,
  // Addresses are ASCII, so both engines fold their case alike.
  `create index licences_by_email on licences (lower(email))`,
  `create index licences_by_company on licences (licensed_company) where licensed_company is not null`,
  `create index licences_by_end on licences (updates_until, id)`,
  `create index licences_by_state_and_end on licences (status, updates_until, id)`,
  `create index licences_listed on licences (created_at, id)`,
  `create index licences_by_external_id on licences (external_id) where external_id is not null`,
  `create index licences_by_state_and_time on licences (status, created_at, id)`,
  `create table licence_changes (
    id text primary key,
    licence_id text not null references licences (id),
    ordinal integer not null,
    order_line_id text not null unique references order_lines (id),
    kind text not null,
    before text not null,
    after text not null,
    applied_at text not null,
    reverted_at text,
    unique (licence_id, ordinal)
  )`,
  `create table enrolments (
    id text primary key,
    licence_id text not null references licences (id),
    token_hash text not null unique,
    token_hint text not null,
    seats integer not null check (seats > 0),
    last_day text not null,
    who text not null,
    created_at text not null,
    ended_at text
  )`,
  `create index enrolments_by_licence on enrolments (licence_id, created_at)`,
  `create table activations (
    id text primary key,
    licence_id text not null references licences (id),
    seat integer not null check (seat >= 0),
    machine_id text not null,
    machine_name text,
    machine_os text,
    app_version text,
    activated_at text not null,
    seen_at text not null,
    released_at text,
    update_token_hash text unique,
    carried_from text,
    enrolment_id text references enrolments (id)
  )`,
  `create unique index activations_seat on activations (licence_id, seat) where released_at is null`,
  `create unique index activations_machine on activations (licence_id, machine_id) where released_at is null`,
  `create index activations_by_licence on activations (licence_id, machine_id, activated_at)`,
  `create index activations_by_time on activations (activated_at, licence_id, machine_id)`,
  `create index activations_by_machine on activations (machine_id)`,
  `create index activations_by_version on activations (app_version, licence_id) where released_at is null`,
  `create index activations_by_enrolment on activations (enrolment_id) where enrolment_id is not null`,
  `create index activations_seen on activations (seen_at, app_version) where released_at is null`,
  `create table trials (
    machine_id text primary key,
    started_at text not null,
    expires_at text not null
  )`,
  `create index trials_by_start on trials (started_at)`,
  `create table replaced_keys (
    key_hash text primary key,
    licence_id text not null references licences (id),
    key_hint text not null,
    replaced_at text not null,
    updates_until text
  )`,
  `create index replaced_keys_by_licence on replaced_keys (licence_id, replaced_at)`,
  // A key of another system, by its sealed hash. Rows stay when a key is replaced, so that no import revives it.
  `create table old_keys (
    key_lookup text primary key,
    licence_id text not null references licences (id),
    hash_cipher text not null,
    key_hint text not null,
    replaced_at text
  )`,
  `create index old_keys_by_licence on old_keys (licence_id)`,
  `create table imports (
    id text primary key,
    name text not null,
    sha256 text not null,
    survey text not null,
    choices text not null,
    preview text,
    stored integer not null,
    done integer not null default 0,
    created integer not null default 0,
    known integer not null default 0,
    refused integer not null default 0,
    mailed integer not null default 0,
    who text not null,
    created_at text not null,
    started_at text,
    finished_at text
  )`,
  `create index imports_by_time on imports (created_at, id)`,
  `create index imports_running on imports (started_at) where finished_at is null and started_at is not null`,
  `create table import_chunks (
    import_id text not null,
    n integer not null,
    sealed text not null,
    created_at text not null,
    primary key (import_id, n)
  )`,
  // Choices for the next file with the same columns.
  `create table import_layouts (layout text primary key, choices text not null)`,
  `create table imported_licences (
    licence_id text primary key references licences (id),
    import_id text not null references imports (id),
    line integer not null,
    claim text not null,
    row_hash text unique,
    order_reference text,
    note text,
    quiet_until text not null
  )`,
  `create index imported_licences_by_import on imported_licences (import_id, licence_id)`,
  `create table licence_moves (
    id text primary key,
    from_email text not null,
    to_email text not null,
    licence_ids text not null,
    started_at text not null,
    accepted_at text,
    confirmed_at text,
    undone_at text,
    keeps_key integer not null default 0
  )`,
  `create index licence_moves_by_start on licence_moves (from_email, started_at)`,
  `create table reminder_opt_outs (email text primary key, created_at text not null)`,
]

/** Letters of both directions, and what receivers of webhooks are sent. */
const messages = [
  `create table messages (
    id text primary key,
    reference text not null unique,
    name text not null,
    email text not null,
    topic text not null,
    message text not null,
    verified integer not null,
    quarantined integer not null,
    repeat_key text unique,
    created_at text not null,
    answered_at text,
    answered_by text,
    assigned_to text
  )`,
  // Addresses are ASCII, so both engines fold their case alike.
  `create index messages_by_email on messages (lower(email))`,
  `create index messages_by_time on messages (created_at)`,
  `create index messages_in_quarantine on messages (created_at) where quarantined = 1`,
  `create index messages_unanswered on messages (created_at) where answered_at is null and quarantined = 0`,
  `create table mails (
    id text primary key,
    dedupe_key text not null unique,
    kind text not null,
    order_id text references orders (id),
    message_id text references messages (id),
    recipient text not null,
    params text not null,
    status text not null,
    attempts integer not null,
    next_attempt_at text not null,
    leased_until text,
    lease text,
    last_error text,
    created_at text not null,
    sent_at text,
    retried_at text,
    sent_copy text,
    aside_reason text
  )`,
  // Addresses are ASCII, so both engines fold their case alike.
  `create index mails_by_recipient on mails (lower(recipient), created_at, id, status)`,
  `create index mails_due on mails (next_attempt_at) where status = 'queued'`,
  `create index mails_by_order on mails (order_id)`,
  `create index mails_by_message on mails (message_id) where message_id is not null`,
  `create index mails_unsent on mails (status, created_at) where status <> 'sent'`,
  `create index mails_listed on mails (created_at, id)`,
  `create index mails_with_passing_copy on mails (sent_at) where sent_copy is not null and order_id is null`,
  `create table webhook_deliveries (
    id text primary key,
    dedupe_key text not null unique,
    type text not null,
    url text not null,
    payload text not null,
    status text not null,
    attempts integer not null,
    next_attempt_at text not null,
    leased_until text,
    lease text,
    last_error text,
    created_at text not null,
    sent_at text,
    retried_at text
  )`,
  `create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'queued'`,
  `create index webhook_deliveries_by_time on webhook_deliveries (created_at)`,
  `create table ended_receivers (url text primary key, ended_at text not null)`,
]

/** Who may come in, and what staff did. */
const people = [
  `create table missed_searches (
    day text not null,
    words text not null,
    times integer not null,
    primary key (day, words)
  )`,
  `create table mail_links (
    token_hash text primary key,
    purpose text not null,
    email text not null,
    subject text,
    created_at text not null,
    expires_at text not null,
    spent_at text
  )`,
  `create index mail_links_by_time on mail_links (expires_at)`,
  `create table sessions (
    token_hash text primary key,
    purpose text not null,
    email text not null,
    created_at text not null,
    seen_at text not null,
    expires_at text not null,
    ended_at text
  )`,
  `create index sessions_open on sessions (purpose, email) where ended_at is null`,
  `create index sessions_by_time on sessions (expires_at)`,
  `create table desk_tokens (
    id text primary key,
    token_hash text not null unique,
    email text not null,
    created_at text not null,
    used_at text,
    revoked_at text,
    expires_at text,
    scopes text
  )`,
  `create index desk_tokens_by_email on desk_tokens (email)`,
  `create table release_offers (
    version text primary key,
    rollout integer not null,
    filed_rollout integer not null,
    withdrawn integer not null,
    changed_by text not null,
    changed_at text not null
  )`,
  `create table desk_members (
    email text primary key,
    role text not null,
    added_by text not null,
    added_at text not null
  )`,
  `create table audit_entries (
    id text primary key,
    at text not null,
    who text not null,
    act text not null,
    subject text not null,
    before text not null,
    after text not null
  )`,
  `create index audit_entries_by_time on audit_entries (at, id)`,
  `create index audit_entries_by_who on audit_entries (who, at, id)`,
  `create index audit_entries_by_subject on audit_entries (subject, at)`,
]

/** Bank statements as they were read. */
const bankStatements = ({ bytes }: Columns) => [
  // The key is the name without case and signs, so that nobody names an account twice.
  `create table bank_accounts (
    id text primary key,
    name text not null,
    key text not null unique,
    created_at text not null
  )`,
  `create table bank_account_numbers (
    number text primary key,
    account_id text not null references bank_accounts (id)
  )`,
  `create table statements (
    id text primary key,
    account_id text not null references bank_accounts (id),
    decisions text,
    layout text,
    sample text,
    decided text not null,
    unread text not null,
    lines integer not null,
    who text not null,
    created_at text not null
  )`,
  // Lines are written before their statement, which makes them count. Null means the shop’s own currency, a booked entry, and the statement’s account.
  `create table statement_lines (
    statement_id text not null,
    n integer not null,
    hash text not null,
    day text not null,
    amount integer not null,
    text text not null,
    currency text,
    pending integer,
    account_id text references bank_accounts (id),
    primary key (statement_id, n)
  )`,
  `create table statement_decisions (
    account_id text primary key references bank_accounts (id),
    decisions text not null,
    layout text not null
  )`,
  // A statement whose lines are still being stored, or a file that waits for the answer to its question.
  `create table statement_uploads (
    id text primary key,
    started_at text not null,
    question text,
    file ${bytes}
  )`,
]

/** What processes of the site share. */
const running = [
  `create table counters (name text primary key, value integer not null)`,
  `create table signing_keys (
    kid text primary key,
    public_key text not null,
    created_at text not null,
    retired_at text
  )`,
  `create table data_secrets (
    id text primary key,
    wrapped text not null,
    kid text not null,
    generation integer not null default 1
  )`,
  // As rate-limiter-flexible wants it: expire is in milliseconds. Used where several processes share PostgreSQL.
  `create table rate_limits (key text primary key, points integer not null, expire bigint)`,
]
