import { Refusal } from './refusal.ts'
import type { StripeStore } from './store.ts'

/** Replaces an id by its object where `expand` asks for it, such as `payment_intent.latest_charge`. */
export function expandObject(store: StripeStore, object: object, paths: string[]): object {
  return paths.reduce((expanded, path) => expandPath(store, expanded, path.split('.')), object)
}

/** Paths of a list begin with `data`. */
export function expandList(store: StripeStore, list: object[], paths: string[]): object[] {
  const inner = paths.map((path) => {
    if (!path.startsWith('data.')) throw cannotExpand(path)
    return path.slice('data.'.length)
  })
  return list.map((each) => expandObject(store, each, inner))
}

function expandPath(store: StripeStore, object: object, [name = '', ...rest]: string[]): object {
  const value = (object as Record<string, unknown>)[name]
  if (value === null) return object
  const found = typeof value === 'object' ? value : findById(store, value)
  if (!found) throw cannotExpand(name)
  return { ...object, [name]: rest.length > 0 ? expandPath(store, found, rest) : found }
}

function findById({ intents, charges, reviews }: StripeStore, id: unknown): object | undefined {
  return typeof id === 'string' ? (intents.get(id) ?? charges.get(id) ?? reviews.get(id)) : undefined
}

function cannotExpand(name: string): Refusal {
  return new Refusal(400, `This property cannot be expanded (${name}).`)
}
