/** The route whose loader says who is signed in. */
export const frameId = 'desk-frame'
