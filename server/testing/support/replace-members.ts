type Changed = { pointer: string; body: object }

/**
 * Replaces each member of an object in turn, at any depth.
 * @param mayReplace leaves other members as they are
 * @returns the changed objects by the member's JSON pointer
 */
export function replaceMembers(
  body: object,
  value: unknown,
  mayReplace: (old: unknown) => boolean = () => true,
): Changed[] {
  return Object.entries(body).flatMap(([member, old]) => {
    const whole = mayReplace(old) ? [{ pointer: '', body: value }] : []
    const inner = typeof old === 'object' && old !== null ? replaceMembers(old, value, mayReplace) : []
    return [...whole, ...inner].map((changed) => ({
      pointer: `/${member}${changed.pointer}`,
      body: Array.isArray(body)
        ? body.with(Number(member), changed.body)
        : { ...body, [member]: changed.body },
    }))
  })
}
