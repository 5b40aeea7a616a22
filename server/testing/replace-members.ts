/** Replaces each member of an object in turn, at any depth. @returns the changed objects by the member's JSON pointer */
export function replaceMembers(body: object, value: unknown): { pointer: string; body: object }[] {
  return Object.entries(body).flatMap(([member, old]) => {
    const inner = typeof old === 'object' && old !== null ? replaceMembers(old, value) : []
    return [{ pointer: '', body: value }, ...inner].map((changed) => ({
      pointer: `/${member}${changed.pointer}`,
      body: Array.isArray(body)
        ? body.with(Number(member), changed.body)
        : { ...body, [member]: changed.body },
    }))
  })
}
