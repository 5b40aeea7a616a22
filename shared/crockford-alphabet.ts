/** Crockford's base32 has no I, L, O or U, which look like other characters or make words. */
export const crockfordAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
