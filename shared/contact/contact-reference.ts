/** People read it out, such as "C-7F3K2Q", so it uses Crockford's base 32. */
export const referencePattern = /^C-[0-9A-HJKMNP-TV-Z]{6}$/
