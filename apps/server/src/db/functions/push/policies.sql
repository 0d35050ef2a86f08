-- People see only their own subscriptions. A new subscription must belong to the acting session.
create policy own on push_subscriptions to muster_app using (user_id = (select actor_id()))
  with check (user_id = (select actor_id()) and session_id = (select actor_session_id()));
grant select, insert (user_id, session_id, endpoint, p256dh, auth, user_agent), delete on push_subscriptions to muster_app;
