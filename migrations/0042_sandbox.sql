-- When an order was paid in the built-in sandbox, without money: a mark that stays.
ALTER TABLE payments ADD COLUMN sandbox_paid_ms BIGINT;

UPDATE payments SET sandbox_paid_ms = (SELECT s.changed_ms FROM sandbox_payments s WHERE s.order_number = payments.number)
WHERE EXISTS (SELECT s.order_number FROM sandbox_payments s JOIN orders o ON o.id = payments.order_id
              WHERE s.order_number = payments.number AND o.payment_status IN ('success', 'refunded'));

CREATE INDEX payments_of_sandbox ON payments (order_id) WHERE sandbox_paid_ms IS NOT NULL;
