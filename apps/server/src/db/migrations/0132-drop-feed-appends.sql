-- Requests append events through a function; the program derives the topics from the rule of the event.
drop policy if exists append on feed_events;
drop table feed_appends;
