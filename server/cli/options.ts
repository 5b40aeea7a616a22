/** Kinds of options of a command. */
export const flag = { type: 'boolean', default: false } as const
export const text = { type: 'string' } as const
/** May be given several times. */
export const texts = { type: 'string', multiple: true } as const
