import { fill } from './routes.ts'

/** No other page links to these pages and forms of the desk. */
export const deskRoutes = {
  home: '/desk',
  signIn: '/desk/sign-in',
  sent: '/desk/sent',
  open: '/desk/open',
  signOut: '/desk/sign-out',
  searchPage: '/desk/search',
  search: (text: string) => `/desk/search?q=${encodeURIComponent(text)}`,
  orders: '/desk/orders',
  ordersOf: (text: string) => `/desk/orders?q=${encodeURIComponent(text)}`,
  order: (number: string) => fill(deskPagePatterns.order, number),
  orderAct: (number: string, act: string) => fill(deskPagePatterns.orderAct, number, act),
  licences: '/desk/licences',
  newLicence: '/desk/licences/new',
  licence: (id: string) => fill(deskPagePatterns.licence, id),
  licenceAct: (id: string, act: string) => fill(deskPagePatterns.licenceAct, id, act),
  messages: '/desk/messages',
  message: (id: string) => fill(deskPagePatterns.message, id),
  messageAct: (id: string, act: string) => fill(deskPagePatterns.messageAct, id, act),
  mails: '/desk/mails',
  mail: (id: string) => fill(deskPagePatterns.mail, id),
  mailAct: (id: string, act: string) => fill(deskPagePatterns.mailAct, id, act),
  audit: '/desk/audit',
  sessions: '/desk/sessions',
  endSession: (id: string) => fill(deskPagePatterns.endSession, id),
  endToken: (id: string) => fill(deskPagePatterns.endToken, id),
} as const

export const deskPagePatterns = {
  order: '/desk/orders/:id',
  orderAct: '/desk/orders/:id/:act',
  licence: '/desk/licences/:id',
  licenceAct: '/desk/licences/:id/:act',
  message: '/desk/messages/:id',
  messageAct: '/desk/messages/:id/:act',
  mail: '/desk/mails/:id',
  mailAct: '/desk/mails/:id/:act',
  endSession: '/desk/sessions/:id/end',
  endToken: '/desk/tokens/:id/end',
} as const

export function isDeskPath(path: string): boolean {
  return path === deskRoutes.home || path.startsWith(`${deskRoutes.home}/`)
}
