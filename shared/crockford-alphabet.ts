/** Crockford's base32: no I, L, O or U, for they are taken for other characters or make words. */
export const crockfordAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
