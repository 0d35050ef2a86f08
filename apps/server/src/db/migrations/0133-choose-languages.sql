-- The language a person reads in; null: that of their organisation. Journeys set the pseudo-language `en-XA`.
alter table user_profiles add column language text check (language in ('en', 'ar', 'hi', 'en-XA'));
alter table clients add column language text not null default 'en' check (language in ('en', 'ar', 'hi'));
