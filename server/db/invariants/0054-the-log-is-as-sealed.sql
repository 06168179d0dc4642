-- Every sealed day of the log of activity has the rows that it was sealed with.
SELECT sealed.organization_id, sealed.day, sealed.entries, logged.entries AS found
FROM audit_seals AS sealed
LEFT JOIN (
  SELECT organization_id, (at AT TIME ZONE 'UTC')::date AS day, count(*) AS entries, bit_xor(audit_digest(id, at, user_id, action, resource, resource_id, request_id, details, ip, api_key_id)) AS digest
  FROM audit_log GROUP BY 1, 2) AS logged ON logged.organization_id = sealed.organization_id AND logged.day = sealed.day
WHERE logged.entries IS DISTINCT FROM sealed.entries OR logged.digest IS DISTINCT FROM sealed.digest
