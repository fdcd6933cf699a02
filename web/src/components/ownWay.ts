/**
 * Id that represents the shop in place of a courier: it delivers parcels itself, or has them
 * collected.
 */
export const OWN = 'TOKO';
