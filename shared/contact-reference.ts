/** A message's reference as people read it out: "C-7F3K2Q", in Crockford's base 32. */
export const referencePattern = /^C-[0-9A-HJKMNP-TV-Z]{6}$/
