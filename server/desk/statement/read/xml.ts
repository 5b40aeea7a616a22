import sax from 'sax'
import { requireFewElements, requireFlatXml } from './limits.ts'
import { Unreadable } from './lines.ts'

/** An element with its children by name, its text as `_` and its attributes as `@`, or only its text. */
export type Element = string | { [name: string]: Element[] | undefined }

type Open = {
  name: string
  attributes: Record<string, string>
  text: string
  children: Record<string, Element[]>
}

/**
 * Parses XML without namespace prefixes.
 * @param isKept decides at each element's end whether to keep it, so that large files need little memory
 * @returns a wrapper element with the root as its child
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

/** Finds the elements at a path. */
export function all(element: Element | undefined, ...path: string[]): Element[] {
  const [name, ...rest] = path
  if (element === undefined || name === undefined) return element === undefined ? [] : [element]
  return typeof element === 'string' ? [] : (element[name] ?? []).flatMap((child) => all(child, ...rest))
}

/** Finds elements of these names at any depth, without those nested in a match. */
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

/** Collects the texts of an element and its descendants. @param isLeft names of elements to leave out */
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
