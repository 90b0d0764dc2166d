/**
 * People, their ways in and what they did. An account has one owner, and a person one account, which need not exist before the person:
 * so no row here refers to one. What belongs to a person goes with the person. What runs out has an index for its pruning;
 * that of the audit log is on an expression, so that no page of an account is read along it.
 */
export const PEOPLE_TABLES = `
create table people (
  id text primary key,
  email text not null unique,
  created_at integer not null
) strict;

create table members (
  account_id text not null,
  person_id text not null unique references people (id) on delete cascade,
  role text not null,
  primary key (account_id, person_id)
) strict, without rowid;
create unique index members_owner on members (account_id) where role = 'owner';

create table identities (
  issuer text not null,
  subject text not null,
  person_id text not null references people (id) on delete cascade,
  joined_at integer not null,
  primary key (issuer, subject)
) strict, without rowid;
create index identities_person on identities (person_id);

create table sessions (
  id text primary key,
  token_hash blob not null unique,
  person_id text not null references people (id) on delete cascade,
  method text not null,
  user_agent text not null,
  created_at integer not null,
  expires_at integer not null
) strict;
create index sessions_person on sessions (person_id, created_at, id);
create index sessions_expiry on sessions (expires_at);

create table email_attempts (
  cookie_hash blob primary key,
  code_hash blob not null,
  link_hash blob not null unique,
  email text not null,
  return_to text not null,
  tries_left integer not null check (tries_left >= 0),
  expires_at integer not null
) strict;
create index email_attempts_email on email_attempts (email);
create index email_attempts_expiry on email_attempts (expires_at);

create table oidc_attempts (
  cookie_hash blob primary key,
  state text not null,
  nonce text not null,
  verifier text not null,
  return_to text not null,
  expires_at integer not null
) strict;
create index oidc_attempts_expiry on oidc_attempts (expires_at);

create table event_counts (
  bucket text primary key,
  count integer not null,
  ends_at integer not null
) strict;
create index event_counts_expiry on event_counts (ends_at);

create table once_marks (
  name text primary key,
  at integer not null
) strict;
create index once_marks_age on once_marks (at);

create table invitations (
  email text primary key,
  invited_at integer not null,
  invited_by text not null
) strict;

create table audit (
  id text primary key,
  account_id text not null,
  actor text,
  at integer not null,
  action text not null,
  target text,
  detail text not null
) strict;
create index audit_account on audit (account_id, at, id);
create index audit_actor on audit (actor) where actor is not null;
create index audit_age on audit ((at + 0));
`
