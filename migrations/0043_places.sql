-- What the shipping provider calls the destinations that it told of.
CREATE TABLE shipping_places (
  destination_id BIGINT NOT NULL PRIMARY KEY,
  label TEXT NOT NULL
);
