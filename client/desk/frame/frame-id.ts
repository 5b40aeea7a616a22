/** This route's loader tells who is signed in. */
export const frameId = 'desk-frame'
