-- What many members are being told of, a few at a time: its kind, the key of what it is of, such as a period, and through
-- which of its rows that was done.
CREATE TABLE outbox_news (
  kind TEXT NOT NULL,
  subject_id BIGINT NOT NULL,
  told_through BIGINT NOT NULL,
  PRIMARY KEY (kind, subject_id)
);
INSERT INTO outbox_news (kind, subject_id, told_through) SELECT 'bonus_calculated', period_id, told_through FROM bonus_news;
INSERT INTO outbox_news (kind, subject_id, told_through) SELECT 'bonus_paid', batch_id, told_through FROM payout_news;
DROP TABLE bonus_news;
DROP TABLE payout_news;
