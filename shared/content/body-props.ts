export function readProps(props: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(props).flatMap(([name, value]) => {
      const known = reactName(name)
      if (!known || value === null || value === undefined) return []
      if (addressProps.has(known) && !isSafeAddress(value)) return []
      return [[known, Array.isArray(value) ? value.join(' ') : value]]
    }),
  )
}

const allowed = new Set(
  (
    'align alt checked cite className colSpan controls dateTime dir disabled headers height href id kind label lang ' +
    'media open poster rel reversed role rowSpan scope sizes span src srcSet start summary tabIndex target title type ' +
    'value width'
  ).split(' '),
)

export const addressProps: ReadonlySet<string> = new Set(['cite', 'href', 'poster', 'src'])

function reactName(name: string): string | undefined {
  const hyphenated = /^(aria|data)-?([A-Z].*|[a-z].*)$/.exec(name)
  if (hyphenated?.[1] && hyphenated[2]) return `${hyphenated[1]}-${hyphenate(hyphenated[2])}`
  return allowed.has(name) ? name : undefined
}

function hyphenate(name: string): string {
  return name.replace(/(?!^)[A-Z]/g, '-$&').toLowerCase()
}

/** Browsers ignore control characters and blanks in a URL's scheme, so they are removed before the check. */
function isSafeAddress(value: unknown): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters to remove them
  const address = String(value).replace(/[\u0000-\u0020\u007f-\u009f]/g, '')
  const scheme = /^([^/?#:]*):/.exec(address)?.[1]?.toLowerCase()
  return scheme === undefined || ['http', 'https', 'mailto', 'tel'].includes(scheme)
}
