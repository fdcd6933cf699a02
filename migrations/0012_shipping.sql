-- What the shipping provider has said: used while it is fresh, and when the provider is down.
CREATE TABLE shipping_rates (
  origin_id BIGINT NOT NULL,
  destination_id BIGINT NOT NULL,
  weight_kg TEXT NOT NULL,
  options TEXT NOT NULL,
  fetched_ms BIGINT NOT NULL,
  PRIMARY KEY (origin_id, destination_id, weight_kg)
);

CREATE INDEX shipping_rates_by_age ON shipping_rates (fetched_ms);

CREATE TABLE shipping_searches (
  keyword TEXT NOT NULL PRIMARY KEY,
  destinations TEXT NOT NULL,
  fetched_ms BIGINT NOT NULL
);

CREATE INDEX shipping_searches_by_age ON shipping_searches (fetched_ms);

CREATE TABLE shipping_histories (
  order_id BIGINT NOT NULL PRIMARY KEY REFERENCES orders (id),
  resi TEXT NOT NULL,
  history TEXT NOT NULL,
  fetched_ms BIGINT NOT NULL
);

CREATE INDEX shipping_histories_by_age ON shipping_histories (fetched_ms);
