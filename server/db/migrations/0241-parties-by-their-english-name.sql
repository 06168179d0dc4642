-- Ageings stand in the order of the names they show: in English of the English ones, where there are any.
CREATE INDEX parties_by_name_en ON parties (organization_id, kind, coalesce(name_en, name), id);
