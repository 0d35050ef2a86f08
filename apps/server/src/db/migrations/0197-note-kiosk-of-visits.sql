-- The kiosk at which a visitor signed in, so that everybody who came by it can be signed out at once, also after it was closed: therefore
-- no reference.
alter table visitor_visits add column kiosk_id uuid;
