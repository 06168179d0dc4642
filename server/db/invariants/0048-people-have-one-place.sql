-- Spans organizations: a role that sees one at a time cannot ask it.
-- The credentials of a person are in one place: an address leads to a row that has them, and a membership to the personal tenant that knows it.
SELECT 'directory' AS part, d.organization_id, d.user_id AS id FROM user_directory AS d
WHERE NOT EXISTS (SELECT FROM users AS u WHERE u.organization_id = d.organization_id AND u.id = d.user_id AND u.email = d.email
  AND u.home_organization_id IS NULL AND u.deleted_at IS NULL)
UNION ALL
SELECT 'membership', u.organization_id, u.id FROM users AS u
WHERE u.home_organization_id IS NOT NULL AND u.deleted_at IS NULL
  AND NOT EXISTS (SELECT FROM users AS own JOIN organizations AS o ON o.organization_id = own.organization_id AND o.is_personal
    JOIN memberships AS m ON m.organization_id = own.organization_id AND m.member_organization_id = u.organization_id
    WHERE own.organization_id = u.home_organization_id AND own.id = u.home_user_id AND own.home_organization_id IS NULL)
UNION ALL
SELECT 'personal', o.organization_id, count(u.id) FROM organizations AS o LEFT JOIN users AS u ON u.organization_id = o.organization_id
WHERE o.is_personal GROUP BY o.organization_id HAVING count(u.id) <> 1
UNION ALL
SELECT 'not in the directory', u.organization_id, u.id FROM users AS u
WHERE u.home_organization_id IS NULL AND u.deleted_at IS NULL AND u.password_hash IS NOT NULL
  AND NOT EXISTS (SELECT FROM user_directory AS d WHERE d.organization_id = u.organization_id AND d.user_id = u.id)
UNION ALL
SELECT 'without an owner', o.organization_id, count(u.id) FROM organizations AS o
JOIN users AS u ON u.organization_id = o.organization_id AND u.deleted_at IS NULL
WHERE NOT o.is_personal GROUP BY o.organization_id HAVING count(*) FILTER (WHERE u.is_owner) = 0
