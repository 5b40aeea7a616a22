/** The body of a Markdown document, as the content API answers it: hast with `tag` and `props`. */
export type BodyRoot = { type: 'root'; children: BodyNode[] }

export type BodyNode = BodyText | BodyElement

type BodyText = { type: 'text'; value: string }

export type BodyElement = {
  type: 'element'
  tag: string
  /** hast property names: `className` is a list, `ariaHidden` and `dataLine` in camel case. */
  props?: Record<string, unknown>
  children?: BodyNode[]
}
