-- Replaces the content of an edited or deleted message in its earlier events, and the quote of it in the events of replies. Otherwise
-- whoever resumes the feed from before would still receive it, even somebody who joined the group later. `quote` is what replies show now.
create function rewrite_message_events(message uuid, quote text) returns void
language sql volatile security definer set search_path = public, pg_temp as $$
  update feed_events e set payload = (case
      when e.payload ->> 'messageId' = m.id::text then e.payload::jsonb || jsonb_build_object('text', m.message_text)
      when e.payload #>> '{message,id}' = m.id::text then jsonb_set(e.payload::jsonb, '{message}', e.payload::jsonb -> 'message'
        || jsonb_build_object('text', m.message_text)
        || case when m.deleted_at is null then '{}' else '{"file": null, "mentions": []}'::jsonb end)
      else jsonb_set(e.payload::jsonb, '{message,replyTo,text}', to_jsonb(quote))
    end)::json
  from group_messages m
  where m.id = message and e.topic = 'group:' || m.group_id and e.created_at >= m.created_at
    and e.kind in ('group.message', 'group.message_changed')
    and m.id::text in (e.payload ->> 'messageId', e.payload #>> '{message,id}', e.payload #>> '{message,replyTo,id}')
$$;
revoke execute on function rewrite_message_events(uuid, text) from public;
grant execute on function rewrite_message_events(uuid, text) to muster_app;
