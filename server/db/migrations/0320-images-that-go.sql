-- An image is named by the one row it was stored for, under a name made up for it; papers show the logo of now. Replaced, removed
-- or left by a row that is deleted, nothing leads to it any longer: it goes in the same transaction.
CREATE FUNCTION delete_image() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM stored_files WHERE organization_id = OLD.organization_id
    AND name = replace(to_jsonb(OLD) ->> TG_ARGV[0], '/api/files/', '');
  RETURN NULL;
END $$;
CREATE TRIGGER image_replaced AFTER UPDATE OF logo ON organizations FOR EACH ROW
  WHEN (OLD.logo IS DISTINCT FROM NEW.logo AND OLD.logo IS NOT NULL) EXECUTE FUNCTION delete_image('logo');
CREATE TRIGGER image_replaced AFTER UPDATE OF avatar ON users FOR EACH ROW
  WHEN (OLD.avatar IS DISTINCT FROM NEW.avatar AND OLD.avatar IS NOT NULL) EXECUTE FUNCTION delete_image('avatar');
CREATE TRIGGER image_replaced AFTER UPDATE OF avatar ON parties FOR EACH ROW
  WHEN (OLD.avatar IS DISTINCT FROM NEW.avatar AND OLD.avatar IS NOT NULL) EXECUTE FUNCTION delete_image('avatar');
CREATE TRIGGER image_replaced AFTER UPDATE OF img ON products FOR EACH ROW
  WHEN (OLD.img IS DISTINCT FROM NEW.img AND OLD.img IS NOT NULL) EXECUTE FUNCTION delete_image('img');
CREATE TRIGGER image_left AFTER DELETE ON users FOR EACH ROW
  WHEN (OLD.avatar IS NOT NULL) EXECUTE FUNCTION delete_image('avatar');
CREATE TRIGGER image_left AFTER DELETE ON parties FOR EACH ROW
  WHEN (OLD.avatar IS NOT NULL) EXECUTE FUNCTION delete_image('avatar');
CREATE TRIGGER image_left AFTER DELETE ON products FOR EACH ROW
  WHEN (OLD.img IS NOT NULL) EXECUTE FUNCTION delete_image('img');
