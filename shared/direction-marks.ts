/** Whether a text holds marks that turn its direction around, by which one name reads as another. Unicode UAX #9. */
export function hasDirectionMarks(text: string): boolean {
  return /\p{Bidi_Control}/u.test(text)
}

export const directionMarksRefused =
  'Type this again: it holds invisible marks that change the direction of text.'
