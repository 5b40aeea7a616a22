/** A paragraph on the glass, in CSS pixels from the top of the text. */
export type Box = { top: number; height: number }

/** The reader's position in the script. It stays valid when size, width or words change. */
export type Place = { paragraph: number; fraction: number }

export const top: Place = { paragraph: 0, fraction: 0 }

/**
 * @param distance in CSS pixels
 * @param boxes from top to bottom, without gaps
 */
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

/** Moves a position with an edit. Within the edited part it stays in the paragraph with the same number, if there is one. */
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
