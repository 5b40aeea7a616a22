/** Direction marks can make one name look like another (Unicode UAX #9). */
export function hasDirectionMarks(text: string): boolean {
  return /\p{Bidi_Control}/u.test(text)
}

export const directionMarksRefused =
  'Type this again: it holds invisible marks that change the direction of text.'
