import { operators } from './operators.ts'

/** Like Nuxt Content, `views_gte_x` means `views: { $gte: … }`. `read_time_gte` falls back to the last underscore. */
export function expandShorthand(key: string, operand: unknown): { field: string; condition: unknown } {
  const [first = '', second] = key.split('_')
  const last = key.lastIndexOf('_')
  for (const [field, name] of [
    [first, second],
    [key.slice(0, Math.max(last, 0)), key.slice(last + 1)],
  ]) {
    if (field && Object.hasOwn(operators, `$${name}`)) return { field, condition: { [`$${name}`]: operand } }
  }
  return { field: key, condition: operand }
}
