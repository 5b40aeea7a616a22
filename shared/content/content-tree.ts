/** A document rendered for `body` and `excerpt`: hast, except that members are named `tag` and `props`. */
export type Tree = { type: 'root'; children: TreeNode[] }
export type TreeNode = TreeElement | TreeText
type TreeText = { type: 'text'; value: string }
export type TreeElement = {
  type: 'element'
  tag: string
  /** Named as in hast: `className` is an array, `dataLine` a string. */
  props: Record<string, unknown>
  children: TreeNode[]
  content?: TreeNode[]
}
