export const listeningMessage = 'listening'
