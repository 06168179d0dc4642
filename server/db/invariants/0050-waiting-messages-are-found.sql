-- A message that is not sent yet is in the directory from which messages are taken; otherwise it is never sent.
SELECT message.organization_id, message.id, message.kind, message.state FROM outbox_messages AS message
WHERE message.state IN ('waiting', 'sending') AND NOT EXISTS (SELECT FROM outbox_directory AS listed
  WHERE listed.organization_id = message.organization_id AND listed.message_id = message.id)
