/** One paragraph on the glass, in CSS pixels from the top of the text. */
export type Box = { top: number; height: number }

/** The reader's place in the script, which survives a change of size, width or words. */
export type Place = { paragraph: number; fraction: number }

export const top: Place = { paragraph: 0, fraction: 0 }

/** @param boxes top to bottom, touching each other */
export function placeAt(distance: number, boxes: readonly Box[]): Place {
  const paragraph = Math.max(
    boxes.findLastIndex(({ top }) => top <= distance),
    0,
  )
  const box = boxes[paragraph]
  if (!box || box.height === 0) return { paragraph, fraction: 0 }
  return { paragraph, fraction: Math.min(Math.max((distance - box.top) / box.height, 0), 1) }
}

export function distanceOf({ paragraph, fraction }: Place, boxes: readonly Box[]): number {
  const box = boxes[Math.min(paragraph, boxes.length - 1)]
  return box ? box.top + box.height * fraction : 0
}

/** Text before and after the edit keeps its place. Within the edit the paragraph's number stays if it exists. */
export function movePlace(place: Place, before: readonly string[], after: readonly string[]): Place {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head++
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++

  if (place.paragraph < head) return place
  const grown = after.length - before.length
  if (place.paragraph >= before.length - tail) return { ...place, paragraph: place.paragraph + grown }
  const lastEdited = Math.max(after.length - tail - 1, Math.min(head, after.length - 1))
  return { ...place, paragraph: Math.min(place.paragraph, lastEdited) }
}
