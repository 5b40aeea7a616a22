import sax from 'sax'
import { requireFewElements, requireFlatXml } from './limits.ts'
import { Unreadable } from './lines.ts'

/** An element is its children by name, with its text as `_` and its attributes as `@`, or else its text alone. */
export type Element = string | { [name: string]: Element[] | undefined }

type Open = {
  name: string
  attributes: Record<string, string>
  text: string
  children: Record<string, Element[]>
}

/**
 * Reads XML, and forgets prefixes of names.
 * @param isKept is asked as each element ends; what isn't kept leaves no trace, so that a large file needs little memory
 * @returns the root within an element of its own
 * @throws Unreadable
 */
export function readXml(
  text: string,
  isKept: (name: string, element: Element) => boolean = () => true,
): Element {
  requireFewElements(text)
  requireFlatXml(text)
  const file = open('')
  const path = [file]
  const parser = sax.parser(true)
  const add = (said: string) => {
    const last = path.at(-1)
    if (last) last.text += said
  }
  parser.ontext = add
  parser.oncdata = add
  parser.onopentag = ({ name, attributes }) =>
    path.push(open(local(name), attributes as Record<string, string>))
  parser.onclosetag = () => {
    const closed = path.pop()
    if (!closed) return
    const element = toElement(closed)
    if (!isKept(closed.name, element)) return
    const { children } = path.at(-1) ?? file
    children[closed.name] ??= []
    children[closed.name]?.push(element)
  }
  parser.onerror = (error) => {
    throw error
  }
  try {
    parser.write(text).close()
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable(parser.line + 1, 'This is no XML.')
  }
  return file.children
}

function open(name: string, attributes: Record<string, string> = {}): Open {
  return { name, attributes, text: '', children: Object.create(null) }
}

const local = (name: string) => name.replace(/^.*:/, '')

function toElement({ attributes, text, children }: Open): Element {
  const names = Object.entries(attributes).map(([name, value]) => [local(name), value])
  if (names.length === 0 && Object.keys(children).length === 0) return text
  return Object.assign(children, { _: text, '@': Object.fromEntries(names) }) as unknown as Element
}

/** The elements at a path. */
export function all(element: Element | undefined, ...path: string[]): Element[] {
  const [name, ...rest] = path
  if (element === undefined || name === undefined) return element === undefined ? [] : [element]
  return typeof element === 'string' ? [] : (element[name] ?? []).flatMap((child) => all(child, ...rest))
}

/** The elements of these names at any depth, but not one within another. */
export function below(element: Element, names: string[]): Element[] {
  if (typeof element === 'string') return []
  return childrenOf(element).flatMap(([name, child]) =>
    names.includes(name) ? [child] : below(child, names),
  )
}

export function textAt(element: Element, ...path: string[]): string {
  const [found] = all(element, ...path)
  return found === undefined ? '' : textOf(found)
}

export function attributeOf(element: Element | undefined, name: string): string {
  const attributes: unknown = typeof element === 'object' ? element['@'] : undefined
  return String((attributes as Record<string, string> | undefined)?.[name] ?? '')
}

/** The texts of an element and all below it. @param isLeft names elements to leave out */
export function leavesOf(element: Element, isLeft: (name: string) => boolean): string[] {
  const own = textOf(element)
  const children = typeof element === 'string' ? [] : childrenOf(element)
  return [
    ...(own === '' ? [] : [own]),
    ...children.flatMap(([name, child]) => (isLeft(name) ? [] : leavesOf(child, isLeft))),
  ]
}

const childrenOf = (element: Exclude<Element, string>) =>
  Object.entries(element).flatMap(([name, children]) =>
    Array.isArray(children) ? children.map((child) => [name, child] as const) : [],
  )

function textOf(element: Element): string {
  return String(typeof element === 'string' ? element : (element._ ?? '')).trim()
}
