-- How far retention has emptied the feed: everything up to and including (xid, seq) is gone. Who resumes from before
-- it must read everything anew. One row.
create table feed_floor (
  one_row boolean primary key default true check (one_row),
  xid xid8 not null default '0',
  seq bigint not null default 0
);
insert into feed_floor default values;
alter table feed_floor enable row level security;
create policy owner_only on feed_floor using (false);
