-- People see only their own trackers, without the token's hash.
create policy own on trackers to muster_app using (user_id = (select actor_id()));
grant select (id, user_id, name, app, created_at, last_used_at, request_id, unused_reason, unused_at, later_used) on trackers to muster_app;
grant insert (user_id, name, app, token_hash, request_id), update (token_hash), delete on trackers to muster_app;
