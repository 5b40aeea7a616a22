/** A rendered document as plain data: what `body` and `excerpt` hold. It is hast, but for `tag` and `props`. */
export type Tree = { type: 'root'; children: TreeNode[] }
export type TreeNode = TreeElement | TreeText
export type TreeText = { type: 'text'; value: string }
export type TreeElement = {
  type: 'element'
  tag: string
  /** Named as in hast: `className` is an array, `dataLine` a string. */
  props: Record<string, unknown>
  children: TreeNode[]
  /** What a `<template>` holds. */
  content?: TreeNode[]
}
