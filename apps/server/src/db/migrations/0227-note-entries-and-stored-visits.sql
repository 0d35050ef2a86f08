-- Whoever is marked as elsewhere or not on site and then comes in is missing again, by a claim of the system.
alter table emergency_claims drop constraint emergency_claims_how_check;
alter table emergency_claims add constraint emergency_claims_how_check check (how in ('own', 'captain', 'point', 'entry'));

-- Since when the visits of a zone are stored that was given a longer time to keep them; null: for as long as it keeps them. Nobody noted when
-- that happened before, so the oldest visit decides.
alter table visitor_settings add column stored_since timestamptz;
update visitor_settings s set stored_since = coalesce((select min(v.signed_in_at) from visitor_visits v where v.zone_id = s.zone_id), now())
where s.kept_days > 30;
