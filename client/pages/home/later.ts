/** Marks a part that the first layout leaves out. The mark may be gone when React hydrates the part. */
export const later = { 'data-later': true, suppressHydrationWarning: true }
