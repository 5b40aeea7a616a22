import type { z } from 'zod'

/** Builds a value of the schema's shape with the text in every text field. */
export function fillSchema(schema: z.core.$ZodType, text: string): unknown {
  const { def } = schema._zod as z.core.$ZodTypeInternals & { def: z.core.$ZodTypes['_zod']['def'] }
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([key, member]) => [key, fillSchema(member, text)]),
      )
    case 'array':
      return [fillSchema(def.element, text)]
    case 'tuple':
      return def.items.map((item) => fillSchema(item, text))
    case 'record':
      return { [text]: fillSchema(def.valueType, text) }
    case 'union':
      return fillSchema(def.options[0] as z.core.$ZodType, text)
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'undefined':
      return undefined
    case 'pipe':
      return fillSchema(def.in._zod.def.type === 'transform' ? def.out : def.in, text)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'catch':
      return fillSchema(def.innerType, text)
    case 'string':
    case 'unknown':
      return text
    default:
      throw new Error(`A schema of kind ${def.type} is new here: say what text it may hold`)
  }
}
