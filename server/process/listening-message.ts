/** What a worker sends to the primary once it listens. */
export const listeningMessage = 'listening'
