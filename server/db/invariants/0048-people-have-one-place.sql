-- Spans organizations: a role that sees one at a time cannot ask it.
-- The credentials of a person are in one place: an address leads to a row that has them, and a membership to the personal tenant that knows it.
WITH
-- Read first, and compared then: in a distributed database they lie on several nodes.
addresses AS MATERIALIZED (SELECT email, organization_id, user_id FROM user_directory),
people AS MATERIALIZED (SELECT organization_id, id, email, is_owner, deleted_at, home_organization_id, home_user_id, password_hash IS NOT NULL AS has_password FROM users),
tenants AS MATERIALIZED (SELECT organization_id, is_personal FROM organizations),
places AS MATERIALIZED (SELECT organization_id, member_organization_id FROM memberships)
SELECT 'directory' AS part, d.organization_id, d.user_id AS id FROM addresses AS d
WHERE NOT EXISTS (SELECT FROM people AS u WHERE u.organization_id = d.organization_id AND u.id = d.user_id AND u.email = d.email
  AND u.home_organization_id IS NULL AND u.deleted_at IS NULL)
UNION ALL
SELECT 'membership', u.organization_id, u.id FROM people AS u
WHERE u.home_organization_id IS NOT NULL AND u.deleted_at IS NULL
  AND NOT EXISTS (SELECT FROM people AS own JOIN tenants AS o ON o.organization_id = own.organization_id AND o.is_personal
    JOIN places AS m ON m.organization_id = own.organization_id AND m.member_organization_id = u.organization_id
    WHERE own.organization_id = u.home_organization_id AND own.id = u.home_user_id AND own.home_organization_id IS NULL)
UNION ALL
SELECT 'personal', o.organization_id, count(u.id) FROM tenants AS o LEFT JOIN people AS u ON u.organization_id = o.organization_id
WHERE o.is_personal GROUP BY o.organization_id HAVING count(u.id) <> 1
UNION ALL
SELECT 'not in the directory', u.organization_id, u.id FROM people AS u
WHERE u.home_organization_id IS NULL AND u.deleted_at IS NULL AND u.has_password
  AND NOT EXISTS (SELECT FROM addresses AS d WHERE d.organization_id = u.organization_id AND d.user_id = u.id)
UNION ALL
SELECT 'without an owner', o.organization_id, count(u.id) FROM tenants AS o
JOIN people AS u ON u.organization_id = o.organization_id AND u.deleted_at IS NULL
WHERE NOT o.is_personal GROUP BY o.organization_id HAVING count(*) FILTER (WHERE u.is_owner) = 0
