/**
 * People, their ways in and what they did. An account has one owner, and a person one account, which need not exist before the person:
 * so no row here refers to one. What belongs to a person goes with the person. What runs out has an index for its pruning;
 * that of the audit log is on an expression, so that no page of an account is read along it.
 * Lists that are read by pages are in the order of their bytes, whatever the database's language.
 */
export const PEOPLE_TABLES = `
create table people (
  id text primary key,
  email text collate "C" not null unique,
  created_at bigint not null
);

create table members (
  account_id text not null,
  person_id text not null unique references people (id) on delete cascade,
  role text not null,
  primary key (account_id, person_id)
);
create unique index members_owner on members (account_id) where role = 'owner';

create table identities (
  issuer text not null,
  subject text not null,
  person_id text not null references people (id) on delete cascade,
  joined_at bigint not null,
  primary key (issuer, subject)
);
create index identities_person on identities (person_id);

create table sessions (
  id text primary key,
  token_hash bytea not null unique,
  person_id text not null references people (id) on delete cascade,
  method text not null,
  user_agent text not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index sessions_person on sessions (person_id, created_at, id);
create index sessions_expiry on sessions (expires_at);

create table email_attempts (
  cookie_hash bytea primary key,
  code_hash bytea not null,
  link_hash bytea not null unique,
  email text not null,
  return_to text not null,
  tries_left bigint not null check (tries_left >= 0),
  expires_at bigint not null
);
create index email_attempts_email on email_attempts (email);
create index email_attempts_expiry on email_attempts (expires_at);

create table oidc_attempts (
  cookie_hash bytea primary key,
  state text not null,
  nonce text not null,
  verifier text not null,
  return_to text not null,
  expires_at bigint not null
);
create index oidc_attempts_expiry on oidc_attempts (expires_at);

create table event_counts (
  bucket text primary key,
  count bigint not null,
  ends_at bigint not null
);
create index event_counts_expiry on event_counts (ends_at);

create table once_marks (
  name text primary key,
  at bigint not null
);
create index once_marks_age on once_marks (at);

create table invitations (
  email text collate "C" primary key,
  invited_at bigint not null,
  invited_by text not null
);

create table audit (
  id text collate "C" primary key,
  account_id text not null,
  actor text,
  at bigint not null,
  action text not null,
  target text,
  detail text not null
);
create index audit_account on audit (account_id, at, id);
create index audit_actor on audit (actor) where actor is not null;
create index audit_age on audit ((at + 0));
`
