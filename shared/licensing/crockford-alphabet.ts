/** Crockford's base32 omits I, L, O and U, which resemble other characters or make words. */
export const crockfordAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
