const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const dates = new RegExp(
  [
    String.raw`\b\d{1,4}([/.-])\d{1,2}\1\d{1,4}\b`,
    String.raw`\b(?:\d{1,2}[ .-]?)?${month}(?:[ .,-]{0,2}(?:\d{4}|\d{2}))?\b`,
    String.raw`\b(?:19|20)\d\d(?:\d{4})?\b`,
  ].join('|'),
  'gi',
)

/** @returns where years, months and dates stand, such as "2026", "Nov 2026" and "22/11/26" */
export function datesIn(text: string): [start: number, end: number][] {
  return [...text.matchAll(dates)].map(({ 0: date, index }) => [index, index + date.length])
}
