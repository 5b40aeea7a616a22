import { parseStringPromise } from 'xml2js'
import { requireFewElements, requireFlatXml } from './limits.ts'
import { Unreadable } from './lines.ts'

/** xml2js represents an element by the names of its children, or by its text, which is `_` beside attributes. */
export type Element = string | { [name: string]: Element[] | undefined }

/** @returns the root within an element of its own @throws Unreadable */
export async function readXml(text: string): Promise<Element> {
  requireFewElements(text)
  requireFlatXml(text)
  try {
    const tagNameProcessors = [(name: string) => name.replace(/^.*:/, '')]
    const root = await parseStringPromise(text, {
      attrkey: '@',
      tagNameProcessors,
      attrNameProcessors: tagNameProcessors,
    })
    return Object.fromEntries(
      Object.entries(root ?? {}).map(([name, element]) => [name, [element as Element]]),
    )
  } catch (error) {
    const [, line = '0'] = /Line: (\d+)/.exec(String(error)) ?? []
    throw new Unreadable(Number(line) + 1, 'This is no XML.')
  }
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
