-- The file of a courier's report is the office's; its buyers read the reason of a move too.
UPDATE order_moves SET reason = 'Laporan kurir'
WHERE event = 'paid' AND reason LIKE 'Laporan kurir %' AND order_id IN (SELECT order_id FROM cod_settlement_lines);
