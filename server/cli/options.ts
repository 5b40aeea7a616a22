/** Kinds of options of a command. */
export const flag = { type: 'boolean', default: false } as const
export const text = { type: 'string' } as const
/** May be given several times. */
export const texts = { type: 'string', multiple: true } as const

/** Options that each take a text. */
export function textOptions<Name extends string>(...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, text])) as Record<Name, typeof text>
}
