/** People read it out, so it uses Crockford's base 32, which has no look-alike characters: "C-7F3K2Q". */
export const referencePattern = /^C-[0-9A-HJKMNP-TV-Z]{6}$/
