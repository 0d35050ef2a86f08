-- A text of an order is one string for everybody, or one for each language: { "en": …, "ar": … }.
alter table alert_orders
  alter column title type jsonb using to_jsonb(title),
  alter column description type jsonb using to_jsonb(description);
