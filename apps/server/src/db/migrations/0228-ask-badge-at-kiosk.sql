-- True if visitors enter at the kiosk the number of the badge that the reception gave them.
alter table visitor_settings add column asks_badge boolean not null default false;
