/** Marks a part that the first layout leaves out. The mark is gone before React hydrates the part. */
export const later = { 'data-later': true, suppressHydrationWarning: true }
