-- Visitors who were signed out and badges that went out before a declaration are among those who left, too. For a visit that ended with
-- the day, nobody said that the visitor left.
alter table emergency_leavers add column left_by text not null default 'phone' check (left_by in ('phone', 'sign_out', 'day_end', 'badge'));
alter table emergency_leavers add column visit_id uuid references visitor_visits (id) on delete set null;
-- The number of somebody without an account. The name is empty if the number was assigned to nobody.
alter table emergency_leavers add column badge text check (length(badge) <= 64);
-- Company and host of a visitor, or the reader of a badge.
alter table emergency_leavers add column note text not null default '' check (length(note) <= 300);
create unique index emergency_leavers_visit on emergency_leavers (emergency_id, visit_id);
create unique index emergency_leavers_badge on emergency_leavers (emergency_id, zone_id, badge);
create index emergency_leavers_by_visit on emergency_leavers (visit_id);
