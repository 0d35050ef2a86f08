-- What a request may write can also be read again, for who gets past the program too: times that an answer can carry, lists without
-- gaps, keys of the usual form, paths and addresses that lead somewhere. What was written before is mended first: a row that breaks its rule could be changed
-- in nothing any more.
update zones set updated_at = now() where updated_at not between '1970-01-01T00:00:00Z' and '9999-01-01T00:00:00Z';
update presence_sharing set paused_at = started_at where paused_at not between '1970-01-01T00:00:00Z' and '9999-01-01T00:00:00Z';
update location_tracking_requests set answered_at = created_at where answered_at not between '1970-01-01T00:00:00Z' and '9999-01-01T00:00:00Z';
update user_profiles set updated_at = now() where updated_at not between '1970-01-01T00:00:00Z' and '9999-01-01T00:00:00Z';
update user_profiles set skills = array(select skill from unnest(skills) skill where skill is not null)
  where array_ndims(skills) > 1 or exists (select from unnest(skills) skill where skill is null);
update user_profiles set profile_image = null where profile_image !~ '^avatars/[0-9a-f-]{36}/[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$';
-- A code that nobody could type becomes another one, of twelve letters by chance.
update user_profiles set user_code = regexp_replace(
    translate(left(replace(gen_random_uuid()::text, '-', ''), 12), '0123456789abcdef', 'GHIJKLMNOPABCDEF'),
    '(....)(....)(....)', 'MUS-\1-\2-\3')
  where user_code !~ '^[A-Z0-9]+(-[A-Z0-9]+)*$';
-- A webhook that could be told of nothing, or nowhere, is switched off until somebody looks after it.
update webhooks set address = 'https://unknown.invalid/', active = false where address !~* '^https?:[^[:space:][:cntrl:]]+$';
update webhooks set active = false, zone_ids = coalesce(
    nullif(array(select distinct zone from unnest(zone_ids) zone
      where zone::text ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$'), '{}'),
    array['00000000-0000-4000-8000-000000000000'::uuid])
  where zone_ids::text !~ '^\{[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(,[0-9a-f-]{36})*\}$'
    or exists (select from unnest(zone_ids) zone where zone::text !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$');
with known as (select array['presence.entered', 'presence.left', 'sharing.started', 'sharing.ended', 'zone.created', 'zone.updated', 'zone.suspended',
    'zone.deleted', 'membership.added', 'membership.accepted', 'membership.changed', 'membership.removed'] as kinds)
update webhooks w set active = false, kinds = coalesce(
    nullif(array(select distinct kind from unnest(w.kinds) kind where kind = any (known.kinds)), '{}'), array['zone.deleted'])
  from known where not w.kinds <@ known.kinds or array_ndims(w.kinds) > 1 or cardinality(w.kinds) > 12;

-- A profile that was mended in two ways still waits for its deferred foreign key.
set constraints all immediate;
alter table zones add constraint updated_at_sayable check (updated_at between '1970-01-01T00:00:00Z' and '9999-01-01T00:00:00Z');
alter table presence_sharing add constraint paused_at_sayable check (paused_at between '1970-01-01T00:00:00Z' and '9999-01-01T00:00:00Z');
alter table location_tracking_requests add constraint answered_at_sayable check (answered_at between '1970-01-01T00:00:00Z' and '9999-01-01T00:00:00Z');
alter table user_profiles
  add constraint updated_at_sayable check (updated_at between '1970-01-01T00:00:00Z' and '9999-01-01T00:00:00Z'),
  add constraint skills_whole check (
    case when array_ndims(skills) > 1 then false else array_position(skills, null) is null end),
  add constraint user_code_typeable check (user_code ~ '^[A-Z0-9]+(-[A-Z0-9]+)*$'),
  add constraint profile_image_plain check (profile_image ~ '^avatars/[0-9a-f-]{36}/[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$');
-- Where they lead besides, the program asks at every delivery.
alter table webhooks
  add constraint address_web check (address ~* '^https?:[^[:space:][:cntrl:]]+$'),
  add constraint zone_ids_whole check (
    zone_ids::text ~ '^\{[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(,[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})*\}$'),
  -- As packages/domain/src/webhook.ts names them.
  add constraint kinds_known check (array_ndims(kinds) = 1 and cardinality(kinds) <= 12 and kinds <@ array['presence.entered', 'presence.left', 'sharing.started', 'sharing.ended', 'zone.created', 'zone.updated', 'zone.suspended',
    'zone.deleted', 'membership.added', 'membership.accepted', 'membership.changed', 'membership.removed']);
-- The log is changed by nobody: what it holds already stays as it is.
alter table security_events
  add constraint ids_usual check (concat_ws(',', id, affected_user_id) ~
    '^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(,[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})?$') not valid,
  add constraint metadata_object check (jsonb_typeof(metadata) = 'object') not valid;
alter table data_breach_notifications
  add constraint id_usual check (id::text ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$') not valid,
  add constraint metadata_object check (jsonb_typeof(metadata) = 'object') not valid;
