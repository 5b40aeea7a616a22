import type { Fields } from '../documents/document.ts'
import { targetKey } from './pick.ts'

type Surround = { slugOrPath: string; options: { before: number; after: number } }

export function neighbours<Item extends { answer: Fields }>(
  list: readonly Item[],
  { slugOrPath, options: { before, after } }: Surround,
): (Item | null)[] {
  const key = targetKey(slugOrPath)
  const at = list.findIndex(({ answer }) => answer[key] === slugOrPath)
  const steps = Array.from({ length: before + after }, (_, index) => index - before + Number(index >= before))
  return steps.map((step) => (at === -1 ? null : (list[at + step] ?? null)))
}
